import { type FieldKind, kindOfField } from '#core/report/field-kinds.ts';

/** Where a text stands. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** asked: the platform's code wrote it, of what it had. answered: the site did. */
  readonly side: 'asked' | 'answered';
  /** True between tags, where nothing says what for. */
  readonly isProse?: true;
}

/** What is done with the parts of a message. What is given back is as long as what was given. */
export interface Visitor {
  /** A text that holds no other: no JSON, no markup, no address. */
  text(text: string, field: Field): string;
  /** Of a field. */
  key(name: string): string;
  /** An integer that stands without quotes. */
  integer(digits: string, field: Field): string;
  /** A word of an address that names no field. */
  segment(segment: string, side: Field['side']): string;
  host(host: string, side: Field['side']): string;
}

/** A field within another. Whatever is said of a person is theirs: the text of an author is a name. */
export function fieldWithin(outer: Field, name: string): Field {
  const kind = kindOfField(name);
  const isTheirs = outer.kind === 'person' && (kind === 'text' || kind === 'other');
  return { name, kind: isTheirs ? 'person' : kind, side: outer.side };
}

/** A field of its own. */
export function fieldNamed(name: string, side: Field['side']): Field {
  return { name, kind: kindOfField(name), side };
}
