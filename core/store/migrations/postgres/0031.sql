-- Layouts of files under a name. `owner`: a member's uuid; empty: the owner of the data folder.
CREATE TABLE presets (
  owner TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  layout TEXT NOT NULL,
  saved_at_ms BIGINT NOT NULL,
  PRIMARY KEY (owner, name)
);
