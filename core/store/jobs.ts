import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { TurnLost } from '#core/contract/error.ts';
import type { Labels } from '#core/contract/labels.ts';
import type { JobStatus } from '#core/contract/job.ts';
import { type Ledger, presentLedger } from '#core/engine/completeness.ts';
import { presentSentiment } from '#core/engine/sentiment-account.ts';
import { presentAccount } from '#core/engine/incremental-account.ts';
import type { JobPatch, JobStore } from '#core/engine/ports.ts';
import type { JobReader, LastExport } from '#core/exports/ports.ts';
import { type Connection, rowsLater } from '#core/store/connection.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { saidOf } from '#core/store/labels.ts';
import { placeOf, SAME_LIST } from '#core/store/place-of-list.ts';
import { jobSeeker, soughtAs } from '#core/store/sought-jobs.ts';

interface JobRow {
  id: number;
  guid: string;
  status: JobRecord['status'];
  url: string;
  options: string;
  cookie_names: string;
  platform: string;
  target: string;
  plan: JobRecord['plan'];
  formats: string;
  sandbox: number;
  batch_id: string | null;
  token_uuid: string | null;
  member_uuid: string | null;
  shared: number;
  series: string | null;
  platform_total: number | null;
  exported: number;
  replies: number;
  retry: number;
  error: string | null;
  error_code: JobRecord['errorCode'];
  by_hand: number;
  needs_you: string | null;
  ledger: string;
  files: string;
  created_at_ms: number;
  updated_at_ms: number;
  started_at_ms: number | null;
  finished_at_ms: number | null;
  title: string | null;
  folder: string | null;
  tags: string;
}

/** Columns of a patch and how each value is stored. */
const PATCH_COLUMNS = {
  status: 'status',
  platformTotal: 'platform_total',
  exported: 'exported',
  replies: 'replies',
  retry: 'retry',
  error: 'error',
  errorCode: 'error_code',
  byHand: 'by_hand',
  needsYou: 'needs_you',
  ledger: 'ledger',
  files: 'files',
  startedAtMs: 'started_at_ms',
  finishedAtMs: 'finished_at_ms',
} as const satisfies Record<keyof JobPatch, string>;

const INSERT = `
  INSERT INTO jobs (guid, status, url, options, cookie_names, platform, target, plan, formats, sandbox, batch_id, token_uuid,
    series, by_hand, ledger, created_at_ms, updated_at_ms, member_uuid, shared, schedule_uuid, title, folder, tags, said)
  VALUES (?, 'queueing', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`;

/** The title of a page is looked for, too. It is there already with all but the first of its commits. */
const TITLE_SAID = `said = CASE WHEN replace(said, ?, '') <> said THEN said ELSE said || ' ' || ? END`;
/** Words of partial indexes (0030.sql), without which these are not taken. */
const LISTED = `status <> '${REMOVED}'`;
const OPEN = "status IN ('queueing', 'progress') AND needs_you IS NULL AND sandbox = 0";
const ENDED = "sandbox = 0 AND status IN ('done', 'error', 'stopped')";
const DONE = "sandbox = 0 AND status = 'done'";

/** From one platform to the next in the order of an index: few of all their exports are looked at. */
const seenPlatforms = (which: string): string => `
  WITH RECURSIVE seen(platform) AS (
    SELECT (SELECT platform FROM jobs WHERE ${which} AND platform > '' ORDER BY platform LIMIT 1)
    UNION ALL SELECT (SELECT platform FROM jobs WHERE ${which} AND jobs.platform > seen.platform ORDER BY jobs.platform LIMIT 1)
    FROM seen WHERE seen.platform IS NOT NULL
  )`;

/** The newest of two indexes, up to the end of the page, are all that it can hold: no other row is looked at. */
const NEWEST = `${LISTED} ORDER BY id DESC LIMIT @end`;
const LIST_OF_MEMBER = `
  SELECT * FROM jobs WHERE id IN (
    SELECT id FROM (
      SELECT id FROM (SELECT id FROM jobs WHERE member_uuid = @of AND ${NEWEST}) AS own
      UNION SELECT id FROM (SELECT id FROM jobs WHERE shared = 1 AND ${NEWEST}) AS shared
    ) AS seen ORDER BY id DESC LIMIT @limit OFFSET @offset
  ) ORDER BY id DESC`;

