-- Who runs exports. A worker says again and again that it is there; one that has been silent until then is taken out by another, and its leases go with it.
CREATE TABLE export_workers (
  worker TEXT COLLATE "C" PRIMARY KEY,
  until TIMESTAMPTZ NOT NULL
);

-- Which worker runs an export. A fence is higher than all that were given before: whoever commits for an export shows the one it was given.
CREATE TABLE export_leases (
  job_guid TEXT COLLATE "C" PRIMARY KEY,
  worker TEXT COLLATE "C" NOT NULL REFERENCES export_workers ON DELETE CASCADE,
  fence BIGINT GENERATED ALWAYS AS IDENTITY,
  share TEXT COLLATE "C"
);
CREATE INDEX export_leases_by_worker ON export_leases (worker);
CREATE INDEX export_leases_by_share ON export_leases (share);
