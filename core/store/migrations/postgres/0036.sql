-- Files that rows of an export name, as far as they were fetched. `file`: below the folder of exports, named by what it holds: exports share it.
CREATE TABLE media (
  job_id BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  url TEXT COLLATE "C" NOT NULL,
  file TEXT COLLATE "C" NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (job_id, url)
);
CREATE INDEX media_by_file ON media (file, job_id);
ALTER TABLE bulk_downloads ADD COLUMN media BIGINT NOT NULL DEFAULT 0;
