-- All that exports are looked for by, so that the wide rows themselves are not read: the text as in sought-jobs.ts.
CREATE INDEX jobs_sought ON jobs (
  id, status, lower(platform || ' ' || url || ' ' || (target ->> '$.type')), platform, created_at_ms, member_uuid, shared
) WHERE status <> 'removed';
