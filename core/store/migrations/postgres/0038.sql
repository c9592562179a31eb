-- What people call exports and sort them by. tags: a JSON list; said: all of it in lower case, to be looked for.
ALTER TABLE jobs ADD COLUMN title TEXT;
ALTER TABLE jobs ADD COLUMN folder TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN tags TEXT COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE jobs ADD COLUMN said TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_in_folders ON jobs (folder, id) WHERE folder IS NOT NULL AND status <> 'removed';
CREATE INDEX jobs_tagged ON jobs (id) WHERE tags <> '[]' AND status <> 'removed';
-- By parts of texts, as in sought-jobs.ts. Where the server has no such index, or its owner lets nobody add one, all texts are looked at.
DROP INDEX IF EXISTS jobs_sought;
DO $$
BEGIN
  CREATE INDEX jobs_sought ON jobs USING gin ((lower(platform || ' ' || url || ' ' || (target ->> '$.type')) || ' ' || said) gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Texts of exports are searched without an index: %', SQLERRM;
END $$;

-- Filters of the list of exports under a name. `owner`: a member's uuid; empty: the owner of the data folder.
CREATE TABLE list_views (
  owner TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  filters TEXT NOT NULL,
  PRIMARY KEY (owner, name)
);

-- What people say of rows. place: SHA-256 of the list that the row stands in, whichever export brought it, as in remarks.ts; owner: whose those
-- exports are.
CREATE TABLE remarks (
  owner TEXT COLLATE "C" NOT NULL,
  place TEXT COLLATE "C" NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  starred INTEGER NOT NULL,
  note TEXT,
  tags TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (owner, place, item_id)
);
CREATE INDEX jobs_by_place ON jobs (
  substr(platform || ' ' || (target ->> '$.type') || ' ' || (target ->> '$.params'), 1, 500)
) WHERE status <> 'removed';
