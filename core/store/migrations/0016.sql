-- What the browser calls itself that an account's cookies were made in; null: nobody said.
ALTER TABLE accounts ADD COLUMN user_agent TEXT;
