import type { WebhookMessageRecord, WebhookStore } from '#core/webhooks/ports.ts';
import type { Connection, Statement } from '#core/store/connection.ts';

interface MessageRow {
  uuid: string;
  webhook_uuid: string;
  webhook_url: string;
  event: WebhookMessageRecord['event'];
  message_id: string;
  body: string | null;
  response_code: number;
  error: string | null;
  calls: number;
  created_at_ms: number;
  last_call_at_ms: number | null;
  last_call_ms: number | null;
  next_call_at_ms: number | null;
}

/** The part of the webhook store that speaks of messages. */
type MessageStore = Pick<WebhookStore, 'messages' | 'findMessage' | 'insertMessage' | 'resend' | 'resentSince'>;

const SELECT = `
  SELECT webhook_messages.*, webhooks.uuid AS webhook_uuid, webhooks.url AS webhook_url
  FROM webhook_messages JOIN webhooks ON webhooks.id = webhook_messages.webhook_id`;

/** What may be asked of messages: each is answered from an index of its own. */
const FILTERS = {
  webhook: 'webhook_id = (SELECT id FROM webhooks WHERE uuid = @webhook)',
  event: 'event = @event',
  message: 'message_id = @message',
  of: 'webhook_id IN (SELECT id FROM webhooks WHERE member_uuid = @of)',
} as const;

type ListParameters = Record<keyof typeof FILTERS, string | null> & { limit: number; offset: number };

/** Resends are noted for this long. */
const RESENDS_KEPT_MS = 3_600_000;

export function createMessageStore(connection: Connection): MessageStore {
  const find = connection.prepare<[string], MessageRow>(`${SELECT} WHERE webhook_messages.uuid = ?`);
  const lists = new Map<string, Statement<[ListParameters], MessageRow>>();
  const list = (parameters: ListParameters): readonly MessageRow[] => {
    const asked = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter((name) => parameters[name] !== null);
    const statement = lists.get(asked.join()) ?? connection.prepare<ListParameters, MessageRow>(listOf(asked.map((name) => FILTERS[name])));
    lists.set(asked.join(), statement);
    return statement.all(parameters);
  };
  const insert = connection.prepare<unknown[]>(
    `INSERT INTO webhook_messages (uuid, webhook_id, event, event_id, message_id, job_guid, body, created_at_ms)
     SELECT ?, id, ?, ?, ?, '', ?, ? FROM webhooks WHERE uuid = ?`,
  );
  const queue = connection.prepare<[number, string], { webhook_id: number }>(
    'UPDATE webhook_messages SET next_call_at_ms = ?, tries = 0, round = round + 1 WHERE uuid = ? RETURNING webhook_id',
  );
  const forgetResends = connection.prepare<[number]>('DELETE FROM webhook_resends WHERE at_ms < ?');
  const noteResend = connection.prepare<[number, number]>('INSERT INTO webhook_resends (webhook_id, at_ms) VALUES (?, ?)');
  const resent = connection.prepare<[string, number], { at_ms: number }>(
    `SELECT at_ms FROM webhook_resends JOIN webhooks ON webhooks.id = webhook_resends.webhook_id
     WHERE webhooks.uuid = ? AND at_ms > ? ORDER BY at_ms`,
  );
  return {
    messages: ({ page, limit, webhookUuid, event, messageId, of = null }) =>
      list({ webhook: webhookUuid, event, message: messageId, of, limit, offset: (page - 1) * limit }).map(toRecord),
    findMessage(uuid) {
      const row = find.get(uuid);
      return row === undefined ? null : toRecord(row);
    },
    insertMessage: ({ uuid, webhookUuid, event, eventId, messageId, body, createdAtMs }) =>
      void insert.run(uuid, event, eventId, messageId, body, createdAtMs, webhookUuid),
    resend(uuid, nowMs) {
      connection
        .transaction(() => {
          const row = queue.get(nowMs, uuid);
          if (row === undefined) return;
          forgetResends.run(nowMs - RESENDS_KEPT_MS);
          noteResend.run(row.webhook_id, nowMs);
        })
        .immediate();
    },
    resentSince: (webhookUuid, sinceMs) => resent.all(webhookUuid, sinceMs).map((row) => row.at_ms),
  };
}

function listOf(conditions: readonly string[]): string {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return `${SELECT} WHERE webhook_messages.id IN (SELECT id FROM webhook_messages ${where} ORDER BY id DESC LIMIT @limit OFFSET @offset)
    ORDER BY webhook_messages.id DESC`;
}

function toRecord(row: MessageRow): WebhookMessageRecord {
  return {
    uuid: row.uuid,
    webhook: { uuid: row.webhook_uuid, url: row.webhook_url },
    event: row.event,
    messageId: row.message_id,
    body: row.body,
    responseCode: row.response_code,
    error: row.error,
    calls: row.calls,
    createdAtMs: row.created_at_ms,
    lastCallAtMs: row.last_call_at_ms,
    lastCallMs: row.last_call_ms,
    nextCallAtMs: row.next_call_at_ms,
  };
}
