import type { JobRecord } from '#core/contract/job-record.ts';
import { WEBHOOK_STATUS } from '#core/contract/webhook.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { sha256Hex } from '#core/auth/secret.ts';
import { openWriting, type StorePlace } from '#core/store/place.ts';
import { openEngineStore } from '#core/store/store.ts';
import type { Connection } from '#core/store/connection.ts';
import { insertJob } from '#test/store/stored-job.ts';

/** How much stands in a store. */
export interface StoreSize {
  /** Exports with rows, and how many each of them has. */
  readonly filled: number;
  readonly items: number;
  /** Exports without rows, all of them over, as those with rows are. */
  readonly jobs: number;
  readonly webhooks: number;
  /** Deliveries of all webhooks together; the audit log has as many entries. */
  readonly messages: number;
  readonly schedules: number;
}

/** What listings are asked for in a store that was filled. */
export interface FilledStore extends StoreSize {
  /** Of the exports with rows. */
  readonly guids: readonly string[];
  /** Of the last of them. */
  readonly guid: string;
  readonly jobId: number;
  readonly member: string;
  /** The member's: a valid token. */
  readonly memberToken: string;
}

const MEMBER = '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';
const TOKEN = 'm'.repeat(120);
const PAGE_ITEMS = 100;
const IN_BATCH = 100;
const FIRST_MS = Date.UTC(2026, 0, 1);
const YEAR_MS = 31_536_000_000;
const NUMBERS =
  'WITH RECURSIVE numbers(n) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < CAST(? AS BIGINT))';
/** Rows that are added at once: the store waits for no answer for longer than half a minute. */
const ROWS_AT_ONCE = 20_000;

/** Numbers and texts that stand for others in the body of an item. */
const [ID, PARENT, PERSON, WORDS, LANGUAGE, SENTIMENT] = ['@ID', '@PARENT', '@PERSON', '@WORDS', '@LANGUAGE', '@SENTIMENT'] as const;
const [LIKES, DAY] = [777_777, '1999-12'] as const;

/** One row for each number, in parts. `values` follow the two of NUMBERS. */
function insertNumbered(
  connection: Connection,
  rows: number,
  [into, select]: readonly [into: string, select: string],
  ...values: readonly unknown[]
): void {
  const insert = connection.prepare<unknown[]>(`INSERT INTO ${into} ${NUMBERS} ${select}`);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) insert.run(from, Math.min(rows, from + ROWS_AT_ONCE), ...values);
}

/** Fills an empty store with made-up rows, by SQL that both databases understand: a million in a minute. No answer depends on the day but what counts from now. */
export function fillStore(place: StorePlace, size: StoreSize): FilledStore {
  const store = openEngineStore(place);
  const exports = Array.from({ length: size.filled }, () => insertJob(store, { platform: 'youtube' }));
  const ended = { status: 'done', exported: size.items, platformTotal: size.items, startedAtMs: FIRST_MS, finishedAtMs: FIRST_MS } as const;
  for (const { id } of exports) store.jobs.update(id, ended);
  store.close();
  const { id: jobId, guid } = exports.at(-1) as JobRecord;
  const connection = openWriting(place);
  try {
    for (const { id } of exports) fillItems(connection, id, size.items);
    fillJobs(connection, jobId, size.jobs);
    fillMessages(connection, size);
    fillPeople(connection, size);
    // As PostgreSQL does by itself after a while; the file of a folder is never looked through.
    if (place.databaseUrl !== null) connection.exec('VACUUM ANALYZE');
  } finally {
    connection.close();
  }
  return { ...size, guids: exports.map((one) => one.guid), guid, jobId, member: MEMBER, memberToken: TOKEN };
}

