import { askDatabase } from '#test/postgres/ask.ts';

const COUNTED = `
  CREATE TABLE shares_given (job_guid TEXT COLLATE "C" PRIMARY KEY, turns BIGINT NOT NULL DEFAULT 0, seats BIGINT NOT NULL DEFAULT 0);
  CREATE FUNCTION count_turn() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO shares_given (job_guid, turns) VALUES (NEW.job_guid, 1) ON CONFLICT (job_guid) DO UPDATE SET turns = shares_given.turns + 1;
    RETURN NULL;
  END $$;
  CREATE TRIGGER counted AFTER INSERT ON export_leases FOR EACH ROW EXECUTE FUNCTION count_turn();
  CREATE FUNCTION count_seat() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO shares_given (job_guid, seats) VALUES (NEW.job_guid, 1) ON CONFLICT (job_guid) DO UPDATE SET seats = shares_given.seats + 1;
    RETURN NULL;
  END $$;
  CREATE TRIGGER counted AFTER INSERT ON export_helpers FOR EACH ROW EXECUTE FUNCTION count_seat();
  CREATE TABLE workers_lost (worker TEXT);
  CREATE FUNCTION count_loss() RETURNS TRIGGER LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO workers_lost VALUES (OLD.worker);
    RETURN NULL;
  END $$;
  CREATE TRIGGER counted AFTER DELETE ON export_workers FOR EACH ROW EXECUTE FUNCTION count_loss()`;
const ASKED = `
  SELECT coalesce(max(turns), 0)::int AS turns, coalesce(max(seats), 0)::int AS seats, (SELECT count(*)::int FROM workers_lost) AS lost
  FROM shares_given WHERE job_guid = $1`;

/** How often an export was given to a worker, and a worker to it as a helper; and how many workers of the team were lost so far, whatever they ran. */
export interface SharesGiven {
  readonly turns: number;
  readonly seats: number;
  readonly lost: number;
}

/** Has the database of a team count: a slow machine may lose its turn without being disturbed. */
export async function countShares(databaseUrl: string): Promise<(guid: string) => Promise<SharesGiven>> {
  await askDatabase(databaseUrl, COUNTED);
  return async (guid) => (await askDatabase<SharesGiven>(databaseUrl, ASKED, [guid])).rows[0] as SharesGiven;
}
