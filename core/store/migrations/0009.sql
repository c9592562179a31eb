-- Until when no request to the host may start, by the pace alone: what a process that was killed had reserved is waited out.
ALTER TABLE hosts ADD COLUMN paced_until_ms INTEGER NOT NULL DEFAULT 0;
