-- How often the engine's thread died while it worked on the answer to this request. It goes with the request, once that is stored.
ALTER TABLE frontier ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
