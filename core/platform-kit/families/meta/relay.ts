// The calls of Meta's pages to their own GraphQL: a form with the query's id, answered by one or several JSON objects.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Json } from '#core/platform-api/define.ts';
import { jazoestOf, queryIdsInScript, type RequestTokens } from '#core/platform-kit/families/meta/page.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { jsonIn, readWire } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import type { Session } from '#core/platform-api/session.ts';

export interface RelayCall {
  readonly query: string;
  /** `doc_id`. */
  readonly queryId: string;
  /** Sent as compact JSON, in this order. */
  readonly variables: { readonly [key: string]: Json };
  readonly tokens: RequestTokens;
  /** Id of who is logged in (cookie `c_user` on Facebook); `0` for nobody. */
  readonly user: string;
}

/** The rough form of an answer and of each part that follows it. `label`, `path`: where a later part belongs. */
const partSchema = z.looseObject({
  data: z.unknown().optional(),
  label: z.string().nullish(),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  errors: z
    .array(
      z.looseObject({
        message: z.string().nullish(),
        code: z.number().nullish(),
        severity: z.string().nullish(),
        summary: z.string().nullish(),
        description: z.unknown().optional(),
      }),
    )
    .nullish(),
  /** Instead of all else: the call was refused before it became a query. */
  error: z.union([z.number(), z.string(), z.looseObject({})]).nullish(),
  errorSummary: z.string().nullish(),
  errorDescription: z.unknown().optional(),
});
export type RelayPart = z.output<typeof partSchema>;

/** Every answer may begin with it, so that no page can run it as a script. */
const GUARD = /^\s*for\s*\(;;\);/;
/** Scripts that are searched for the id of a query: those of a page, and those that it may still load. */
const MOST_SCRIPTS = 150;
const SCRIPTS_AT_ONCE = 6;
const QUERY_ID = /^\d{1,30}$/;

/** What the scripts of a site have said so far; none is read twice. */
interface ScriptIds {
  /** Ids of queries, by their names. */
  readonly ids: Map<string, string>;
  /** Addresses of scripts that were read. */
  readonly read: Set<string>;
}

/** The fields of the form, in the order of the sites' own pages. */
export function relayForm({ query, queryId, variables, tokens, user }: RelayCall): Readonly<Record<string, string>> {
  return {
    av: user,
    __user: user,
    __a: '1',
    fb_dtsg: tokens.dtsg,
    jazoest: jazoestOf(tokens.dtsg === '' ? tokens.lsd : tokens.dtsg),
    lsd: tokens.lsd,
    fb_api_caller_class: 'RelayModern',
    fb_api_req_friendly_name: query,
    variables: JSON.stringify(variables),
    server_timestamps: 'true',
    doc_id: queryId,
  };
}

/** True for a body that is no answer to a query: empty, or a web page. */
export function isNoRelayAnswer(text: string): boolean {
  return !/^\s*[{[]/.test(text.replace(GUARD, ''));
}

/**
 * The parts of an answer: one JSON object, or one a line (what the server had not ready at first comes later).
 * @throws PlatformChanged where the text is none
 */
export function relayParts(text: string): readonly [RelayPart, ...RelayPart[]] {
  const body = text.replace(GUARD, '').trim();
  const whole = jsonIn(body);
  const values = whole === undefined ? body.split(/\r?\n/).flatMap((line) => partOf(line)) : [whole];
  const [first, ...rest] = values.map((value) => readWire(partSchema, value, '$'));
  if (first === undefined) throw new PlatformChanged('$', 'The body is not JSON.');
  return [first, ...rest];
}

/** The id of a query as the site's scripts have it today; null where none of them names it. Whatever else is met on the way is kept in `known`. */
export async function queryIdInScripts(
  session: Session,
  scripts: readonly string[],
  query: string,
  { ids, read }: ScriptIds,
): Promise<string | null> {
  const waiting = scripts.slice(0, MOST_SCRIPTS).filter((url) => !read.has(url));
  for (let at = 0; at < waiting.length && !ids.has(query); at += SCRIPTS_AT_ONCE) {
    const batch = waiting.slice(at, at + SCRIPTS_AT_ONCE);
    const texts = await Promise.all(batch.map((url) => optionalText(session, { url })));
    for (const url of batch) read.add(url);
    for (const text of texts) for (const [name, id] of text === null ? [] : queryIdsInScript(text)) ids.set(name, id);
  }
  return ids.get(query) ?? null;
}

/** What the scripts have said to this run. */
export function scriptIdsOf(session: Session): Promise<ScriptIds> {
  return session.once('meta script ids', async () => ({ ids: new Map(), read: new Set() }));
}

/** The id of a query as scripts of the site told it: to an earlier export (`id`), and what is to be said of the one that was asked with. */
interface LearntQueryId {
  readonly id: string | null;
  /** It has just worked. Kept where the scripts told it; those that are built in or stand in the page of the run are there anyway. */
  works(id: string, page: string): Promise<void>;
  isStale(id: string): void;
}

export function learntQueryId(session: Session, query: string): LearntQueryId {
  const name = `id of the query ${query}`;
  const learnt = session.learnt(name);
  const id = learntOf(session, name, QUERY_ID);
  return {
    id,
    async works(used, page) {
      const { ids } = await scriptIdsOf(session);
      if (used === id || used === ids.get(query)) learnt.note(used, page);
    },
    isStale: (used) => learnt.drop(used),
  };
}

function partOf(line: string): unknown[] {
  const text = line.replace(GUARD, '').trim();
  if (text === '') return [];
  const value = jsonIn(text);
  if (value === undefined) throw new PlatformChanged('$', 'A line of the body is not JSON.');
  return [value];
}
