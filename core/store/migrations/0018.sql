-- The last exchanges of a job that were refused or could not be read, each sealed with the key of the vault.
CREATE TABLE kept_exchanges (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (job_id, place)
) STRICT;
