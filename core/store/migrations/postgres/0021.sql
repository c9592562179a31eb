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

-- Part of what a worker commits for an export: nothing of it is stored where its lease is another's by now. Whoever wants to end the lease waits until it is.
CREATE FUNCTION hold_turn(guid TEXT, held TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM export_leases WHERE job_guid = guid AND fence = held::bigint FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION USING ERRCODE = 'CD001', MESSAGE = guid; END IF;
END $$;

-- Requests of tokens in the last minute, by all machines together (in a data folder they have a file of their own). After a crash of the server it is empty, and the minute is over.
CREATE UNLOGGED TABLE requests (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  token_uuid TEXT COLLATE "C" NOT NULL
);
CREATE INDEX requests_by_time ON requests (at_ms);
