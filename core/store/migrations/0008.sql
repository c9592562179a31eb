-- Saved accounts at platforms. Their cookies are in the vault, under the uuid. cookie_names: a JSON list.
-- needs_login_since_ms: since when the platform does not take it for logged in; null as far as it does.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  cookie_names TEXT NOT NULL,
  source TEXT NOT NULL,
  expires_at_ms INTEGER,
  needs_login_since_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  UNIQUE (platform, name)
) STRICT;
