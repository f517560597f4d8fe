/** @module What a reconcile would do, for --dry-run. Reads only. */
import type { ObjectKey } from '../kube/object.ts';
import type { ReconcileDeps } from './deps.ts';
import { observe } from './observe.ts';
import { type Plan, plan } from './plan.ts';
import type { SecretSource } from './secret-source.ts';

/** Nothing that a preview shows may be taken for a real password. */
const placeholder: SecretSource = { password: () => '(generated)' };

type Reading = Pick<ReconcileDeps, 'reader' | 'live' | 'now' | 'signal'>;

/** The plan for a stored instance; undefined when there is none. Rejects as the readers do. */
export async function preview(key: ObjectKey, deps: Reading): Promise<Plan | undefined> {
  const observed = await observe(key, deps);
  return observed && plan(observed, { secrets: placeholder });
}