function fillItems(connection: Connection, jobId: number, items: number): void {
  const pages = Math.ceil(items / PAGE_ITEMS);
  insertNumbered(
    connection,
    pages,
    ['pages (job_id, read_key, kept, cursor_hash)', `SELECT ?, CAST(100000000 + n AS TEXT), ${PAGE_ITEMS}, n FROM numbers`],
    jobId,
  );
  const body = [
    [ID, "'c' || n"],
    [PERSON, 'CAST(n * 7919 % 60000 AS TEXT)'],
    [WORDS, wordsOf('n')],
    [LIKES, 'CAST(n * 31 % 4999 AS TEXT)'],
    [LANGUAGE, "CASE n % 5 WHEN 0 THEN 'de' WHEN 1 THEN 'fr' ELSE 'en' END"],
    [SENTIMENT, "CASE n % 3 WHEN 0 THEN 'positive' WHEN 1 THEN 'negative' ELSE 'neutral' END"],
    [DAY, "CAST(2020 + n % 6 AS TEXT) || '-' || CAST(10 + n % 3 AS TEXT)"],
  ].reduce((text, [mark, value]) => `replace(${text}, '${mark}', ${value})`, 'CAST(? AS TEXT)');
  const select = `
    SELECT 'c' || n, CASE WHEN n % 3 > 0 THEN 'c' || (n - n % 3) END, pages.id, n % ${PAGE_ITEMS}, ${ITEM_STATE.kept},
      CASE WHEN n % 3 > 0 THEN replace(${body}, '${PARENT}', 'c' || (n - n % 3)) ELSE ${body} END
    FROM numbers LEFT JOIN pages ON pages.job_id = ? AND pages.cursor_hash = n / ${PAGE_ITEMS}`;
  const into = 'items (id, parent_id, page_id, position, state, body)';
  insertNumbered(connection, items, [into, select], bodyOf('reply'), bodyOf('comment'), jobId);
}

/** Some words that many items have, and some that few have. */
function wordsOf(n: string): string {
  const sentences = ['great video', 'wirklich ein tolles Video', '这个视频真的太好看了', 'me encanta esta canción', 'слишком долго'];
  const sentence = sentences.map((words, at) => `WHEN ${at} THEN '${words}'`).join(' ');
  return `CASE ${n} % 5 ${sentence} END || ' word' || CAST(${n} * 7919 % 997 AS TEXT) || ' x' || CAST(${n} AS TEXT)`;
}

function bodyOf(kind: 'comment' | 'reply'): string {
  const name = `person${PERSON}`;
  const item = makeItem({
    id: ID,
    kind,
    parentId: kind === 'reply' ? PARENT : null,
    author: { name, username: `@${name}`, id: `UC${PERSON}`, url: `https://www.example.com/channel/UC${PERSON}` },
    text: `${WORDS}, and some further words of a sentence as people write them below a video`,
    createdAt: `${DAY}-11T10:09:08.000Z`,
    likes: LIKES,
    replyCount: kind === 'comment' ? 2 : 0,
    url: `https://www.example.com/watch?v=abc&lc=${ID}`,
    language: LANGUAGE,
    extra: { sentiment: SENTIMENT, sentimentScore: 0.5 },
  });
  return JSON.stringify(item);
}

/** Copies of the export without its rows, of several platforms; each second one a member's, each fiftieth shared. */
function fillJobs(connection: Connection, jobId: number, jobs: number): void {
  const into = `jobs (guid, status, url, options, cookie_names, platform, target, plan, formats, sandbox, batch_id, error_code, ledger,
    created_at_ms, updated_at_ms, started_at_ms, finished_at_ms, member_uuid, shared, exported)`;
  const select = `
    SELECT 'job-' || n, CASE n % 10 WHEN 0 THEN 'error' WHEN 1 THEN 'stopped' ELSE 'done' END, url, options, cookie_names,
      CASE n % 40 WHEN 0 THEN 'reddit' WHEN 1 THEN 'tiktok' ELSE 'youtube' END, target, plan, formats, 0, 'batch-' || (n / ${IN_BATCH}),
      CASE n % 10 WHEN 0 THEN 'NETWORK' END, ledger, ${FIRST_MS} + n, ${FIRST_MS} + n, ${FIRST_MS} + n, ${FIRST_MS} + n,
      CASE n % 2 WHEN 0 THEN '${MEMBER}' END, CASE n % 50 WHEN 1 THEN 1 ELSE 0 END, 100
    FROM numbers CROSS JOIN jobs WHERE jobs.id = ?`;
  insertNumbered(connection, jobs, [into, select], jobId);
  insertNumbered(connection, Math.ceil(jobs / IN_BATCH), [
    'batches (id, submitted, created_at_ms)',
    `SELECT 'batch-' || n, ${IN_BATCH}, ${FIRST_MS} FROM numbers`,
  ]);
  insertNumbered(connection, jobs, [
    'creations (guid, created_at_ms, in_batch)',
    `SELECT 'job-' || n, ${Date.now()} - n, n % 2 FROM numbers`,
  ]);
}

