-- What a platform answered on the way to each page, where `keepRaw` asks for it: packed, and sealed with the key of the vault.
CREATE TABLE raw_answers (
  job_id BIGINT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  read_key TEXT COLLATE "C" NOT NULL,
  sealed BYTEA NOT NULL,
  PRIMARY KEY (job_id, read_key)
);

-- Bytes of files that rows name, in parts, for all machines: in a data folder they are files beside the exports.
CREATE TABLE media_parts (
  file TEXT COLLATE "C" NOT NULL,
  part INTEGER NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (file, part)
);