const NO_LABELS: Labels = { title: null, folder: null, tags: [] };

/** Exports of one list that are looked at for those with the same options. */
const LIKE_AT_MOST = 100;

interface JobStoreParts {
  /** Part of each change of an export, and of its transaction. Null: nobody shares the store. @throws TurnLost */
  readonly expectTurn: ((jobId: number) => void) | null;
  hide(jobId: number): void;
  now(): number;
}

/** Jobs for the engine: it alone writes them. */
export function createJobStore(connection: Connection, { hide, expectTurn, now }: JobStoreParts): JobStore {
  const insert = connection.prepare<unknown[], JobRow>(INSERT);
  const find = connection.prepare<[string], JobRow>('SELECT * FROM jobs WHERE guid = ?');
  const ledger = connection.prepare<[number], { ledger: string }>('SELECT ledger FROM jobs WHERE id = ?');
  const byStatus = connection.prepare<[JobStatus], JobRow>('SELECT * FROM jobs WHERE status = ? ORDER BY id');
  const knowsFile = connection.prepare<[string]>('SELECT 1 FROM job_files WHERE name = ?');
  const dropFiles = connection.prepare<[number]>('DELETE FROM job_files WHERE job_id = ?');
  const addFile = connection.prepare<[string, number]>('INSERT INTO job_files (name, job_id) VALUES (?, ?)');
  const updates = new Map<string, ReturnType<typeof connection.prepare<unknown[], JobRow>>>();

  /** Returns the way to the job as it is then. */
  function change(id: number, patch: JobPatch): () => JobRecord {
    const { files } = patch;
    const names = (Object.keys(patch) as (keyof JobPatch)[]).filter((name) => patch[name] !== undefined);
    const title = patch.ledger?.about === undefined ? null : soughtAs(patch.ledger.about.title);
    const columns = [...names.map((name) => `${PATCH_COLUMNS[name]} = ?`), ...(title === null ? [] : [TITLE_SAID]), 'updated_at_ms = ?'];
    const sql = `UPDATE jobs SET ${columns.join(', ')} WHERE id = ? RETURNING *`;
    const statement = updates.get(sql) ?? connection.prepare<unknown[], JobRow>(sql);
    updates.set(sql, statement);
    if (files !== undefined) dropFiles.run(id);
    for (const { name } of files ?? []) addFile.run(name, id);
    const values = [...names.map((name) => stored(patch, name)), ...(title === null ? [] : [title, title])];
    const changed = rowsLater(statement, ...values, now(), id);
    return () => toRecord(there(id, changed()[0]));
  }

  return {
    insert(job: NewJob, start: Ledger, labels: Labels = NO_LABELS): JobRecord {
      return toRecord(insert.get(...newRow(job, start, now()), ...labelRow(labels)) as JobRow);
    },
    find: (guid) => orNull(find.get(guid)),
    findAny(guid) {
      const removed = find.get(`${REMOVED} ${guid}`);
      return orNull(find.get(guid) ?? (removed === undefined ? undefined : { ...removed, guid }));
    },
    ledger: (id) => JSON.parse(there(id, ledger.get(id)).ledger) as Ledger,
    byStatus: (status) => byStatus.all(status).map(toRecord),
    ...formerJobs(connection),
    knowsFile: (name) => knowsFile.get(name) !== undefined,
    update(id, patch) {
      const isOneStatement = patch.files === undefined && expectTurn === null;
      const work = (): (() => JobRecord) => (expectTurn?.(id), change(id, patch));
      return (isOneStatement ? work() : connection.transaction(work).immediate())();
    },
    commit(id, work) {
      const all = connection.transaction(() => (expectTurn?.(id), change(id, work())));
      return onDisk(() => all.immediate())();
    },
    remove: (id) => connection.transaction(() => hide(id)).immediate(),
  };
}

