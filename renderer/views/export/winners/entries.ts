import { call } from '#renderer/client/call.ts';
import type { FoundRow } from '#renderer/client/queries.ts';
import type { DrawnRules } from '#renderer/views/export/winners/draw-form.ts';

type Item = FoundRow['item'];

/** Rows at once, as many as the operation gives. */
const PAGE_ROWS = 100;
/** A certificate holds the id of every entry: beyond so many rows it would be a burden to whoever opens it. */
export const MOST_ROWS = 50_000;

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;

/**
 * The ids of all entries of a draw, by its rules as docs/winners.md has them; whoever uses them compares their digest with that of the draw.
 * @param total rows of the export
 * @throws CallError
 */
export async function entriesOf(guid: string, rules: DrawnRules, total: number): Promise<readonly string[]> {
  const takesPart = entryFilter(rules);
  const users = new Set<string>();
  const ids: string[] = [];
  for (let offset = 0; offset < total; offset += PAGE_ROWS) {
    const { results } = await call('exports.search', { guid, offset, limit: PAGE_ROWS });
    for (const { item } of results) {
      const user = userOf(item);
      if (!takesPart(item) || (rules.dedupe_by_user && users.has(user))) continue;
      users.add(user);
      ids.push(item.id);
    }
  }
  return ids;
}

function entryFilter(rules: DrawnRules): (item: Item) => boolean {
  const { min_timestamp: since, max_timestamp: until } = rules;
  const excluded = new Set(rules.exclude_users.map(handle));
  const tags = [tagPattern('@', rules.require_mention), tagPattern('#', rules.require_hashtag)].filter((pattern) => pattern !== null);
  const wanted = folded(rules.require_text ?? '');
  return ({ author, text, kind, createdAt }) => {
    const said = folded(text ?? '');
    const seconds = createdAt === null ? null : Math.floor(Date.parse(createdAt) / 1_000);
    return (
      !(rules.exclude_replies && kind === 'reply') &&
      tags.every((pattern) => pattern.test(said)) &&
      said.includes(wanted) &&
      (seconds === null || (seconds >= (since ?? seconds) && seconds <= (until ?? seconds))) &&
      ![author.username, author.id, author.name].some((name) => name !== null && excluded.has(handle(name)))
    );
  };
}

/** The whole tag: handles may hold dots and hyphens. */
function tagPattern(sign: '@' | '#', wanted: string | null | undefined): RegExp | null {
  if (wanted === null || wanted === undefined) return null;
  const name = folded(wanted.trim()).replace(new RegExp(`^${sign}`), '');
  const goesOn = sign === '@' ? `[.-]?${WORD}` : WORD;
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<!${WORD})${sign}${name === '' ? WORD : `${literal}(?!${goesOn})`}`, 'u');
}

function userOf({ id, author }: Item): string {
  return handle(author.username ?? author.id ?? author.url ?? author.name ?? id);
}

function handle(name: string): string {
  return folded(name.trim()).replace(/^@/, '');
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
