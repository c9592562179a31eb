-- Exports that API tokens created, for the limits of the plan. A row outlives its job: deleting one gives no creation back.
-- in_batch: 1 counts for the day only, not for the short windows.
CREATE TABLE creations (
  guid TEXT PRIMARY KEY,
  created_at_ms INTEGER NOT NULL,
  in_batch INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX creations_by_time ON creations (created_at_ms);
CREATE INDEX creations_by_kind ON creations (in_batch, created_at_ms);

-- Batches, those without any export too. Their exports name them in jobs.batch_id.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  submitted INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
