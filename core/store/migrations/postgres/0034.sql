-- Of a bulk download: the one file that all rows are put into, as JSON (`MergedFile`). Null: an archive of files.
ALTER TABLE bulk_downloads ADD COLUMN merged TEXT;
