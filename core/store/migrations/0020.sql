-- Rows are read on from a place in reading order, without looking at all pages of the job.
CREATE INDEX pages_by_reading ON pages (job_id, read_key);
