-- Incremental runs. series: uuid of the schedule whose runs build one living dataset; null for other exports.
-- items.state has further values in them, see core/store/item-state.ts. Rows of the run before stand on pages whose read_key
-- begins with `~`, until they are read again.
ALTER TABLE jobs ADD COLUMN series TEXT;
CREATE INDEX jobs_by_series ON jobs (series, id) WHERE series IS NOT NULL;

-- Lists of replies in incremental runs. list: as in the position of its requests. under: the item that the replies are below.
-- state: 0 being read, 1 read to its end, 2 given up, 3 left unread or given up by the run before.
CREATE TABLE reply_lists (
  job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  list TEXT NOT NULL,
  under TEXT NOT NULL,
  state INTEGER NOT NULL,
  PRIMARY KEY (job_id, list)
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_lists_by_item ON reply_lists (job_id, under);
