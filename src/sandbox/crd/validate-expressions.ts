/** @module Whether the validation rules of a schema are CEL. */
import { type FieldError, invalid, required } from '../kinds/field-error.ts';
import { type Fields, textOf } from '../values/fields.ts';
import type { CelCompiler } from './cel.ts';
import { rulesIn } from './cel-rules.ts';

/** Errors at each rule, or message expression, that does not compile. */
export function validateExpressions(
  schema: Fields,
  field: string,
  { compile }: CelCompiler,
): readonly FieldError[] {
  return rulesIn(schema, field).flatMap(({ field: place, rule }) => {
    const text = textOf(rule.rule)?.trim() ?? '';
    const message = textOf(rule.messageExpression);
    return [
      ...(text === ''
        ? [required(`${place}.rule`, 'rule is not specified')]
        : problem(text, `${place}.rule`, compile)),
      ...(message === undefined ? [] : problem(message, `${place}.messageExpression`, compile)),
    ];
  });
}

function problem(expression: string, field: string, compile: CelCompiler['compile']): readonly FieldError[] {
  try {
    compile(expression);
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [invalid(field, expression, `compilation failed: ${why}`)];
  }
}
