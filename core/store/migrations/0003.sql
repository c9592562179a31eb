-- Webhooks and what they are sent. The secret of a webhook is in the vault.
-- status: 0 disabled, 1 enabled, 2 suspended. failures: tries in a row without success. events: JSON.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  status INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- One message to one webhook, stored in the transaction that changes the job. job: the job at that moment (JSON), until
-- body is written from it for the first try. tries: failed ones in this round; a resend starts a new round.
-- next_call_at_ms: null where nothing more is sent by itself.
CREATE TABLE webhook_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  event_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  job_guid TEXT NOT NULL,
  job TEXT,
  body TEXT,
  response_code INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  calls INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 0,
  next_call_at_ms INTEGER,
  last_call_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_messages_due ON webhook_messages (webhook_id, next_call_at_ms) WHERE next_call_at_ms IS NOT NULL;
CREATE INDEX webhook_messages_by_answer ON webhook_messages (webhook_id, response_code);
CREATE INDEX webhook_messages_by_message ON webhook_messages (message_id);

-- Resends of the last minute, for their limit.
CREATE TABLE webhook_resends (
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_resends_by_webhook ON webhook_resends (webhook_id, at_ms);
