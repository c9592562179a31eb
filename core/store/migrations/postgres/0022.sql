-- Links that sign one browser in, once. subject: in whose name it then asks, NULL for the owner. used_at_ms: NULL as long as nobody used it.
CREATE TABLE invitations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL UNIQUE,
  subject TEXT COLLATE "C",
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  used_at_ms BIGINT
);

-- The one that a session came of; NULL: a code.
ALTER TABLE browser_sessions ADD COLUMN invitation TEXT COLLATE "C";
