import { hash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PreparedAnswer } from '#test/world/recorded.ts';

/** Numbers from 0 to below 1; the same seed gives the same ones. */
type Chance = () => number;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** What becomes of an answer. Null: this mutation does not fit it. */
type Mutation = (answer: PreparedAnswer, chance: Chance) => PreparedAnswer | null;

const MOST_ELEMENTS = 60_000;
const MOST_DEPTH = 30_000;
const MOST_LETTERS = 400_000;
/** Beneath the ceilings of bodies. */
const BOMB_BYTES = 15 * 1024 * 1024;
/** And above them. */
const BOMBS_BYTES = [BOMB_BYTES, 24 * 1024 * 1024];
const LETTERS = [' ', '\n', '<', '[', '{', '"', '\\', '9', 'a', '\u0000', '\u202e', '😀', '&amp;', '%', '=cmd|', '\ud800'];
const STRANGE: readonly Json[] = [null, true, false, 0, -1, 1e308, 2 ** 60, '', 'NaN', '\u0000', [], {}, [[]], { a: null }];
/** Texts that are none of what they begin like: addresses, numbers, dates, names of languages. */
const FALSE_FORMS = [
  'http://[',
  '//[::1',
  'https://a b/',
  'ß'.repeat(40),
  '９９９',
  '1e999',
  '-',
  '2026-99-99T99:99:99Z',
  'x-!',
  '%E0%A4%A',
];
const CHARSETS = ['utf-16', 'iso-8859-1', 'gb18030', 'shift_jis', 'x-unknown', '"utf-8'];
const BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff]), Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0x80, 0xff, 0xc0])];
const BOMB_TILES = ['[],', '{},', '0,', '<b>', '  ', '"a":[', '<!--'];

export function chanceOf(seed: number): Chance {
  let drawn = 0;
  return () => {
    drawn += 1;
    return hash('sha1', `${seed} ${drawn}`, 'buffer').readUInt32BE() / 2 ** 32;
  };
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  type: (answer, chance) => inJson(answer, chance, () => pick(STRANGE, chance)),
  missing: (answer, chance) => inJson(answer, chance, () => undefined),
  many: (answer, chance) => inJson(answer, chance, (value) => filled(upTo(MOST_ELEMENTS, chance), firstOf(value))),
  long: (answer, chance) => inJson(answer, chance, () => pick(LETTERS, chance).repeat(upTo(MOST_LETTERS, chance))),
  form: (answer, chance) => inJson(answer, chance, () => pick(FALSE_FORMS, chance)),
  link: (answer, chance) => withLink(answer, chance),
  deep: (answer, chance) => deepened(answer, upTo(MOST_DEPTH, chance), chance),
  tags: (answer, chance) => (isText(answer) ? inserted(answer, nestedTags(chance), chance) : null),
  blanks: (answer, chance) => inserted(answer, pick(LETTERS, chance).repeat(upTo(MOST_LETTERS, chance)), chance),
  truncated: (answer, chance) => withBody(answer, answer.body.subarray(0, Math.floor(answer.body.length * chance()))),
  cutOut: (answer, chance) => cutOut(answer, chance),
  repeated: (answer, chance) => withBody(answer, Buffer.concat(filled(1 + upTo(40, chance), answer.body).slice(0, mostCopies(answer)))),
  bytes: (answer, chance) => flipped(answer, chance),
  charset: (answer, chance) => withHeader(answer, 'content-type', `${typeOf(answer)}; charset=${pick(CHARSETS, chance)}`),
  mark: (answer, chance) => withBody(answer, Buffer.concat([pick(BOMS, chance), answer.body])),
  compressed: (answer, chance) => compressed(answer, answer.body, chance),
  mislabelled: (answer, chance) =>
    withHeader(answer, 'content-encoding', pick(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'x'], chance)),
  bomb: (answer, chance) => compressed(answer, bombOf(chance), chance),
  empty: (answer) => withBody(answer, Buffer.alloc(0)),
  other: (answer, chance) => withBody(answer, Buffer.from(JSON.stringify(pick(STRANGE, chance)))),
};

const MUTATION_NAMES: readonly string[] = Object.keys(MUTATIONS);

/** A body that cannot be read as what it was: one to three mutations, each one that fits. */
export function mutated(answer: PreparedAnswer, chance: Chance): { readonly answer: PreparedAnswer; readonly by: readonly string[] } {
  const by: string[] = [];
  let current = answer;
  for (let left = 1 + upTo(2, chance); left > 0; left -= 1) {
    const name = pick(MUTATION_NAMES, chance);
    const next = MUTATIONS[name]?.(current, chance) ?? null;
    if (next === null) continue;
    by.push(name);
    current = next;
    // What is compressed is not looked into any more.
    if (current.headers.some((header) => header.toLowerCase() === 'content-encoding')) break;
  }
  return { answer: current, by };
}

/** Replaces one value somewhere in a JSON body; undefined takes it out. */
function inJson(answer: PreparedAnswer, chance: Chance, replace: (value: Json) => Json | undefined): PreparedAnswer | null {
  const root = jsonOf(answer);
  if (root === undefined) return null;
  let holder: Json[] | { [key: string]: Json } | null = null;
  let key: string | number = '';
  let value: Json = root;
  // Deeper with every step, and never to the leaves alone.
  while (typeof value === 'object' && value !== null && (holder === null || chance() < 0.75)) {
    const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()].slice(0, 100) : Object.keys(value);
    if (keys.length === 0) break;
    holder = value;
    key = pick(keys, chance);
    value = (holder as { [key: string]: Json })[key] ?? null;
  }
  const other = replace(value);
  if (holder === null) return withBody(answer, Buffer.from(textOf(other ?? null) ?? answer.body));
  if (other === undefined) delete (holder as { [key: string]: Json })[key];
  else (holder as { [key: string]: Json })[key] = other;
  return withBody(answer, Buffer.from(textOf(root) ?? answer.body));
}

