-- Exports that repeat. Their cookies are in the vault. status: active, paused. cron: null unless frequency is custom.
-- anchor_at_ms: the due times of a frequency keep its time of day. pending_guid: the export of a run that has begun to be
-- created, so that a crash in between neither loses nor doubles it. next_run_at_ms: null while paused.
CREATE TABLE schedules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT,
  url TEXT NOT NULL,
  frequency TEXT NOT NULL,
  cron TEXT,
  timezone TEXT NOT NULL,
  anchor_at_ms INTEGER NOT NULL,
  options TEXT NOT NULL,
  cookie_names TEXT NOT NULL,
  incremental INTEGER NOT NULL,
  status TEXT NOT NULL,
  token_uuid TEXT,
  next_run_at_ms INTEGER,
  last_run_at_ms INTEGER,
  last_job_guid TEXT,
  pending_guid TEXT,
  runs_count INTEGER NOT NULL DEFAULT 0,
  missed_runs INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
