-- What the last check of a route found: JSON, null where it was not checked. Of a pool: a JSON list in the order of its proxies.
ALTER TABLE routes ADD COLUMN health TEXT;
ALTER TABLE pools ADD COLUMN health TEXT;
