-- ISO 639 of a judged text, where its judge tells. Empty: the judge cannot tell. Null: it does not say.
ALTER TABLE verdicts ADD COLUMN language TEXT;
