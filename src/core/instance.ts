/** @module A DatabaseManager with everything resolved that its children are made from. */
import type { DatabaseManager } from '../api/database-manager.ts';
import { API_VERSION, KIND } from '../api/database-manager.ts';
import { type DefaultedDatabaseManager, versionOf, withDefaults } from '../api/defaults.ts';
import type { OwnerReference } from '../kube/object.ts';
import { engineOf, imageOf } from './engines/catalogue.ts';
import type { Engine } from './engines/engine.ts';
import { childLabels, type Labels, selectorLabels } from './labels.ts';
import { type ChildNames, childNames } from './names.ts';

/** What the builders and checks work with. */
export interface Instance {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly spec: DefaultedDatabaseManager['spec'];
  readonly engine: Engine;
  readonly version: string;
  readonly image: string;
  readonly names: ChildNames;
  readonly labels: Labels;
  readonly selector: Labels;
  /** Pods wanted now: 0 while stopped. */
  readonly replicas: number;
  /** Name of the Service, as pods of any namespace resolve it. */
  readonly host: string;
  /** Port of the Service. */
  readonly port: number;
  /** Whether volume and credentials outlive the instance. */
  readonly retained: boolean;
  /** The controller reference of its children. */
  readonly owner: OwnerReference;
}

/** Resolves a DatabaseManager whose spec is valid. */
export function instanceOf(dm: DatabaseManager): Instance {
  const whole = withDefaults(dm);
  const { spec } = whole;
  const { name = '', namespace = 'default', uid = '' } = whole.metadata;
  const engine = engineOf(spec.dbtype);
  const version = versionOf(whole);
  const names = childNames(whole);
  const source = { name, dbtype: engine.dbtype, version };
  return {
    name,
    namespace,
    uid,
    spec,
    engine,
    version,
    image: imageOf(whole),
    names,
    labels: childLabels(source),
    selector: selectorLabels(source),
    replicas: spec.stopped ? 0 : spec.replicas,
    host: `${names.service}.${namespace}.svc`,
    port: spec.service?.port ?? engine.port,
    retained: spec.storage !== undefined && spec.deletionPolicy === 'Retain',
    owner: { apiVersion: API_VERSION, kind: KIND, name, uid, controller: true, blockOwnerDeletion: true },
  };
}
