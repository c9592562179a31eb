-- Jobs and everything one export fetched. Instants are milliseconds since 1970; JSON columns are text.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  guid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  url TEXT NOT NULL,
  options TEXT NOT NULL,
  cookie_names TEXT NOT NULL,
  platform TEXT NOT NULL,
  target TEXT NOT NULL,
  plan TEXT NOT NULL,
  formats TEXT NOT NULL,
  sandbox INTEGER NOT NULL,
  batch_id TEXT,
  token_uuid TEXT,
  platform_total INTEGER,
  exported INTEGER NOT NULL DEFAULT 0,
  replies INTEGER NOT NULL DEFAULT 0,
  retry INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  error_code TEXT,
  ledger TEXT NOT NULL,
  files TEXT NOT NULL DEFAULT '[]',
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  started_at_ms INTEGER,
  finished_at_ms INTEGER
) STRICT;
CREATE INDEX jobs_by_status ON jobs (status, id);
CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL;

-- Requests still to be made. A row goes in the transaction that stores what its page answered.
CREATE TABLE frontier (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  read_key TEXT NOT NULL,
  root TEXT NOT NULL,
  hops INTEGER NOT NULL,
  path TEXT NOT NULL,
  role TEXT NOT NULL,
  under TEXT,
  expect INTEGER,
  optional INTEGER NOT NULL,
  cursor TEXT NOT NULL,
  cursor_hash INTEGER NOT NULL
) STRICT;
CREATE INDEX frontier_by_job ON frontier (job_id, cursor_hash);

-- Answers that were stored, in reading order by read_key. The hash of a cursor keeps it from being used twice.
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  read_key TEXT NOT NULL,
  kept INTEGER NOT NULL,
  cursor_hash INTEGER NOT NULL
) STRICT;
CREATE INDEX pages_by_cursor ON pages (job_id, cursor_hash);

-- state: 0 kept, 1 filtered by the job's options, 2 exported by the job that this one continues. An id comes once in a job:
-- the engine's thread, which alone writes here, keeps an index of them in memory. One on disk would take in each page at as
-- many places as the page has items, which is most of what a commit would write.
CREATE TABLE items (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  parent_id TEXT,
  page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  state INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
-- All but the bodies, so that reading order and ids are read without them.
CREATE INDEX items_by_page ON items (page_id, position, state, id, parent_id);

-- SHA-256 only; the value is in the vault.
CREATE TABLE tokens (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE hosts (
  host TEXT PRIMARY KEY,
  per_second REAL NOT NULL,
  paused_until_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
