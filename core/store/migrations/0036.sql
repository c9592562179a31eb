-- Files that rows of an export name, as far as they were fetched. `file`: below the folder of exports, named by what it holds: exports share it.
CREATE TABLE media (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  file TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (job_id, url)
) STRICT, WITHOUT ROWID;
CREATE INDEX media_by_file ON media (file, job_id);
ALTER TABLE bulk_downloads ADD COLUMN media INTEGER NOT NULL DEFAULT 0;
