import type { JobWish } from '#core/exports/ports.ts';
import type { Connection, Statement } from '#core/store/connection.ts';
import { REMOVED } from '#core/store/job-status.ts';

interface Sought {
  readonly page: number;
  readonly limit: number;
  readonly of?: string | undefined;
  readonly wish: JobWish;
}

/** Exports that are looked at with the first question: most pages are full with them. */
const AT_FIRST = 500;
/** How many times as many with each further one: each costs a round trip, and what is rare is rare among the next ones too. */
const GROWTH = 8;
const LISTED = `status <> '${REMOVED}'`;
/** The lowest number among the next ones. */
const FLOOR = `SELECT MIN(id) AS floor FROM (SELECT id FROM jobs WHERE ${LISTED} AND id < ? ORDER BY id DESC LIMIT ?) AS next`;

/** The numbers of the exports that fit a wish, newest first: looked for from the newest on, and not much further than the page that is asked for. */
export function jobSeeker(connection: Connection): (sought: Sought) => readonly number[] {
  const floorBelow = connection.prepare<[number, number], { floor: number | null }>(FLOOR);
  const statements = new Map<string, Statement<unknown[], { id: number }>>();

  return ({ page, limit, of, wish }) => {
    const conditions = conditionsOf(wish, of);
    const sql = `SELECT id FROM jobs INDEXED BY jobs_sought WHERE ${[LISTED, 'id >= ?', 'id < ?', ...conditions.map(([text]) => text)].join(' AND ')} ORDER BY id DESC`;
    const statement = statements.get(sql) ?? connection.prepare<unknown[], { id: number }>(sql);
    statements.set(sql, statement);
    const found: number[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let atOnce = AT_FIRST; found.length < page * limit; atOnce *= GROWTH) {
      const floor = floorBelow.get(before, atOnce)?.floor ?? null;
      if (floor === null) break;
      found.push(...statement.all(floor, before, ...conditions.flatMap(([, values]) => values)).map(({ id }) => id));
      before = floor;
    }
    return found.slice((page - 1) * limit, page * limit);
  };
}

type Condition = readonly [text: string, values: readonly unknown[]];

function conditionsOf({ text, status, platform, folder, tag, sinceMs, untilMs }: JobWish, of: string | undefined): readonly Condition[] {
  const all: readonly (Condition | null)[] = [
    of === undefined ? null : ['(member_uuid = ? OR shared = 1)', [of]],
    status === null ? null : ['status = ?', [status]],
    platform === null ? null : ['platform = ?', [platform]],
    folder === null ? null : ['folder = ?', [folder]],
    // No tag has a quote in it.
    tag === null ? null : [`replace(tags, ?, '') <> tags`, [JSON.stringify(tag)]],
    sinceMs === null ? null : ['created_at_ms >= ?', [sinceMs]],
    untilMs === null ? null : ['created_at_ms <= ?', [untilMs]],
    text === null
      ? null
      : [`lower(platform || ' ' || url || ' ' || (target ->> '$.type')) || ' ' || said LIKE ? ESCAPE '!'`, [`%${escaped(text)}%`]],
  ];
  return all.filter((condition) => condition !== null);
}

/** Words as the list looks for them, in lower case here: SQLite knows the letters of English alone. */
export function soughtAs(words: string): string {
  return words.toLowerCase();
}

function escaped(text: string): string {
  return soughtAs(text.trim()).replace(/[!%_]/g, '!$&');
}
