-- As 0024.sql of SQLite says.
CREATE TABLE secrets (
  name TEXT COLLATE "C" PRIMARY KEY,
  sealed TEXT COLLATE "C" NOT NULL
);
