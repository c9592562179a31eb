CREATE INDEX jobs_by_platform ON jobs (platform, id) WHERE status <> 'removed';
CREATE INDEX jobs_by_time ON jobs (created_at_ms, id) WHERE status <> 'removed';
-- By parts of texts, as in sought-jobs.ts. Where the server has no such index, or its owner lets nobody add one, all texts are looked at.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX jobs_sought ON jobs USING gin (lower(platform || ' ' || url || ' ' || (target ->> '$.type')) gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Texts of exports are searched without an index: %', SQLERRM;
END $$;
