/**
 * How alike two requests are that share method, host and path. Both are taken apart into fields: query parameters, form
 * fields, JSON leaves by their path, and JSON inside of strings likewise. A value that differs tells the two apart more
 * surely than a field that one of them lacks, and long values (cursors, tokens, ids) count more than short ones.
 */

const LONG_VALUE_CHARS = 16;
const LONG_VALUE_WEIGHT = 4;

/** Field path to value, as text. */
export type RequestFields = ReadonlyMap<string, string>;

/** The fields of a request's query and body. A body that is neither JSON nor a form is one field. */
export function fieldsOf(url: URL, body: string): RequestFields {
  const fields = new Map<string, string>();
  addPairs(fields, '?', url.searchParams);
  if (body === '') return fields;
  const json = parsedJson(body);
  if (json !== undefined) addJson(fields, '$', json);
  else if (/^[^\s=&]+=[^\n]*$/.test(body)) addPairs(fields, '=', new URLSearchParams(body));
  else fields.set('body', body);
  return fields;
}

/** Higher is more alike; equal requests score highest. */
export function similarity(wanted: RequestFields, candidate: RequestFields): number {
  let score = 0;
  for (const [path, value] of candidate) {
    const other = wanted.get(path);
    if (other === undefined) score -= weightOf(value) / 2;
    else if (other === value) score += weightOf(value);
    else score -= Math.max(weightOf(value), weightOf(other)) * (1 - closeness(value, other) / 2);
  }
  for (const [path, value] of wanted) {
    if (!candidate.has(path)) score -= weightOf(value) / 2;
  }
  return score;
}

function weightOf(value: string): number {
  return value.length >= LONG_VALUE_CHARS ? LONG_VALUE_WEIGHT : 1;
}

/** Share of words that two texts have in common, 0 to 1: lists of ids, queries written with other blanks. */
function closeness(one: string, other: string): number {
  const words = new Set(one.split(/\W+/));
  const otherWords = new Set(other.split(/\W+/));
  const all = words.union(otherWords).size;
  return all === 0 ? 0 : words.intersection(otherWords).size / all;
}

function addPairs(fields: Map<string, string>, prefix: string, pairs: URLSearchParams): void {
  const seen = new Map<string, number>();
  for (const [name, value] of pairs) {
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    addText(fields, `${prefix}${name}${nth === 0 ? '' : `#${nth}`}`, value);
  }
}

function addText(fields: Map<string, string>, path: string, text: string): void {
  const json = parsedJson(text);
  if (json === undefined) fields.set(path, text);
  else addJson(fields, path, json);
}

function addJson(fields: Map<string, string>, path: string, value: unknown): void {
  if (typeof value === 'string') addText(fields, path, value);
  else if (typeof value !== 'object' || value === null) fields.set(path, String(value));
  else for (const [key, inner] of Object.entries(value)) addJson(fields, `${path}.${key}`, inner);
}

/** An object or array written as JSON; undefined for any other text. */
function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
