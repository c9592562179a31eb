import type { CellValue, RowPosition } from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';

/** One column of `items`. Times are ISO 8601 in UTC, as the platform's; booleans 0 or 1; null where the platform does not say. */
interface ItemColumn {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER' | 'REAL';
  readonly read: (item: Item, position: RowPosition) => CellValue;
}

/** `thread` counts top-level rows from 1, and is the same for all replies below one; `reply` counts those. */
export const ITEM_COLUMNS: readonly ItemColumn[] = [
  { name: 'thread', type: 'INTEGER', read: (_, position) => position.row },
  { name: 'reply', type: 'INTEGER', read: (_, position) => position.reply },
  { name: 'id', type: 'TEXT', read: (item) => item.id },
  { name: 'parent_id', type: 'TEXT', read: (item) => item.parentId },
  { name: 'kind', type: 'TEXT', read: (item) => item.kind },
  { name: 'author_name', type: 'TEXT', read: (item) => item.author.name },
  { name: 'author_username', type: 'TEXT', read: (item) => item.author.username },
  { name: 'author_id', type: 'TEXT', read: (item) => item.author.id },
  { name: 'author_url', type: 'TEXT', read: (item) => item.author.url },
  { name: 'author_avatar_url', type: 'TEXT', read: (item) => item.author.avatarUrl },
  { name: 'author_verified', type: 'INTEGER', read: (item) => item.author.verified },
  { name: 'title', type: 'TEXT', read: (item) => item.title },
  { name: 'text', type: 'TEXT', read: (item) => item.text },
  { name: 'created_at', type: 'TEXT', read: (item) => item.createdAt },
  { name: 'created_at_precision', type: 'TEXT', read: (item) => item.createdAtPrecision },
  { name: 'relative_time', type: 'TEXT', read: (item) => item.relativeTime },
  { name: 'likes', type: 'INTEGER', read: (item) => item.likes },
  { name: 'dislikes', type: 'INTEGER', read: (item) => item.dislikes },
  { name: 'reply_count', type: 'INTEGER', read: (item) => item.replyCount },
  { name: 'approximate', type: 'INTEGER', read: (item) => item.approximate },
  { name: 'rating', type: 'REAL', read: (item) => item.rating },
  { name: 'rating_scale', type: 'REAL', read: (item) => item.ratingScale },
  { name: 'language', type: 'TEXT', read: (item) => item.language },
  { name: 'url', type: 'TEXT', read: (item) => item.url },
  { name: 'is_pinned', type: 'INTEGER', read: (item) => item.isPinned },
  { name: 'is_edited', type: 'INTEGER', read: (item) => item.isEdited },
  { name: 'is_author_post', type: 'INTEGER', read: (item) => item.isAuthorPost },
  { name: 'owner_reply', type: 'TEXT', read: (item) => item.ownerReply?.text ?? null },
  { name: 'owner_reply_at', type: 'TEXT', read: (item) => item.ownerReply?.createdAt ?? null },
  // The platform's own fields, as JSON.
  { name: 'extra', type: 'TEXT', read: (item) => (isEmpty(item.extra) ? null : JSON.stringify(item.extra)) },
];

/** `place`: in the order of the file, from 1. `about.section` is empty for the lines before the first heading. */
export const TABLES = `
  CREATE TABLE items (
    place INTEGER PRIMARY KEY,
    ${ITEM_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(',\n    ')}
  );
  CREATE TABLE media (
    item_place INTEGER NOT NULL REFERENCES items (place),
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    url TEXT NOT NULL,
    file TEXT,
    PRIMARY KEY (item_place, position)
  ) WITHOUT ROWID;
  CREATE TABLE about (line INTEGER PRIMARY KEY, section TEXT NOT NULL, label TEXT NOT NULL, value TEXT NOT NULL);
  CREATE VIRTUAL TABLE items_fts USING fts5(
    title, text, content = 'items', content_rowid = 'place', tokenize = 'unicode61 remove_diacritics 2'
  );`;

/** Made when all rows are in. */
export const INDEXES = `
  CREATE INDEX items_by_id ON items (id);
  CREATE INDEX items_by_parent ON items (parent_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX items_by_author ON items (author_id, author_username, author_name);
  CREATE INDEX items_by_time ON items (created_at);
  CREATE INDEX items_by_thread ON items (thread);`;

const AUTHOR = 'COALESCE(author_id, author_username, author_name)';

export const VIEWS = `
  CREATE VIEW top_authors AS
    SELECT MAX(author_name) AS name, MAX(author_username) AS username, author_id AS id, COUNT(*) AS items, SUM(parent_id IS NOT NULL) AS replies,
      COALESCE(SUM(likes), 0) AS likes, MIN(created_at) AS first_at, MAX(created_at) AS last_at
    FROM items WHERE ${AUTHOR} IS NOT NULL GROUP BY ${AUTHOR} ORDER BY items DESC, likes DESC, MIN(place);
  CREATE VIEW by_day AS
    SELECT SUBSTR(created_at, 1, 10) AS day, COUNT(*) AS items, SUM(parent_id IS NOT NULL) AS replies, COALESCE(SUM(likes), 0) AS likes, AVG(rating) AS rating
    FROM items WHERE created_at IS NOT NULL GROUP BY day ORDER BY day;
  CREATE VIEW threads AS
    SELECT root.thread, root.id, ${AUTHOR.replaceAll('author', 'root.author')} AS author, root.text, root.likes, below.replies, below.authors, below.last_at
    FROM items AS root JOIN (
      SELECT thread, SUM(reply IS NOT NULL) AS replies, COUNT(DISTINCT ${AUTHOR}) AS authors, MAX(created_at) AS last_at FROM items GROUP BY thread
    ) AS below ON below.thread = root.thread
    WHERE root.reply IS NULL ORDER BY below.replies DESC, root.thread;
  CREATE VIEW ratings AS
    SELECT rating, rating_scale, COUNT(*) AS items FROM items WHERE rating IS NOT NULL GROUP BY rating, rating_scale ORDER BY rating DESC;
  CREATE VIRTUAL TABLE items_terms USING fts5vocab(items_fts, 'row');
  CREATE VIEW words AS SELECT term AS word, doc AS items, cnt AS times FROM items_terms ORDER BY doc DESC, term;`;

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const key in record) if (Object.hasOwn(record, key)) return false;
  return true;
}
