-- What people call exports and sort them by. tags: a JSON list; said: all of it in lower case, to be looked for.
ALTER TABLE jobs ADD COLUMN title TEXT;
ALTER TABLE jobs ADD COLUMN folder TEXT;
ALTER TABLE jobs ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE jobs ADD COLUMN said TEXT NOT NULL DEFAULT '';
DROP INDEX jobs_sought;
CREATE INDEX jobs_sought ON jobs (
  id, status, lower(platform || ' ' || url || ' ' || (target ->> '$.type')) || ' ' || said, platform, created_at_ms, member_uuid, shared, folder, tags
) WHERE status <> 'removed';
CREATE INDEX jobs_in_folders ON jobs (folder, member_uuid, shared, status) WHERE folder IS NOT NULL AND status <> 'removed';
CREATE INDEX jobs_tagged ON jobs (tags, member_uuid, shared, status) WHERE tags <> '[]' AND status <> 'removed';

-- Filters of the list of exports under a name. `owner`: a member's uuid; empty: the owner of the data folder.
CREATE TABLE list_views (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  filters TEXT NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;

-- What people say of rows. place: SHA-256 of the list that the row stands in, whichever export brought it, as in remarks.ts; owner: whose those
-- exports are.
CREATE TABLE remarks (
  owner TEXT NOT NULL,
  place TEXT NOT NULL,
  item_id TEXT NOT NULL,
  starred INTEGER NOT NULL,
  note TEXT,
  tags TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, place, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_place ON jobs (
  substr(platform || ' ' || (target ->> '$.type') || ' ' || (target ->> '$.params'), 1, 500), status
) WHERE status <> 'removed';
