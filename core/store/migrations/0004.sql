-- ZIP archives of several exports. status: processing, ready, error. guids: JSON, of the exports in it.
-- file_name: below the data folder's exports/, and nobody can guess it.
CREATE TABLE bulk_downloads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  guids TEXT NOT NULL,
  merge INTEGER NOT NULL,
  file_name TEXT NOT NULL UNIQUE,
  error TEXT,
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX bulk_downloads_by_status ON bulk_downloads (status, id);

-- Routes of the owner, which interface.md calls VPN locations: a proxy under a name, and the country where it comes out.
-- Its credentials are in the vault.
CREATE TABLE routes (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  type TEXT NOT NULL,
  address TEXT NOT NULL,
  has_credentials INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

-- Pools of proxies. proxies: JSON, without passwords; those are in the vault.
CREATE TABLE pools (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  proxies TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
