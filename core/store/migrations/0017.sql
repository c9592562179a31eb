-- by_hand: 1 where the owner sits in front of the export: at a wall that a person can pass it waits. needs_you: JSON of what it waits for; null: nothing.
ALTER TABLE jobs ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN needs_you TEXT;
