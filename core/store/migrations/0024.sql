-- Secrets, each sealed under the key of the vault, where they are kept here and not in files. name: tells nothing (SHA-256 of it).
CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  sealed TEXT NOT NULL
) STRICT, WITHOUT ROWID;