/** Null for what is too deep to be written. */
function textOf(value: Json): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** Written by hand: `JSON.stringify` itself ends at such a depth. */
function deepened(answer: PreparedAnswer, depth: number, chance: Chance): PreparedAnswer {
  const [open, close] = pick(
    [
      ['[', ']'],
      ['{"a":', '}'],
      ['[[],', ']'],
    ] as const,
    chance,
  );
  const text = answer.body.toString('utf8');
  const inside = jsonOf(answer) === undefined ? JSON.stringify(text.slice(0, 1_000)) : text;
  return withBody(answer, Buffer.from(open.repeat(depth) + inside + close.repeat(depth)));
}

function nestedTags(chance: Chance): string {
  return pick(['<b>', '<div class="x">', '<a href="x">', '<blockquote><p>', '<ul><li>', '<script>', '<!--', '<td '], chance).repeat(
    upTo(MOST_DEPTH, chance),
  );
}

function inserted(answer: PreparedAnswer, text: string, chance: Chance): PreparedAnswer {
  const at = Math.floor(answer.body.length * chance());
  return withBody(answer, Buffer.concat([answer.body.subarray(0, at), Buffer.from(text), answer.body.subarray(at)]));
}

/** Every link of a page leads nowhere: one alone is seldom one that is read. */
function withLink(answer: PreparedAnswer, chance: Chance): PreparedAnswer | null {
  if (!isText(answer)) return null;
  const form = pick(FALSE_FORMS, chance);
  return withBody(answer, Buffer.from(answer.body.toString('utf8').replaceAll(/\b(href|src|datetime|content)="[^"]*"/g, `$1="${form}"`)));
}

function cutOut(answer: PreparedAnswer, chance: Chance): PreparedAnswer {
  const from = Math.floor(answer.body.length * chance());
  const to = from + Math.floor((answer.body.length - from) * chance());
  return withBody(answer, Buffer.concat([answer.body.subarray(0, from), answer.body.subarray(to)]));
}

function flipped(answer: PreparedAnswer, chance: Chance): PreparedAnswer | null {
  if (answer.body.length === 0) return null;
  const body = Buffer.from(answer.body);
  for (let left = 1 + upTo(20, chance); left > 0; left -= 1) body[Math.floor(body.length * chance())] = Math.floor(256 * chance());
  return withBody(answer, body);
}

function bombOf(chance: Chance): Buffer {
  const tile = pick(BOMB_TILES, chance);
  const times = Math.floor(pick(BOMBS_BYTES, chance) / tile.length);
  return Buffer.from(`${pick(['[', '{"comments":[', '<p>', ''], chance)}${tile.repeat(times)}`);
}

function compressed(answer: PreparedAnswer, body: Buffer, chance: Chance): PreparedAnswer {
  const [encoding, compress] = pick(
    [
      ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
      ['deflate', (bytes: Buffer) => deflateSync(bytes, { level: 1 })],
      ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { 1: 1 } })],
    ] as const,
    chance,
  );
  return withHeader(withBody(answer, compress(body)), 'content-encoding', encoding);
}

function withBody(answer: PreparedAnswer, body: Buffer): PreparedAnswer {
  return withHeader({ ...answer, body }, 'content-length', String(body.length));
}

function withHeader(answer: PreparedAnswer, name: string, value: string): PreparedAnswer {
  const headers: string[] = [];
  for (let at = 0; at < answer.headers.length; at += 2) {
    if (answer.headers[at]?.toLowerCase() !== name) headers.push(answer.headers[at] ?? '', answer.headers[at + 1] ?? '');
  }
  return { ...answer, headers: [...headers, name, value] };
}

function typeOf({ headers }: PreparedAnswer): string {
  const at = headers.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === 'content-type');
  return (headers[at + 1] ?? 'text/html').split(';', 1)[0] ?? '';
}

function isText(answer: PreparedAnswer): boolean {
  return /html|xml|text/.test(typeOf(answer));
}

function jsonOf({ body }: PreparedAnswer): Json | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

function firstOf(value: Json): Json {
  return Array.isArray(value) ? (value[0] ?? []) : value;
}

/** So many that a body which is large already does not grow without end. */
function mostCopies({ body }: PreparedAnswer): number {
  return Math.max(1, Math.floor(BOMB_BYTES / Math.max(1, body.length)));
}

/** As many as fit into a body that a machine can hold several of. */
function filled<T>(count: number, value: T): T[] {
  const bytes = Buffer.isBuffer(value) ? 1 : (textOf(value as Json)?.length ?? BOMB_BYTES) + 1;
  return Array.from({ length: Math.min(count, Math.ceil(BOMB_BYTES / bytes)) }, () => value);
}

function pick<T>(values: readonly T[], chance: Chance): T {
  return values[Math.floor(values.length * chance())] as T;
}

/** Small numbers as likely as large ones. */
function upTo(most: number, chance: Chance): number {
  return Math.floor(most ** chance());
}
