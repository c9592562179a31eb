-- What sites' own pages told exports that holds for all their visitors: ids of calls, keys of web clients, switches. place: 0 is the newest.
CREATE TABLE learnt (
  platform TEXT NOT NULL,
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  source TEXT NOT NULL,
  learnt_at_ms INTEGER NOT NULL,
  worked_at_ms INTEGER NOT NULL,
  PRIMARY KEY (platform, place)
) STRICT;
