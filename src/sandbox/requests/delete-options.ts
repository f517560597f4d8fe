/** @module How an object is to be deleted: from the body, else from the query. */
import { type FieldError, invalid as invalidField, unsupported } from '../kinds/field-error.ts';
import { type Fields, fieldsOf, numberOf, textOf } from '../values/fields.ts';
import { type Call, isDryRun } from './call.ts';
import { parseBody } from './read-body.ts';
import { badRequest, invalid } from './refusals.ts';

export interface DeleteOptions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly propagation: 'Background' | 'Foreground' | 'Orphan' | undefined;
  readonly graceSeconds: number | undefined;
  readonly dryRun: boolean;
}

const POLICIES = ['Background', 'Foreground', 'Orphan'] as const;

/** Throws BadRequest or Invalid on options that cannot be. */
export function deleteOptionsOf(call: Call): DeleteOptions {
  const body: Fields = (call.body ?? '') === '' ? {} : parseBody(call);
  const { query } = call;
  const kind = body.kind;
  if (kind !== undefined && kind !== 'DeleteOptions') {
    throw badRequest(
      `the object provided is unrecognized (must be of type DeleteOptions): ${String(kind)} was sent`,
    );
  }
  const preconditions = fieldsOf(body.preconditions);
  const grace = numberOf(body.gracePeriodSeconds) ?? numberFrom(query, 'gracePeriodSeconds');
  const policy = textOf(body.propagationPolicy) ?? query.get('propagationPolicy') ?? undefined;
  const orphan = body.orphanDependents ?? query.get('orphanDependents') ?? undefined;
  const propagation = POLICIES.find((known) => known === policy);
  const errors: FieldError[] = [];
  if (policy !== undefined && propagation === undefined) {
    errors.push(unsupported('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']));
  }
  if (grace !== undefined && grace < 0)
    errors.push(invalidField('gracePeriodSeconds', grace, 'must be greater than or equal to 0'));
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
  return {
    uid: textOf(preconditions.uid),
    resourceVersion: textOf(preconditions.resourceVersion),
    propagation: propagation ?? legacyPolicy(orphan),
    graceSeconds: grace,
    dryRun: isDryRun(call) || (Array.isArray(body.dryRun) && body.dryRun.includes('All')),
  };
}

function legacyPolicy(orphan: unknown): DeleteOptions['propagation'] {
  if (orphan === undefined) return undefined;
  return orphan === true || orphan === 'true' ? 'Orphan' : 'Background';
}

function numberFrom(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  return text === null || text === '' ? undefined : Number(text);
}
