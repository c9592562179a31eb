-- Lists of many exports and messages: nothing but the page that is shown is looked at. What an index says it holds stands in it too, or SQLite looks the row up.
CREATE INDEX jobs_listed ON jobs (id, status) WHERE status <> 'removed';
DROP INDEX jobs_by_member;
CREATE INDEX jobs_by_member ON jobs (member_uuid, id, status) WHERE member_uuid IS NOT NULL AND status <> 'removed';
DROP INDEX jobs_shared;
CREATE INDEX jobs_shared ON jobs (shared, id, status) WHERE shared = 1 AND status <> 'removed';
CREATE INDEX jobs_open ON jobs (status, needs_you, sandbox) WHERE status IN ('queueing', 'progress') AND needs_you IS NULL AND sandbox = 0;
CREATE INDEX jobs_ended ON jobs (sandbox, platform, id, status) WHERE sandbox = 0 AND status IN ('done', 'error', 'stopped');
CREATE INDEX jobs_done ON jobs (sandbox, platform, finished_at_ms, status) WHERE sandbox = 0 AND status = 'done';
CREATE INDEX webhook_messages_by_webhook ON webhook_messages (webhook_id, id);
CREATE INDEX webhook_messages_by_event ON webhook_messages (event, id);
CREATE INDEX webhook_messages_by_call ON webhook_messages (webhook_id, last_call_at_ms);
CREATE INDEX audit_by_member ON audit (member_uuid, id) WHERE member_uuid IS NOT NULL;

-- Lists that are given are short: with the thousand rows that PostgreSQL reckons with, it would rather go through a whole table.
ALTER FUNCTION json_each(TEXT) ROWS 5;
