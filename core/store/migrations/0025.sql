-- Which export a file belongs to: its link names the file alone.
CREATE TABLE job_files (
  name TEXT NOT NULL PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX job_files_of_job ON job_files (job_id);
INSERT INTO job_files (name, job_id)
  SELECT file.value ->> 'name', jobs.id FROM jobs, json_each(jobs.files) AS file WHERE true ON CONFLICT DO NOTHING;
CREATE INDEX bulk_downloads_by_file ON bulk_downloads (file_name);
