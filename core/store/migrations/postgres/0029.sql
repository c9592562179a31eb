-- What addresses did in their minute, over all machines that serve. Not in the write-ahead log: after a crash of the server the minute is over.
CREATE UNLOGGED TABLE attempts (
  what TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C" NOT NULL,
  since_ms BIGINT NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (what, address)
);
