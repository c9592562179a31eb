import { WEBHOOK_STATUS, type WebhookSummary } from '#core/contract/webhook.ts';
import type { WebhookRecord, WebhookStore } from '#core/webhooks/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { createMessageStore } from '#core/store/webhook-messages.ts';

interface WebhookRow {
  uuid: string;
  url: string;
  events: string;
  status: WebhookRecord['status'];
  delivered: number;
  last_call_at_ms: number | null;
  created_at_ms: number;
  member_uuid: string | null;
}

const SELECT = `
  SELECT webhooks.uuid, webhooks.url, webhooks.events, webhooks.status, webhooks.created_at_ms, webhooks.member_uuid,
    (SELECT COUNT(*) FROM webhook_messages WHERE webhook_id = webhooks.id AND response_code BETWEEN 200 AND 299) AS delivered,
    (SELECT MAX(last_call_at_ms) FROM webhook_messages WHERE webhook_id = webhooks.id) AS last_call_at_ms
  FROM webhooks`;

const SUMMARY = `
  SELECT
    (SELECT COUNT(*) FROM webhooks WHERE member_uuid = @of OR @of IS NULL) AS total_webhooks,
    (SELECT COUNT(*) FROM webhooks WHERE status = ${WEBHOOK_STATUS.enabled} AND (member_uuid = @of OR @of IS NULL)) AS active_webhooks,
    COUNT(*) AS total_events,
    COUNT(*) FILTER (WHERE response_code BETWEEN 200 AND 299) AS successful_deliveries,
    COUNT(*) FILTER (WHERE calls > 0 AND response_code NOT BETWEEN 200 AND 299) AS failed_deliveries
  FROM webhook_messages WHERE webhook_id IN (SELECT id FROM webhooks WHERE member_uuid = @of) OR @of IS NULL`;

/** Webhooks and their messages for the API thread. */
export function createWebhookStore(connection: Connection): WebhookStore {
  const insert = connection.prepare<unknown[]>(
    'INSERT INTO webhooks (uuid, url, events, status, created_at_ms, member_uuid) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const find = connection.prepare<[string], WebhookRow>(`${SELECT} WHERE uuid = ?`);
  const list = connection.prepare<{ part: string | null; of: string | null; limit: number; offset: number }, WebhookRow>(
    `${SELECT} WHERE (instr(lower(url), lower(@part)) > 0 OR @part IS NULL) AND (member_uuid = @of OR @of IS NULL)
     ORDER BY id DESC LIMIT @limit OFFSET @offset`,
  );
  const count = connection.prepare<[], { webhooks: number }>('SELECT COUNT(*) AS webhooks FROM webhooks');
  const update = connection.prepare<unknown[]>(
    `UPDATE webhooks SET url = coalesce(@url, url), events = coalesce(@events, events), status = coalesce(@status, status),
       failures = CASE WHEN @status = ${WEBHOOK_STATUS.enabled} THEN 0 ELSE failures END
     WHERE uuid = @uuid`,
  );
  const remove = connection.prepare<[string]>('DELETE FROM webhooks WHERE uuid = ?');
  const summary = connection.prepare<{ of: string | null }, WebhookSummary>(SUMMARY);
  const findRecord = (uuid: string): WebhookRecord | null => {
    const row = find.get(uuid);
    return row === undefined ? null : toRecord(row);
  };
  return {
    ...createMessageStore(connection),
    insert(webhook) {
      insert.run(
        webhook.uuid,
        webhook.url,
        JSON.stringify(webhook.events),
        webhook.status,
        webhook.createdAtMs,
        webhook.memberUuid ?? null,
      );
      return { ...webhook, delivered: 0, lastCallAtMs: null };
    },
    find: findRecord,
    list: ({ page, limit, urlPart, of = null }) => list.all({ part: urlPart, of, limit, offset: (page - 1) * limit }).map(toRecord),
    count: () => count.get()?.webhooks ?? 0,
    update(uuid, { url, events, status }) {
      update.run({ uuid, url: url ?? null, events: events === undefined ? null : JSON.stringify(events), status: status ?? null });
      return findRecord(uuid);
    },
    remove: (uuid) => void remove.run(uuid),
    summary: (of) => summary.get({ of: of ?? null }) as WebhookSummary,
  };
}

function toRecord(row: WebhookRow): WebhookRecord {
  return {
    uuid: row.uuid,
    url: row.url,
    events: JSON.parse(row.events) as WebhookRecord['events'],
    status: row.status,
    delivered: row.delivered,
    lastCallAtMs: row.last_call_at_ms,
    createdAtMs: row.created_at_ms,
    memberUuid: row.member_uuid,
  };
}
