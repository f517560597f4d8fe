/** @module The fields of each type, by number, from the generated table. */
import { PROTOBUF_FIELDS } from './fields.ts';

export interface FieldShape {
  /** `^` when the fields of the value belong to the outer object. */
  readonly name: string;
  readonly form: 'single' | 'list' | 'map';
  /** Absent when unset, so that zero is a value. */
  readonly pointer: boolean;
  /** A scalar's letter, a special encoding's word, or a message's name. */
  readonly type: string;
}

export type MessageShape = ReadonlyMap<number, FieldShape>;

let table: ReadonlyMap<string, MessageShape> | undefined;

/** The shape of `core.Secret` and the like; undefined for what the table does not have. */
export function shapeOf(message: string): MessageShape | undefined {
  table ??= parse(PROTOBUF_FIELDS);
  return table.get(message);
}

function parse(text: string): ReadonlyMap<string, MessageShape> {
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [message = '', ...words] = line.split(' ');
        return [message, new Map(words.map(parseField))] as const;
      }),
  );
}

function parseField(word: string): [number, FieldShape] {
  const [, number = '', name = '', rest = ''] = /^(\d+)=([^:]+):(.+)$/.exec(word) ?? [];
  const pointer = rest.startsWith('?');
  const type = rest.replace(/^[?]/, '').replace(/^(\[\]|\{\})[?]?/, '');
  const form = rest.includes('[]') ? 'list' : rest.includes('{}') ? 'map' : 'single';
  return [Number(number), { name, form, pointer, type }];
}