/** The exports that came before one, in the ways in which that is asked. */
function formerJobs(connection: Connection): Pick<JobStore, 'lastDone' | 'newestLike' | 'doneLike'> {
  const lastDone = connection.prepare<[string, number], JobRow>(
    "SELECT * FROM jobs WHERE series = ? AND status = 'done' AND id <> ? ORDER BY id DESC LIMIT 1",
  );
  const doneLike = connection.prepare<[string, string, string | null, number], JobRow>(
    `SELECT * FROM jobs WHERE status = 'done' AND sandbox = 0 AND platform = ? AND target ->> '$.params' = ?
       AND member_uuid IS NOT DISTINCT FROM ? AND id <> ? ORDER BY id DESC LIMIT ${LIKE_AT_MOST}`,
  );
  const newestLike = connection.prepare<[string, string, string, number], JobRow>(
    `SELECT * ${SAME_LIST} AND sandbox = ? ORDER BY id DESC LIMIT 1`,
  );
  return {
    lastDone: (series, besidesId) => orNull(lastDone.get(series, besidesId)),
    newestLike(job) {
      const place = placeOf(job);
      return orNull(newestLike.get(place, place, job.memberUuid ?? '', Number(job.sandbox)));
    },
    doneLike: ({ platform, target, memberUuid, id }) =>
      doneLike.all(platform, JSON.stringify(target.params), memberUuid ?? null, id).map(toRecord),
  };
}

/** Another machine may have removed it, down to its row. @throws TurnLost */
function there<Row>(jobId: number, row: Row | undefined): Row {
  if (row === undefined) throw new TurnLost(`with the number ${jobId}`);
  return row;
}

/** In the order of `INSERT`, labels apart. */
function newRow(job: NewJob, start: Ledger, nowMs: number): readonly unknown[] {
  const { cookies = {}, ...options } = job.options;
  return [
    job.guid,
    job.url,
    JSON.stringify(options),
    JSON.stringify(Object.keys(cookies)),
    job.platform,
    JSON.stringify(job.target),
    job.plan,
    JSON.stringify(job.formats),
    Number(job.sandbox),
    job.batchId,
    job.tokenUuid,
    job.series ?? null,
    Number(job.byHand ?? false),
    JSON.stringify(start),
    nowMs,
    nowMs,
    job.memberUuid ?? null,
    Number(job.isShared ?? false),
    job.scheduleUuid ?? null,
  ];
}

/** The last ones of `INSERT`. */
function labelRow(labels: Labels): readonly (string | null)[] {
  return [labels.title, labels.folder, JSON.stringify(labels.tags), saidOf(labels, null)];
}

