-- What a platform answered on the way to each page, where `keepRaw` asks for it: packed, and sealed with the key of the vault.
CREATE TABLE raw_answers (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  read_key TEXT NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (job_id, read_key)
) STRICT;
