import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { Operation } from '#core/operations/define.ts';
import { placeOf } from '#core/operations/field-place.ts';
import { DATES, secondsOfFlag } from '#core/surfaces/cli/date-flag.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/**
 * How words stand for a value: `texts` are repeated, `choices` separated by commas too, `json` is JSON or `@` and a file of it, `file` a
 * file of text (`-`: standard input), `from` and `until` a date, which means the first and the last second of a day.
 */
export type WordKind = 'yes' | 'number' | 'text' | 'texts' | 'choices' | 'json' | 'file' | 'from' | 'until';

/** A field of an operation's input as the command line takes it. */
export interface CommandField {
  readonly name: string;
  /** Without dashes in front: `signing-secret`. */
  readonly flag: string;
  readonly kind: WordKind;
  /** `argument`: by its place. `negated`: true unless `--no-<flag>` is given. `either`: `--<flag>` and `--no-<flag>`. */
  readonly as: 'argument' | 'flag' | 'negated' | 'either';
  readonly description: string;
  /** What it may be; none where nobody knows. */
  readonly values: readonly string[];
}

/** Unix seconds, which a person gives as a date: `min_timestamp` is `--min-date` besides. */
const TIMESTAMP = /^(min|max)_?timestamp$/i;

const KIND_OF_TYPE: Readonly<Record<string, WordKind>> = { boolean: 'yes', integer: 'number', number: 'number', string: 'text' };
/** Of a field that means three things: yes, no, and nothing where it is left out. */
const SAYS_BOTH = /^True: .+; false: /;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * The fields of an operation, arguments first: those of the path, and the first other one that must be given. All else is a
 * flag.
 */
export function commandFields(operation: Operation): readonly CommandField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' });
  const names = Object.keys(properties);
  const inPath = names.filter((name) => placeOf(operation.rest, name) === 'path');
  const main = required.find((name) => !inPath.includes(name));
  const places = main === undefined ? inPath : [...inPath, main];
  const fields = names.flatMap((name) => {
    const field = fieldOf(name, properties[name], places.includes(name) ? 'argument' : 'flag', operation);
    const [, edge] = TIMESTAMP.exec(name) ?? [];
    return edge === undefined ? [field] : [field, dateOf(field, edge.toLowerCase())];
  });
  const rank = ({ name, as }: CommandField): number => (as === 'argument' ? places.indexOf(name) : places.length);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * What words mean as the value of a field. Words that do not fit go on as they are: the operation says what is wrong with
 * them, as it does to everybody.
 * @throws CommentdockError INVALID_REQUEST where a file cannot be read, or a date is none
 */
export async function valueOfWords({ kind, flag }: CommandField, given: unknown): Promise<unknown> {
  if (kind === 'choices') return (given as string[]).flatMap((text) => text.split(',')).map((text) => text.trim());
  if (typeof given !== 'string') return given;
  if (kind === 'file') return textOf(given);
  if (kind === 'from' || kind === 'until') return secondsOfFlag(`--${flag}`, given, kind);
  if (kind === 'number') return NUMBER.test(given) ? Number(given) : given;
  return kind === 'json' ? parsed(given.startsWith('@') ? await textOf(given.slice(1)) : given) : given;
}

function fieldOf(name: string, property: unknown, place: 'argument' | 'flag', { rest }: Operation): CommandField {
  const schema = (typeof property === 'object' ? property : {}) as Schema;
  const kind = kindOf(schema);
  const saysBoth = SAYS_BOTH.test(schema.description ?? '');
  const isEither = kind === 'yes' && schema.default === undefined && (rest.method === 'PATCH' || saysBoth);
  const as = isEither ? 'either' : schema.default === true ? 'negated' : place;
  return { name, flag: flagOf(name), kind, as, description: describe(schema, kind, as), values: kind === 'yes' ? [] : valuesOf(schema) };
}

function dateOf(field: CommandField, edge: string): CommandField {
  const [kind, words] = edge === 'min' ? (['from', 'nothing older'] as const) : (['until', 'nothing newer'] as const);
  return { ...field, flag: `${edge}-date`, kind, description: `${words}: ${DATES}` };
}

function valuesOf(schema: Schema): readonly string[] {
  return variantsOf(schema).flatMap(({ enum: own, items }) => (own ?? (items as Schema | undefined)?.enum ?? []).map(String));
}

function kindOf(schema: Schema): WordKind {
  if (schema.contentMediaType !== undefined) return 'file';
  const variants = variantsOf(schema);
  const kinds = variants.map(({ type, items }): WordKind => {
    if (type !== 'array') return KIND_OF_TYPE[String(type)] ?? 'json';
    const entries = variantsOf((typeof items === 'object' && !Array.isArray(items) ? items : {}) as Schema);
    if (entries.some((entry) => entry.enum !== undefined)) return 'choices';
    return entries.some((entry) => entry.type === 'string') ? 'texts' : 'json';
  });
  return kinds.find((kind) => kind === 'text') ?? kinds[0] ?? 'text';
}

/** What it may be, besides null. */
function variantsOf(schema: Schema): readonly Schema[] {
  if (schema.anyOf === undefined) return [schema];
  return schema.anyOf.flatMap((variant) => variantsOf(variant as Schema)).filter(({ type }) => type !== 'null');
}

function describe(schema: Schema, kind: WordKind, as: CommandField['as']): string {
  const words = inLower((schema.description ?? '').replace(/\.$/, ''));
  if (kind === 'yes') return ofYes(words, as);
  const values = valuesOf(schema);
  const hints: Readonly<Partial<Record<WordKind, string>>> = {
    text: values.length === 0 ? '' : `one of: ${values.join(', ')}`,
    texts: as === 'argument' ? '' : 'for several give it several times',
    choices: `any of: ${values.join(', ')}; separated by commas`,
    json: 'as JSON, or @file with the JSON',
    file: 'a file, or "-" for standard input',
  };
  return [words, hints[kind] ?? ''].filter((text) => text !== '').join('; ');
}

/** The contract says what true means, or after `False:` what false does. */
function ofYes(words: string, as: CommandField['as']): string {
  const meaning = words.replace(/\. Default: (?:true|false)$/, '');
  const ofFalse = /^false: (.+)$/.exec(meaning)?.[1];
  if (as === 'negated') return ofFalse ?? `not: ${meaning}`;
  return ofFalse === undefined ? meaning : `not: ${ofFalse}`;
}

/** As in the middle of a sentence; abbreviations stay. */
function inLower(words: string): string {
  return /^[A-Z][A-Z]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** `signingSecret`, `require_text` and `webhook.uuid` are `signing-secret`, `require-text` and `webhook-uuid`. */
export function flagOf(name: string): string {
  return name.replace(/[._]/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function textOf(path: string): Promise<string> {
  return (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${words}`, { cause: error });
  });
}