/** Jobs for the API thread, read only. */
export function createJobReader(connection: Connection): JobReader {
  const find = connection.prepare<[string], JobRow>('SELECT * FROM jobs WHERE guid = ?');
  const ofFile = connection.prepare<[string], JobRow>(
    'SELECT jobs.* FROM job_files JOIN jobs ON jobs.id = job_files.job_id WHERE name = ?',
  );
  const list = connection.prepare<[number, number], JobRow>(
    `SELECT * FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ${LISTED} ORDER BY id DESC LIMIT ? OFFSET ?) ORDER BY id DESC`,
  );
  const sought = jobSeeker(connection);
  const byId = connection.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const listOfMember = connection.prepare<{ of: string; limit: number; offset: number; end: number }, JobRow>(LIST_OF_MEMBER);
  const count = connection.prepare<[], { status: 'queueing' | 'progress'; jobs: number }>(
    `SELECT status, COUNT(*) AS jobs FROM jobs WHERE ${OPEN} GROUP BY status`,
  );
  const countOpen = connection.prepare<[string], { open: number }>(
    `SELECT (SELECT COUNT(*) FROM jobs WHERE ${OPEN})
       + (SELECT COUNT(*) FROM json_each(?) AS coming WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.guid = coming.value)) AS open`,
  );
  const ofBatch = connection.prepare<[string], JobRow>('SELECT * FROM jobs WHERE batch_id = ? ORDER BY id');
  const newest = connection.prepare<[], LastExport>(
    `${seenPlatforms(ENDED)}
     SELECT guid, jobs.platform, status, error_code AS errorCode, exported, finished_at_ms AS finishedAtMs FROM seen JOIN jobs ON jobs.id =
       (SELECT MAX(newest.id) FROM jobs AS newest WHERE ${ENDED} AND newest.platform = seen.platform)`,
  );
  const done = connection.prepare<[], { platform: string; finishedAtMs: number }>(
    `${seenPlatforms(DONE)}
     SELECT platform, (SELECT MAX(jobs.finished_at_ms) FROM jobs WHERE ${DONE} AND jobs.platform = seen.platform) AS finishedAtMs
     FROM seen WHERE platform IS NOT NULL`,
  );
  return {
    find: (guid) => orNull(find.get(guid)),
    ofFile: (name) => orNull(ofFile.get(name)),
    list({ page, limit, of, wish }) {
      if (wish !== undefined)
        return sought({ page, limit, of, wish })
          .flatMap((id) => byId.get(id) ?? [])
          .map(toRecord);
      const offset = (page - 1) * limit;
      const rows = of === undefined ? list.all(limit, offset) : listOfMember.all({ of, limit, offset, end: offset + limit });
      return rows.map(toRecord);
    },
    count() {
      const counts = { queueing: 0, progress: 0 };
      for (const { status, jobs } of count.all()) counts[status] = jobs;
      return counts;
    },
    countOpen: (coming) => countOpen.get(JSON.stringify(coming))?.open ?? 0,
    lastOfPlatforms: () => ({ newest: newest.all(), done: done.all() }),
    ofBatch: (batchId) => ofBatch.all(batchId).map(toRecord),
  };
}

function stored(patch: JobPatch, name: keyof JobPatch): unknown {
  if (name === 'ledger' || name === 'files') return JSON.stringify(patch[name]);
  if (name === 'byHand') return Number(patch.byHand);
  if (name === 'needsYou') return patch.needsYou === null ? null : JSON.stringify(patch.needsYou);
  return patch[name];
}

function orNull(row: JobRow | undefined): JobRecord | null {
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: JobRow): JobRecord {
  const ledger = JSON.parse(row.ledger) as Ledger;
  const record = {
    id: row.id,
    guid: row.guid,
    status: row.status,
    url: row.url,
    options: JSON.parse(row.options) as JobRecord['options'],
    cookieNames: JSON.parse(row.cookie_names) as string[],
    platform: row.platform,
    target: JSON.parse(row.target) as JobRecord['target'],
    plan: row.plan,
    formats: JSON.parse(row.formats) as JobRecord['formats'],
    sandbox: row.sandbox === 1,
    batchId: row.batch_id,
    tokenUuid: row.token_uuid,
    memberUuid: row.member_uuid,
    isShared: row.shared === 1,
    series: row.series,
    platformTotal: row.platform_total,
    exported: row.exported,
    replies: row.replies,
    retry: row.retry,
    error: row.error,
    errorCode: row.error_code,
    byHand: row.by_hand === 1,
    needsYou: row.needs_you === null ? null : (JSON.parse(row.needs_you) as JobRecord['needsYou'] & object),
    files: JSON.parse(row.files) as JobRecord['files'],
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    startedAtMs: row.started_at_ms,
    finishedAtMs: row.finished_at_ms,
    title: row.title,
    folder: row.folder,
    tags: JSON.parse(row.tags) as string[],
    incremental: ledger.incremental === undefined ? null : presentAccount(ledger.incremental),
    sentiment: presentSentiment(ledger.sentiment),
    ...(ledger.about === undefined ? {} : { pageTitle: ledger.about.title }),
    ...(ledger.about?.picture === undefined ? {} : { pagePicture: ledger.about.picture }),
    ...(ledger.raw === undefined ? {} : { rawAnswers: ledger.raw.answers }),
    // The next run of its schedule goes on from an incremental one.
    resumable: ledger.resumable && row.series === null,
  };
  return { ...record, completeness: presentLedger(ledger, record) };
}
