-- Exports that go on from another one and have not copied all of it yet. exported: so many kept items of it, in reading order, were exported
-- there. What was copied so far: requests up to (entry_hash, entry_id), pages in reading order, the kept items on them, and of these the own ones.
CREATE TABLE take_overs (
  job_id INTEGER PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  from_id INTEGER NOT NULL,
  exported INTEGER NOT NULL,
  entry_hash INTEGER NOT NULL DEFAULT -1,
  entry_id INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  place INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  replies INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX take_overs_by_source ON take_overs (from_id);
