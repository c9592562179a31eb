import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { operationNamed } from '#core/operations/registry.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '#core/contract/error.ts';
import type { EverywhereResult, SearchResult } from '#core/contract/search.ts';
import type { Job } from '#core/contract/job.ts';
import { exportData, type Tool } from '#core/surfaces/mcp/tool.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';
import type { AnsweredFile, Door, Input, Outcome } from '#test/parity/door.ts';
import { openService } from '#test/parity/house.ts';
import type { Fields } from '#test/parity/row.ts';

const NEWEST = '2026-07-28';

/** What holds without being said. */
const DEFAULTS: Fields = { timezone: 'UTC', partial: true };

/** What a tool does not take because it makes it up itself, or always does it. */
const MADE_UP: Readonly<Record<string, readonly string[]>> = { create_webhook: ['signingSecret'], export_comments: ['formats', 'sandbox'] };

/** Tools of the protocol, with an API token. */
export async function openMcpDoor(env: Readonly<Record<string, string>>): Promise<Door & { readonly offered: readonly Tool[] }> {
  const house = await openService(env);
  const [first] = (await house.client.callAsGiven('tokens.list', {})) as readonly { readonly token: string }[];
  const client = new Client({ name: 'parity', version: '1' }, { versionNegotiation: { mode: { pin: NEWEST } } });
  const headers = { authorization: `Bearer ${first?.token ?? ''}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', house.run.base_url), { requestInit: { headers } }));
  const sandbox = new Client({ name: 'parity', version: '1' }, { versionNegotiation: { mode: { pin: NEWEST } } });
  const sampling = { ...headers, 'x-sandbox': 'true' };
  await sandbox.connect(new StreamableHTTPClientTransport(new URL('/mcp', house.run.base_url), { requestInit: { headers: sampling } }));
  return {
    name: 'MCP',
    offered: TOOLS,
    absent: {},
    async call(operation, input) {
      const tool = TOOLS.find((candidate) => candidate.operation === operation);
      const args = tool === undefined ? null : argumentsOf(tool, input);
      if (tool === undefined || args === null) throw new Error(`no tool says ${operation} with ${JSON.stringify(input)}`);
      const ask = async (further: Fields): Promise<Outcome> => {
        const asked = { name: tool.name, arguments: { ...args, ...further } };
        return outcomeOf((await (input['sandbox'] === true ? sandbox : client).callTool(asked)).structuredContent as Fields);
      };
      return operation === 'exports.json' ? await wholeOf(ask) : await ask({});
    },
    prepare: (name, input) => house.client.callAsGiven(operationNamed(name).name, input),
    async [Symbol.asyncDispose]() {
      await client.close();
      await sandbox.close();
      await house[Symbol.asyncDispose]();
    },
  };
}

/** All pages as one. */
async function wholeOf(ask: (further: Fields) => Promise<Outcome>): Promise<Outcome> {
  const items: unknown[] = [];
  for (let further: Fields = {}; ;) {
    const page = await ask(further);
    if ('error' in page) return page;
    const { items: told, next_cursor: cursor } = page.answer as { readonly items: readonly unknown[]; readonly next_cursor: string | null };
    items.push(...told);
    if (cursor === null) return { answer: { items } };
    further = { cursor };
  }
}

/** The input of an operation in the words of a tool; null where the tool has no word for a part of it. */
export function argumentsOf(tool: Tool, input: Input): Fields | null {
  const { options, events, ...same } = input as Input & { readonly options?: Fields; readonly events?: readonly unknown[] };
  const isExport = tool.name === 'export_comments';
  if (events !== undefined && events.length !== 1) return null;
  const said: Fields = {
    ...same,
    ...(events === undefined ? {} : { event: events[0] }),
    ...(options === undefined ? {} : isExport ? options : { options }),
  };
  const words = Object.keys(tool.input.shape);
  const unsaid = Object.entries(said).filter(([name]) => !words.includes(name));
  const ignored = MADE_UP[tool.name] ?? [];
  if (unsaid.some(([name, value]) => DEFAULTS[name] !== value && !ignored.includes(name))) return null;
  return Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => words.includes(name))
      // A query carries numbers as text, arguments are JSON.
      .map(([name, value]) => [name, typeof value === 'string' && name === 'page' ? Number(value) : value]),
  );
}

/** What the tool of an operation tells of an answer, in its words. */
const TELLERS: Readonly<Record<string, (answer: never, input: Input) => unknown>> = {
  'jobs.create': (job: Job) => withoutLinks(exportData(job)),
  'jobs.get': exportData,
  'jobs.label': exportData,
  'jobs.list': (jobs: readonly Job[]) => jobs.map((job) => withoutLinks(exportData(job))),
  'exports.json': ({ bytes }: AnsweredFile) => JSON.parse(bytes.toString('utf8')) as unknown,
  'platforms.list': (platforms: readonly Fields[]) => platforms.map(inShort),
  'platforms.detect': platformWords,
  'webhooks.delete': (_nothing, { uuid }) => ({ uuid, deleted: true }),
  'schedules.delete': (_nothing, { uuid }) => ({ uuid, deleted: true }),
  'winners.draw': drawWords,
  'exports.search': foundWords,
  // Each folder has another number of exports.
  'exports.everywhere': ({ exports, next_cursor: cursor }: EverywhereResult) => ({
    exports: exports.map(({ results, ...one }) => ({ ...one, results: results.map(foundRow) })),
    hasMore: cursor !== null,
  }),
  'exports.digest': digestWords,
  'sentiment.providers': (providers: readonly Fields[]) =>
    providers.map(({ id, title, in_use, has_key, model }) => ({ id, title, in_use, has_key, model })),
};

/** What tools wrap their answers in. */
const UNWRAPPED: Readonly<Record<string, (data: Fields) => unknown>> = {
  'jobs.create': withoutLinks,
  'jobs.list': ({ exports }) => (exports as readonly Fields[]).map(withoutLinks),
  'exports.json': ({ items }) => items,
  'platforms.list': ({ platforms }) => platforms,
  'sentiment.providers': ({ providers }) => providers,
  'remarks.set': ({ remarks }) => remarks,
  'webhooks.list': ({ webhooks }) => webhooks,
  'webhooks.create': (data) => without(data, 'signingSecret'),
  'schedules.list': ({ schedules }) => schedules,
  'winners.draw': drawWords,
  'exports.search': ({ next_cursor: cursor, ...page }) => ({ ...without(page, 'untrusted'), hasMore: cursor !== null }),
  'exports.everywhere': ({ exports, next_cursor: cursor }) => ({ exports, hasMore: cursor !== null }),
  'exports.stats': (data) => without(data, 'untrusted'),
  'exports.changes': (data) => without(data, 'untrusted'),
  'exports.digest': (data) => without(data, 'untrusted'),
};

/** An outcome of REST as the tool tells it. Errors carry the code; their sentences name the fields of each surface. */
export function asTold(operation: string, outcome: Outcome, input: Input): Outcome | { readonly code: ErrorCode } {
  if ('error' in outcome) return { code: outcome.error.error_code };
  const tell = TELLERS[operation];
  return tell === undefined ? outcome : { answer: tell(outcome.answer as never, input) };
}

/** An outcome of the tool, without its wrapping. */
export function unwrapped(operation: string, outcome: Outcome): Outcome | { readonly code: ErrorCode } {
  if ('error' in outcome) return { code: outcome.error.error_code };
  const unwrap = UNWRAPPED[operation];
  return unwrap === undefined ? outcome : { answer: unwrap(outcome.answer as Fields) };
}

function outcomeOf({ ok, data, error, error_code: code, detail }: Fields): Outcome {
  if (ok === true) return { answer: data };
  const known = code as ErrorCode;
  if (!(known in ERROR_CATALOGUE) || error !== detail || error === '')
    throw new Error(`not an error of ours: ${JSON.stringify({ error, code })}`);
  return { error: { status_code: ERROR_CATALOGUE[known].status, error_code: known, detail: String(detail), error: String(error) } };
}

/** They depend on the formats, which tools do not choose. */
function withoutLinks(told: object): Fields {
  return without(told, 'downloadUrl', 'jsonUrl');
}

function platformWords(platform: Fields): Fields {
  return without(platform, 'homepage', 'verified', 'recorded', 'compared_with', 'browser', 'kinds', 'cookie_domains');
}

function inShort({ id, name, category, tier, export_types, supported_options }: Fields): Fields {
  return { id, name, category, tier, export_types, supported_options };
}

/** Without a seed every draw is another one. */
function drawWords({ winners, backups, proof, ...counts }: Fields): unknown {
  const { algorithm, entries_sha256: entries } = proof as Fields;
  return { ...without(counts, 'untrusted'), winners: (winners as readonly unknown[]).length, backups, algorithm, entries };
}

function without(answer: object, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));
}

/** Of an item tools tell what an assistant needs. */
function foundWords({ results, next_cursor: cursor, ...page }: SearchResult): Fields {
  return { ...page, results: results.map(foundRow), hasMore: cursor !== null };
}

function foundRow({ row, item }: SearchResult['results'][number]): Fields {
  const { id, kind, author, title, text, createdAt, likes, replyCount, rating, language, url, extra } = item;
  const { username, name } = author;
  const sentiment = extra['sentiment'] ?? null;
  return { row, id, kind, username, name, title, text, createdAt, likes, replyCount, rating, language, sentiment, url };
}

/** Three rows of each finding, and beginnings of their texts. */
function digestWords(digest: Fields): Fields {
  const findings = (name: string) =>
    (digest[name] as readonly { readonly rows: readonly number[] }[]).map((one) => ({ ...one, rows: one.rows.slice(0, 3) }));
  const told = { summary: findings('summary'), topics: findings('topics'), questions: findings('questions') };
  const rows = Object.values(told).flatMap((all) => all.flatMap((one) => one.rows));
  const citations = (digest['citations'] as readonly { readonly row: number; readonly text: string }[])
    .filter(({ row }) => rows.includes(row))
    .map((one) => ({ ...one, text: one.text.slice(0, 120).toWellFormed() }));
  return { ...digest, ...told, citations };
}
