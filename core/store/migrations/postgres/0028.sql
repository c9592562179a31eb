-- Which workers make requests of an export that another one runs, each in a seat of its own. A seat goes with the lease of either.
CREATE TABLE export_helpers (
  job_guid TEXT COLLATE "C" NOT NULL REFERENCES export_leases ON DELETE CASCADE,
  seat BIGINT NOT NULL,
  worker TEXT COLLATE "C" NOT NULL REFERENCES export_workers ON DELETE CASCADE,
  PRIMARY KEY (job_guid, seat),
  UNIQUE (job_guid, worker)
);
CREATE INDEX export_helpers_by_worker ON export_helpers (worker);

-- Requests that they are asked to make, and what came of them. Those of a worker that is taken out are anybody's again. After a crash of the server it is empty: who asked then makes them.
CREATE UNLOGGED TABLE export_asks (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_guid TEXT COLLATE "C" NOT NULL REFERENCES export_leases ON DELETE CASCADE,
  worker TEXT COLLATE "C" REFERENCES export_workers ON DELETE SET NULL,
  request TEXT NOT NULL,
  answer BYTEA
);
CREATE INDEX export_asks_by_job ON export_asks (job_guid, id) WHERE worker IS NULL;
CREATE INDEX export_asks_of_job ON export_asks (job_guid);
CREATE INDEX export_asks_by_worker ON export_asks (worker);
