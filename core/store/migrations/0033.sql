-- Draws among the rows of an export, as they came out: the rules with their seed, and the answer. They go with the export.
CREATE TABLE draws (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  drawn_at_ms INTEGER NOT NULL,
  rules TEXT NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (job_id, drawn_at_ms)
) STRICT, WITHOUT ROWID;
