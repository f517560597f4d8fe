/** @module The scale subresource: how many replicas, without knowing the kind. */
import { formatLabelSelector, toLabelSelector } from '../../kube/selectors.ts';
import { invalid as invalidField } from '../kinds/field-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicPatch } from '../patch/strategic-merge.ts';
import { builtinType } from '../schema/builtin-schema.ts';
import {
  asDoc,
  type Doc,
  type Fields,
  fieldsOf,
  getAt,
  isFields,
  numberOf,
  setAt,
  textOf,
  withMeta,
} from '../values/fields.ts';
import { write } from './backend.ts';
import { type Answer, type Call, isDryRun } from './call.ts';
import { parseBody } from './read-body.ts';
import { badRequest, invalid, unsupportedMediaType } from './refusals.ts';
import { change, currentOf } from './update.ts';

const SCALE = { group: 'autoscaling', kind: 'Scale' };

/** GET, PUT and PATCH of `…/scale`; the object itself is changed through its spec path only. */
export function scale(call: Call): Answer {
  const { backend, method } = call;
  const stored = write(
    backend,
    (transaction) => {
      const before = currentOf(call, transaction);
      if (method === 'GET') return before;
      return change(call, { before, given: rescaled(call, before), transaction });
    },
    method === 'GET' || isDryRun(call),
  );
  return { status: 200, body: JSON.stringify(scaleOf(call.kind, stored)) };
}

function rescaled(call: Call, before: Doc): Doc {
  const { kind, target } = call;
  const paths = kind.scale;
  const sent = fieldsOf(call.method === 'PUT' ? parseBody(call) : patchedScale(call, scaleOf(kind, before)));
  const sentMeta = fieldsOf(sent.metadata);
  const name = textOf(sentMeta.name) ?? '';
  if (name !== '' && name !== target.name) {
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${target.name ?? ''})`,
    );
  }
  const replicas = getAt(sent, ['spec', 'replicas']) ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas)) {
    throw badRequest(
      `Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal ${typeof replicas} into Go struct field ScaleSpec.spec.replicas of type int32`,
    );
  }
  if (replicas < 0 && !kind.custom) {
    const error = invalidField('spec.replicas', replicas, 'must be greater than or equal to 0');
    throw invalid(SCALE, target.name ?? '', [error]);
  }
  const { resourceVersion, uid } = sentMeta;
  const doc = toDocOf(kind, setAt(before, paths?.specReplicas ?? ['spec', 'replicas'], replicas));
  return withMeta(doc, { resourceVersion: resourceVersion ?? '', uid: uid ?? '' });
}

function patchedScale({ headers, body = '' }: Call, scaleObject: Fields): unknown {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const patch: unknown = JSON.parse(body);
  const { resourceVersion: _version, ...metadata } = fieldsOf(scaleObject.metadata);
  const base = { ...scaleObject, metadata };
  switch (type.trim()) {
    case 'application/json-patch+json':
      return applyJsonPatch(scaleObject, patch);
    case 'application/merge-patch+json':
    case 'application/apply-patch+yaml':
      return applyMergePatch(base, patch);
    case 'application/strategic-merge-patch+json':
      return applyStrategicPatch(builtinType('Scale'), base, fieldsOf(patch));
    default:
      throw unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json']);
  }
}

function scaleOf({ scale: paths }: ServedKind, doc: Doc): Fields {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = doc.metadata;
  const selector = paths?.selector === undefined ? undefined : selectorText(getAt(doc, paths.selector));
  const replicas = numberOf(getAt(doc, paths?.specReplicas ?? []));
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === undefined || replicas === 0 ? {} : { replicas },
    status: {
      replicas: numberOf(getAt(doc, paths?.statusReplicas ?? [])) ?? 0,
      ...(selector === undefined || selector === '' ? {} : { selector }),
    },
  };
}

function selectorText(selector: unknown): string | undefined {
  if (!isFields(selector)) return textOf(selector);
  return formatLabelSelector(toLabelSelector(selector));
}

function toDocOf(kind: ServedKind, fields: Fields): Doc {
  return asDoc(fields, textOf(fields.apiVersion) ?? '', kind.kind);
}
