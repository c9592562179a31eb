-- Layouts of files under a name. `owner`: a member's uuid; empty: the owner of the data folder.
CREATE TABLE presets (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  layout TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;
