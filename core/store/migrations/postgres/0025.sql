-- Which export a file belongs to: its link names the file alone.
CREATE TABLE job_files (
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  job_id BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE
);
CREATE INDEX job_files_of_job ON job_files (job_id);
INSERT INTO job_files (name, job_id)
  SELECT file ->> 'name', jobs.id FROM jobs, json_array_elements(jobs.files::json) AS file ON CONFLICT DO NOTHING;
CREATE INDEX bulk_downloads_by_file ON bulk_downloads (file_name);
