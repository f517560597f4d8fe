/** @module An event to be recorded, before it is an object of the API. */
import type { KubeObject } from '../kube/object.ts';

/** What happened to which object. Messages stay below the API's 1,024 characters. */
export interface EventNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly regarding: KubeObject;
}
