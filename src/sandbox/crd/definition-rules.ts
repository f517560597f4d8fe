/** @module What the server makes of a CustomResourceDefinition: defaults, accepted names, checks. */
import { formatTime } from '../../kube/micro-time.ts';
import type { AdmissionContext, KindRules } from '../kinds/kind.ts';
import { type Doc, type Fields, fieldsOf, getAt, isFields, listOf, textOf } from '../values/fields.ts';
import { loadCel } from './cel.ts';
import { loadSchemaCompiler } from './json-schema.ts';
import { type DefinitionTools, validateDefinition } from './validate-definition.ts';

let tools: DefinitionTools | undefined;

export const definitionRules: KindRules = {
  load: async () => {
    if (tools !== undefined) return;
    const [compileSchema, cel] = await Promise.all([loadSchemaCompiler(), loadCel()]);
    tools = { compileSchema, cel };
  },
  defaults: (doc) => ({ ...doc, spec: defaultedSpec(fieldsOf(doc.spec)) }),
  admit: (doc, previous, context) => ({ ...doc, status: statusOf(doc, previous, context) }),
  validate: (doc, previous) => {
    if (tools === undefined) throw new Error('the checks of definitions were not loaded');
    return validateDefinition(doc, previous, tools);
  },
};

function defaultedSpec(spec: Fields): Fields {
  const names = fieldsOf(spec.names);
  const kind = textOf(names.kind) ?? '';
  return {
    ...spec,
    names: {
      ...names,
      ...(names.singular === undefined && kind !== '' ? { singular: kind.toLowerCase() } : {}),
      ...(names.listKind === undefined && kind !== '' ? { listKind: `${kind}List` } : {}),
    },
    conversion: spec.conversion ?? { strategy: 'None' },
  };
}

/** Names are accepted, and the definition established, in the same write. */
function statusOf({ spec }: Doc, previous: Doc | undefined, { now }: AdmissionContext): Fields {
  const { names } = fieldsOf(spec);
  const old = fieldsOf(previous?.status);
  const stored = listOf(old.storedVersions).map(String);
  const storage = listOf(getAt(spec, ['versions']))
    .filter(isFields)
    .find((version) => version.storage === true);
  const current = textOf(storage?.name);
  const time = formatTime(now);
  const conditions = [
    condition('NamesAccepted', { reason: 'NoConflicts', message: 'no conflicts found', time }),
    condition('Established', {
      reason: 'InitialNamesAccepted',
      message: 'the initial names have been accepted',
      time,
    }),
  ];
  return {
    conditions: old.conditions ?? conditions,
    acceptedNames: names,
    storedVersions: current === undefined || stored.includes(current) ? stored : [...stored, current],
  };
}

function condition(
  type: string,
  { reason, message, time }: { reason: string; message: string; time: string },
): Fields {
  return { type, status: 'True', lastTransitionTime: time, reason, message };
}
