-- Links that sign one browser in, once. subject: in whose name it then asks, NULL for the owner. used_at_ms: NULL as long as nobody used it.
CREATE TABLE invitations (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL UNIQUE,
  subject TEXT,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT, WITHOUT ROWID;

-- The one that a session came of; NULL: a code.
ALTER TABLE browser_sessions ADD COLUMN invitation TEXT;
