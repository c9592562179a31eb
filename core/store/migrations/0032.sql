-- Rows that the runs of a living dataset share. dataset_id: the job that holds them, which has the state `removed` and goes once no run names it
-- any more. On its pages stand the rows of one run each: `cursor_hash` is that, `read_key` the order in which runs came. is_folded: the run has no
-- rows of its own left.
ALTER TABLE jobs ADD COLUMN dataset_id INTEGER;
ALTER TABLE jobs ADD COLUMN is_folded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX jobs_by_dataset ON jobs (dataset_id) WHERE dataset_id IS NOT NULL;
CREATE INDEX jobs_to_fold ON jobs (id) WHERE dataset_id IS NOT NULL AND is_folded = 0;

-- Of such a run. of_seq: the shared row that this one stands for; it has no body then. former_seq: the row whose words were others.
-- since_ms: when these words were read first; first_ms: when the item was. seen_ms: when it was read last; gone_ms: when it was found to be gone.
ALTER TABLE items ADD COLUMN of_seq INTEGER;
ALTER TABLE items ADD COLUMN former_seq INTEGER;
ALTER TABLE items ADD COLUMN since_ms INTEGER;
ALTER TABLE items ADD COLUMN first_ms INTEGER;
ALTER TABLE items ADD COLUMN seen_ms INTEGER;
ALTER TABLE items ADD COLUMN gone_ms INTEGER;

-- The rows of a page once its run is folded, see core/store/folded-page.ts, and how many.
ALTER TABLE pages ADD COLUMN folded BLOB;
ALTER TABLE pages ADD COLUMN folded_rows INTEGER;

-- Two runs that share a row may have it judged by two judges.
CREATE TABLE verdicts_by_judge (
  seq INTEGER NOT NULL REFERENCES items (seq) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  score REAL,
  language TEXT,
  PRIMARY KEY (seq, judge)
) STRICT, WITHOUT ROWID;
INSERT INTO verdicts_by_judge (seq, judge, sentiment, score, language) SELECT seq, judge, sentiment, score, language FROM verdicts;
DROP TABLE verdicts;
ALTER TABLE verdicts_by_judge RENAME TO verdicts;
