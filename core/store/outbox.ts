import { randomUUID } from 'node:crypto';
import { SUSPENDED_AFTER_FAILURES, WEBHOOK_STATUS } from '#core/contract/webhook.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { OutboxStore } from '#core/engine/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import type { OutgoingMessage, OutgoingQueue, OutgoingWebhook } from '#core/webhooks/outgoing.ts';

interface OutgoingRow {
  uuid: string;
  event: OutgoingMessage['event'];
  event_id: string;
  message_id: string;
  job_guid: string;
  job: string | null;
  body: string | null;
  tries: number;
  round: number;
  webhook_uuid: string;
  webhook_url: string;
  webhook_failures: number;
}

const SELECT = `
  SELECT webhook_messages.*, webhooks.uuid AS webhook_uuid, webhooks.url AS webhook_url, webhooks.failures AS webhook_failures
  FROM webhook_messages JOIN webhooks ON webhooks.id = webhook_messages.webhook_id`;

/** Machines of a team may tell the time so differently. */
const CLOCKS_APART_MS = 60_000;

const { disabled, enabled, suspended } = WEBHOOK_STATUS;

/** What a try leaves of the webhook, by how it went. A webhook that was disabled meanwhile stays so. */
const AFTER_TRY = {
  delivered: 'UPDATE webhooks SET failures = 0 WHERE uuid = ?',
  failed: `UPDATE webhooks SET failures = failures + 1,
    status = CASE WHEN status = ${enabled} AND failures + 1 >= ${SUSPENDED_AFTER_FAILURES} THEN ${suspended} ELSE status END WHERE uuid = ?`,
  gone: `UPDATE webhooks SET failures = failures + 1, status = ${disabled} WHERE uuid = ?`,
} as const;

/** Whose webhooks hear of an export: the owner's, those of members who are owners, and of those who see it. */
const HEARS = `(member_uuid IS NULL OR @shared = 1 OR member_uuid = @member
  OR EXISTS (SELECT 1 FROM members WHERE members.uuid = webhooks.member_uuid AND role = 'owner'))`;

/** The engine's side: messages are added in its own transactions. */
export function createOutbox(connection: Connection, now: () => number): OutboxStore {
  const receivers = connection.prepare<{ event: string; shared: number; member: string | null }, { id: number }>(
    `SELECT id FROM webhooks WHERE status = ${enabled} AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = @event) AND ${HEARS}`,
  );
  const insert = connection.prepare<unknown[]>(
    `INSERT INTO webhook_messages (uuid, webhook_id, event, event_id, message_id, job_guid, job, next_call_at_ms, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    add(event, job) {
      const eventId = `evt_${randomUUID()}`;
      const heard = { event, shared: Number(job.isShared ?? false), member: job.memberUuid ?? null };
      for (const { id } of receivers.all(heard)) {
        insert.run(randomUUID(), id, event, eventId, `msg_${randomUUID()}`, job.guid, JSON.stringify(job), now(), now());
      }
    },
  };
}

/** The dispatcher's side. */
export function createOutgoingQueue(connection: Connection): OutgoingQueue {
  const webhooksDue = connection.prepare<[number], OutgoingWebhook>(
    `SELECT uuid, url, failures FROM webhooks WHERE status = ${enabled}
       AND EXISTS (SELECT 1 FROM webhook_messages WHERE webhook_id = webhooks.id AND next_call_at_ms <= ?)`,
  );
  const due = connection.prepare<[string, number, number], OutgoingRow>(
    `${SELECT} WHERE webhooks.uuid = ? AND next_call_at_ms <= ? ORDER BY webhook_messages.id LIMIT ?`,
  );
  const nextDue = connection.prepare<[number], { at: number | null }>(
    `SELECT MIN(next_call_at_ms) AS at FROM webhook_messages JOIN webhooks ON webhooks.id = webhook_messages.webhook_id
     WHERE webhooks.status = ${enabled} AND next_call_at_ms > ?`,
  );
  const ofFuture = 'next_call_at_ms > @now AND coalesce(last_call_at_ms, created_at_ms) > @ahead';
  const hasFuture = connection.prepare<{ now: number; ahead: number }, { found: number }>(
    `SELECT count(*) AS found FROM webhook_messages WHERE ${ofFuture}`,
  );
  const forgetFuture = connection.prepare<{ now: number; ahead: number }>(
    `UPDATE webhook_messages SET next_call_at_ms = @now WHERE ${ofFuture}`,
  );
  const find = connection.prepare<[string], OutgoingRow>(`${SELECT} WHERE webhook_messages.uuid = ?`);
  const writeBody = connection.prepare<[string, string]>('UPDATE webhook_messages SET body = ?, job = NULL WHERE uuid = ?');
  const settle = connection.prepare<unknown[]>(
    `UPDATE webhook_messages SET response_code = @code, error = @error, calls = calls + 1, last_call_at_ms = @at, last_call_ms = @elapsed,
       tries = CASE WHEN round = @round THEN @tries ELSE tries END,
       next_call_at_ms = CASE WHEN round = @round THEN @next ELSE next_call_at_ms END
     WHERE uuid = @uuid`,
  );
  const afterTry = {
    delivered: connection.prepare<[string]>(AFTER_TRY.delivered),
    failed: connection.prepare<[string]>(AFTER_TRY.failed),
    gone: connection.prepare<[string]>(AFTER_TRY.gone),
  };
  return {
    webhooksDue: (nowMs) => webhooksDue.all(nowMs),
    due: (webhookUuid, nowMs, limit) => due.all(webhookUuid, nowMs, limit).map(toMessage),
    forgetFuture(nowMs) {
      const moment = { now: nowMs, ahead: nowMs + CLOCKS_APART_MS };
      // Looking takes nobody's turn to write.
      if ((hasFuture.get(moment)?.found ?? 0) > 0) forgetFuture.run(moment);
    },
    nextDueAtMs: (nowMs) => nextDue.get(nowMs)?.at ?? null,
    find(uuid) {
      const row = find.get(uuid);
      return row === undefined ? null : toMessage(row);
    },
    writeBody: (uuid, body) => void writeBody.run(body, uuid),
    settle({ uuid, round, tries, webhook }, { outcome, responseCode, error, atMs, elapsedMs, nextCallAtMs }) {
      connection
        .transaction(() => {
          settle.run({ uuid, round, tries: tries + 1, code: responseCode, error, at: atMs, elapsed: elapsedMs, next: nextCallAtMs });
          afterTry[outcome].run(webhook.uuid);
        })
        .immediate();
    },
  };
}

function toMessage(row: OutgoingRow): OutgoingMessage {
  return {
    uuid: row.uuid,
    event: row.event,
    eventId: row.event_id,
    messageId: row.message_id,
    jobGuid: row.job_guid,
    job: row.job === null ? null : (JSON.parse(row.job) as JobRecord),
    body: row.body,
    tries: row.tries,
    round: row.round,
    webhook: { uuid: row.webhook_uuid, url: row.webhook_url, failures: row.webhook_failures },
  };
}
