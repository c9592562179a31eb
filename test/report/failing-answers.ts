import type { PreparedAnswer } from '#test/world/recorded.ts';
import { CANARIES } from '#test/report/canaries.ts';

/** Ways in which a site's answers cannot be read, or refuse. */
export const FAILURES = ['refused', 'cut', 'page', 'renamed', 'retyped'] as const;
type Failure = (typeof FAILURES)[number];

/** What a platform told of people in an export that went well. */
export interface Told {
  readonly names: readonly string[];
  readonly usernames: readonly string[];
  readonly texts: readonly string[];
}

/** The answer with canaries in the place of all that told of people, in a form that fails. */
export function failing(answer: PreparedAnswer, told: Told, failure: Failure, turn: number): PreparedAnswer {
  const planted = plant(answer.body.toString('utf8'), told, turn);
  const body = Buffer.from(broken(planted, failure, turn));
  const headers = [...answer.headers, 'set-cookie', `visitor=${CANARIES.cookie}; Path=/; Secure`, 'x-csrf-token', CANARIES.token];
  const at = headers.findIndex((name) => name.toLowerCase() === 'content-length');
  headers[at + 1] = String(body.length);
  return { ...answer, status: failure === 'refused' ? 403 : answer.status, headers, body };
}

/** Each value becomes a canary, in turn of another script, in turn escaped. */
function plant(body: string, { names, usernames, texts }: Told, turn: number): string {
  const isJson = /^\s*[[{]/.test(body);
  const written = (text: string, index: number): string => (isJson && (index + turn) % 2 === 0 ? escaped(text) : text);
  let planted = body;
  const put = (value: string, canary: string, index: number): void => {
    const given = isJson ? JSON.stringify(value).slice(1, -1) : value;
    if (given.length > 3) planted = planted.split(given).join(written(canary, index));
  };
  for (const [index, text] of texts.entries()) {
    const words = `${pick(CANARIES.texts, index + turn)}, ${CANARIES.email} ${CANARIES.phone} @${pick(CANARIES.usernames, index)}`;
    put(text, words, index);
  }
  for (const [index, name] of names.entries()) put(name, pick(CANARIES.names, index + turn), index);
  for (const [index, name] of usernames.entries()) put(name, pick(CANARIES.usernames, index), index);
  return planted;
}

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function escaped(text: string): string {
  return [...text]
    .map((letter) => (/[\x20-\x7e]/.test(letter) ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');
}

function broken(body: string, failure: Failure, turn: number): string {
  if (failure === 'cut') return body.slice(0, Math.floor(body.length / 2));
  if (failure === 'page') {
    const [name, text] = [pick(CANARIES.names, turn), pick(CANARIES.texts, turn)];
    return `<!doctype html><title>${name}</title><p data-user="${name}">${text} <a href="/user/${encodeURIComponent(CANARIES.usernames[0])}">${CANARIES.email}</a></p>
<script>window.state = {"viewer": {"id": ${CANARIES.account}, "name": ${JSON.stringify(name)}, "b64": "${Buffer.from(`by ${name}`).toString('base64')}"}};</script>`;
  }
  if (!/^\s*[[{]/.test(body)) return body.replaceAll('class="', 'class="x');
  const root = JSON.parse(body) as unknown;
  return JSON.stringify(failure === 'renamed' ? renamed(root) : retyped(root));
}

/** The fields of the largest list go by another name. */
function renamed(root: unknown): unknown {
  const rows = largestList(root);
  for (const row of rows) for (const key of Object.keys(row)) [row[`new_${key}`], row[key]] = [row[key], undefined];
  return root;
}

/** They hold something else. */
function retyped(root: unknown): unknown {
  for (const row of largestList(root)) for (const key of Object.keys(row)) row[key] = { said: row[key] };
  return root;
}

function largestList(root: unknown): readonly Record<string, unknown>[] {
  let largest: readonly Record<string, unknown>[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && value.length > largest.length && typeof value[0] === 'object' && value[0] !== null) largest = value;
    Object.values(value).forEach(look);
  };
  look(root);
  return largest;
}
