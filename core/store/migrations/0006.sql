-- Sign-in of the owner and OAuth. Codes, sessions and refresh tokens are kept as SHA-256 only.
CREATE TABLE login_codes (
  sha256 TEXT PRIMARY KEY,
  tries_left INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE browser_sessions (
  sha256 TEXT PRIMARY KEY,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Clients that registered themselves. was_allowed: 1 once the owner said yes to one of their requests.
CREATE TABLE oauth_clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  name TEXT,
  redirect_uris TEXT NOT NULL,
  was_allowed INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- What the owner allowed a client once; code, refresh tokens and access tokens of it belong to the family and fall with it.
-- resource: path of what the access tokens are for. ends_at_ms: when the last of it has expired.
CREATE TABLE oauth_families (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  resource TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE oauth_codes (
  sha256 TEXT PRIMARY KEY,
  family_id TEXT NOT NULL REFERENCES oauth_families (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  is_spent INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_codes_by_family ON oauth_codes (family_id);

-- Redeemed ones stay until they expire, so that one that is presented again is known for what it is.
CREATE TABLE oauth_refresh_tokens (
  sha256 TEXT PRIMARY KEY,
  family_id TEXT NOT NULL REFERENCES oauth_families (id) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  is_spent INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_refresh_tokens_by_family ON oauth_refresh_tokens (family_id);

CREATE TABLE oauth_access_tokens (
  jti TEXT PRIMARY KEY,
  family_id TEXT NOT NULL REFERENCES oauth_families (id) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  is_spent INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX oauth_access_tokens_by_family ON oauth_access_tokens (family_id);
