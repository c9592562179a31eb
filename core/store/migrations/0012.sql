-- How long the last try of a message took, in milliseconds; NULL before the first one, and for tries before this was noted.
ALTER TABLE webhook_messages ADD COLUMN last_call_ms INTEGER;
