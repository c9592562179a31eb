import type { JobOptions } from '#core/contract/options.ts';
import type { ScheduleRecord, ScheduleStore, ScheduleTerms } from '#core/schedules/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface ScheduleRow {
  uuid: string;
  name: string | null;
  url: string;
  frequency: ScheduleRecord['frequency'];
  cron: string | null;
  timezone: string;
  anchor_at_ms: number;
  options: string;
  cookie_names: string;
  incremental: number;
  status: ScheduleRecord['status'];
  token_uuid: string | null;
  member_uuid: string | null;
  shared: number;
  next_run_at_ms: number | null;
  last_run_at_ms: number | null;
  last_job_guid: string | null;
  pending_guid: string | null;
  runs_count: number;
  missed_runs: number;
  last_error: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}

const INSERT = `
  INSERT INTO schedules (uuid, name, url, frequency, cron, timezone, anchor_at_ms, options, cookie_names, incremental, status,
    token_uuid, member_uuid, next_run_at_ms, created_at_ms, updated_at_ms)
  VALUES (@uuid, @name, @url, @frequency, @cron, @timezone, @anchorAtMs, @options, @cookieNames, @incremental, @status,
    @tokenUuid, @memberUuid, @nextRunAtMs, @createdAtMs, @createdAtMs)`;

const UPDATE = `
  UPDATE schedules SET name = @name, url = @url, frequency = @frequency, cron = @cron, timezone = @timezone,
    anchor_at_ms = @anchorAtMs, options = @options, cookie_names = @cookieNames, incremental = @incremental, status = @status,
    next_run_at_ms = @nextRunAtMs, updated_at_ms = @atMs
  WHERE uuid = @uuid`;

export function createScheduleStore(connection: Connection): ScheduleStore {
  const insert = connection.prepare<unknown[]>(INSERT);
  const find = connection.prepare<[string], ScheduleRow>('SELECT * FROM schedules WHERE uuid = ?');
  const list = connection.prepare<[number, number], ScheduleRow>('SELECT * FROM schedules ORDER BY id DESC LIMIT ? OFFSET ?');
  const listOfMember = connection.prepare<[string, number, number], ScheduleRow>(
    'SELECT * FROM schedules WHERE member_uuid = ? OR shared = 1 ORDER BY id DESC LIMIT ? OFFSET ?',
  );
  const count = connection.prepare<[], { schedules: number }>('SELECT COUNT(*) AS schedules FROM schedules');
  const countBefore = connection.prepare<[string], { schedules: number }>(
    'SELECT COUNT(*) AS schedules FROM schedules WHERE id < (SELECT id FROM schedules WHERE uuid = ?)',
  );
  const update = connection.prepare<unknown[]>(UPDATE);
  const remove = connection.prepare<[string]>('DELETE FROM schedules WHERE uuid = ?');
  const due = connection.prepare<[number], ScheduleRow>(
    `SELECT * FROM schedules WHERE status = 'active' AND next_run_at_ms <= ? ORDER BY id`,
  );
  const coming = connection.prepare<[number], ScheduleRow>(
    `SELECT * FROM schedules WHERE status = 'active' AND next_run_at_ms > ? ORDER BY id`,
  );
  const pending = connection.prepare<[], ScheduleRow>('SELECT * FROM schedules WHERE pending_guid IS NOT NULL ORDER BY id');
  const advance = connection.prepare<unknown[]>(
    `UPDATE schedules SET next_run_at_ms = @nextRunAtMs, missed_runs = missed_runs + @missed, pending_guid = coalesce(@guid, pending_guid)
     WHERE uuid = @uuid`,
  );
  const started = connection.prepare<unknown[]>(
    `UPDATE schedules SET pending_guid = NULL, last_job_guid = @guid, last_run_at_ms = @atMs, runs_count = runs_count + 1, last_error = NULL
     WHERE uuid = @uuid`,
  );
  const refused = connection.prepare<unknown[]>(
    'UPDATE schedules SET pending_guid = NULL, last_error = @why, missed_runs = missed_runs + @missed WHERE uuid = @uuid',
  );
  const findRecord = (uuid: string): ScheduleRecord | null => {
    const row = find.get(uuid);
    return row === undefined ? null : toRecord(row);
  };
  return {
    insert(schedule) {
      insert.run({ ...schedule, ...stored(schedule) });
      return findRecord(schedule.uuid) as ScheduleRecord;
    },
    find: findRecord,
    list({ page, limit, of }) {
      const offset = (page - 1) * limit;
      return (of === undefined ? list.all(limit, offset) : listOfMember.all(of, limit, offset)).map(toRecord);
    },
    count: () => count.get()?.schedules ?? 0,
    countBefore: (uuid) => countBefore.get(uuid)?.schedules ?? 0,
    update: (uuid, terms, atMs) => void update.run({ ...terms, ...stored(terms), uuid, atMs }),
    remove: (uuid) => void remove.run(uuid),
    due: (nowMs) => due.all(nowMs).map(toRecord),
    coming: (nowMs) => coming.all(nowMs).map(toRecord),
    pending: () => pending.all().map(toRecord),
    advance: (uuid, step) => void advance.run({ ...step, uuid }),
    started: (uuid, guid, atMs) => void started.run({ uuid, guid, atMs }),
    refused: (uuid, why, missed) => void refused.run({ uuid, why, missed }),
  };
}

function stored({ options, cookieNames, incremental }: ScheduleTerms) {
  return { options: JSON.stringify(options), cookieNames: JSON.stringify(cookieNames), incremental: Number(incremental) };
}

function toRecord(row: ScheduleRow): ScheduleRecord {
  return {
    uuid: row.uuid,
    name: row.name,
    url: row.url,
    frequency: row.frequency,
    cron: row.cron,
    timezone: row.timezone,
    anchorAtMs: row.anchor_at_ms,
    options: JSON.parse(row.options) as JobOptions,
    cookieNames: JSON.parse(row.cookie_names) as string[],
    incremental: row.incremental === 1,
    status: row.status,
    tokenUuid: row.token_uuid,
    memberUuid: row.member_uuid,
    isShared: row.shared === 1,
    nextRunAtMs: row.next_run_at_ms,
    lastRunAtMs: row.last_run_at_ms,
    lastJobGuid: row.last_job_guid,
    pendingGuid: row.pending_guid,
    runsCount: row.runs_count,
    missedRuns: row.missed_runs,
    lastError: row.last_error,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