function fillMessages(connection: Connection, { webhooks, messages }: StoreSize): void {
  insertNumbered(connection, webhooks, [
    'webhooks (uuid, url, events, status, created_at_ms, member_uuid)',
    `SELECT 'webhook-' || n, 'https://hooks.example.com/' || n, '["export.finished"]', ${WEBHOOK_STATUS.enabled}, ${FIRST_MS},
       CASE n % 4 WHEN 0 THEN '${MEMBER}' END FROM numbers`,
  ]);
  insertNumbered(connection, messages, [
    'webhook_messages (uuid, webhook_id, event, event_id, message_id, job_guid, body, response_code, calls, last_call_at_ms, created_at_ms)',
    `SELECT 'message-' || n, webhooks.id, CASE n % 100 WHEN 0 THEN 'export.failed' ELSE 'export.finished' END, 'event-' || n, 'msg-' || n,
       'job-' || n, '{"some":"body of a message"}', CASE n % 9 WHEN 0 THEN 500 ELSE 200 END, 1, ${FIRST_MS} + n, ${FIRST_MS} + n
     FROM numbers LEFT JOIN webhooks ON webhooks.uuid = 'webhook-' || (n % ${webhooks})`,
  ]);
}

function fillPeople(connection: Connection, { messages, schedules }: StoreSize): void {
  const nowMs = Date.now();
  connection.prepare("INSERT INTO members (uuid, name, role, created_at_ms) VALUES (?, 'Ann', 'member', ?)").run(MEMBER, FIRST_MS);
  connection
    .prepare("INSERT INTO tokens (uuid, name, sha256, created_at_ms, expires_at_ms, member_uuid) VALUES ('token-0', 'Ann''s', ?, ?, ?, ?)")
    .run(sha256Hex(TOKEN), FIRST_MS, nowMs + YEAR_MS, MEMBER);
  insertNumbered(connection, messages, [
    'audit (at_ms, member_uuid, caller, address, operation, subjects, outcome)',
    `SELECT ${nowMs} - n, CASE n % 1000 WHEN 0 THEN '${MEMBER}' END, 'token', '127.0.0.1', 'jobs.create', '["job-1"]', 'done' FROM numbers`,
  ]);
  insertNumbered(connection, schedules, [
    `schedules (uuid, name, url, frequency, timezone, anchor_at_ms, options, cookie_names, incremental, status, created_at_ms, updated_at_ms, member_uuid)`,
    `SELECT 'schedule-' || n, 'No. ' || n, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'daily', 'UTC', ${FIRST_MS}, '{}', '[]', 0, 'paused',
       ${FIRST_MS}, ${FIRST_MS}, CASE n % 4 WHEN 0 THEN '${MEMBER}' END FROM numbers`,
  ]);
  connection
    .prepare('INSERT INTO hosts (host, per_second, paused_until_ms, updated_at_ms) VALUES (?, 1, ?, ?)')
    .run('www.youtube.com', nowMs + YEAR_MS, nowMs);
  connection
    .prepare('INSERT INTO learnt (platform, place, name, value, source, learnt_at_ms, worked_at_ms) VALUES (?, 0, ?, ?, ?, ?, ?)')
    .run('youtube', 'key', '"value"', 'here', nowMs, nowMs);
}
