-- People besides the owner. What belongs to one of them names them in member_uuid: null is the owner of the data folder. What is shared
-- is read by all of them. role: owner, member, reader.
CREATE TABLE members (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

ALTER TABLE jobs ADD COLUMN member_uuid TEXT;
ALTER TABLE jobs ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
-- Whose run it is, incremental or not; of runs before this was noted, of incremental ones alone.
ALTER TABLE jobs ADD COLUMN schedule_uuid TEXT;
UPDATE jobs SET schedule_uuid = series WHERE series IS NOT NULL;
CREATE INDEX jobs_by_member ON jobs (member_uuid, id) WHERE member_uuid IS NOT NULL;
CREATE INDEX jobs_shared ON jobs (id) WHERE shared = 1;
CREATE INDEX jobs_by_schedule ON jobs (schedule_uuid) WHERE schedule_uuid IS NOT NULL;

ALTER TABLE tokens ADD COLUMN member_uuid TEXT;
ALTER TABLE schedules ADD COLUMN member_uuid TEXT;
ALTER TABLE schedules ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN member_uuid TEXT;
ALTER TABLE batches ADD COLUMN member_uuid TEXT;
ALTER TABLE bulk_downloads ADD COLUMN member_uuid TEXT;

-- Two people may each have an account of the same name.
CREATE TABLE accounts_of_members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  cookie_names TEXT NOT NULL,
  source TEXT NOT NULL,
  expires_at_ms INTEGER,
  needs_login_since_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  user_agent TEXT,
  member_uuid TEXT
) STRICT;
INSERT INTO accounts_of_members (id, uuid, platform, name, cookie_names, source, expires_at_ms, needs_login_since_ms, created_at_ms,
  saved_at_ms, user_agent)
  SELECT id, uuid, platform, name, cookie_names, source, expires_at_ms, needs_login_since_ms, created_at_ms, saved_at_ms, user_agent
  FROM accounts;
DROP TABLE accounts;
ALTER TABLE accounts_of_members RENAME TO accounts;
CREATE UNIQUE INDEX accounts_by_name ON accounts (platform, name, coalesce(member_uuid, ''));

-- What was changed, by whom, when and from where: never what was said in it. caller: owner, token, client. subjects: JSON list of the ids
-- that it was about. outcome: ok, or the code of the refusal.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms INTEGER NOT NULL,
  member_uuid TEXT,
  caller TEXT NOT NULL,
  token_uuid TEXT,
  client_id TEXT,
  address TEXT,
  operation TEXT NOT NULL,
  subjects TEXT NOT NULL,
  outcome TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at_ms);
