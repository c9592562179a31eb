-- What was judged of items. judge: whose verdict it is; another one judges anew. score: null where unclassified.
CREATE TABLE verdicts (
  seq INTEGER PRIMARY KEY REFERENCES items (seq) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  score REAL
) STRICT;

-- Requests to a provider that were about to be made; each goes in the transaction that stores what it gave. One that is left was
-- cut off, and is made again under the same key. seqs: JSON list of items.
CREATE TABLE verdict_requests (
  key TEXT PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  judge TEXT NOT NULL,
  seqs TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX verdict_requests_by_job ON verdict_requests (job_id);

-- Exports that have ended and are being judged since. wish: JSON.
CREATE TABLE reprocessings (
  job_id INTEGER PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  wish TEXT NOT NULL
) STRICT;
