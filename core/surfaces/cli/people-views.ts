type Fields = Readonly<Record<string, unknown>>;

/** Entries of a list that people are shown; `--json` has them all. */
const SHOWN = 10;
const TEXT_WIDTH = 80;

/** What people see of an answer that holds more than a terminal can show well. By name of the operation. */
export const PEOPLE_VIEWS: Readonly<Record<string, (answer: never) => unknown>> = {
  'exports.search': searchView,
  'exports.everywhere': everywhereView,
  'exports.stats': statisticsView,
  'platforms.checks': standingsView,
  'platforms.uncheck': standingsView,
  'packs.list': usedView,
};

interface Standings {
  readonly platforms: readonly {
    readonly platform: string;
    readonly last_check: Fields | null;
    readonly last_export: Fields | null;
    readonly seen_working: string | null;
  }[];
}

function standingsView({ platforms }: Standings): readonly Fields[] {
  return platforms.map(({ platform, last_check: check, last_export: last, seen_working: worked }) => ({
    platform,
    check: check?.['outcome'],
    code: check?.['code'],
    at: check?.['path'],
    checked: check?.['checked_at'],
    export: last?.['status'],
    exported: last?.['finished_at'],
    'seen working': worked,
  }));
}

interface Found {
  readonly total: number;
  readonly items_in_export: number;
  readonly results: readonly { readonly row: number; readonly item: Fields }[];
  readonly next_cursor: string | null;
}

interface FoundEverywhere {
  readonly exports: readonly (Pick<Found, 'total' | 'items_in_export' | 'results'> & Fields)[];
  readonly next_cursor: string | null;
  readonly searched: number;
  readonly pending: number;
}

function everywhereView({ exports, next_cursor: next, searched, pending }: FoundEverywhere): Fields {
  const found = exports.map(({ guid, url, total, total_is_exact: isExact, items_in_export: items, results }) => ({
    guid,
    url,
    found: `${total}${isExact === true ? '' : '+'} of ${items}`,
    first: results
      .slice(0, 1)
      .map(({ item }) => shortened(item['text'], TEXT_WIDTH))
      .join(''),
  }));
  return {
    searched: `${searched} exports`,
    ...(pending === 0 ? {} : { 'still being read': pending }),
    ...(found.length === 0 ? {} : { exports: found }),
    ...(next === null ? {} : { cursor: next }),
  };
}

function searchView({ total, items_in_export: items, results, next_cursor: next }: Found): Fields {
  const rows = results.map(({ row, item }) => ({
    '#': row,
    date: typeof item['createdAt'] === 'string' ? item['createdAt'].slice(0, 10) : null,
    author: shortened(item['username'] ?? item['author_name'], TEXT_WIDTH / 4),
    likes: item['likes'],
    text: shortened(item['title'] === null ? item['text'] : [item['title'], item['text']].filter(isText).join(': '), TEXT_WIDTH),
  }));
  return { found: `${total} of ${items}`, ...(rows.length === 0 ? {} : { results: rows }), ...(next === null ? {} : { cursor: next }) };
}

interface Used {
  readonly id: string;
  readonly version: string | null;
  readonly origin: string;
  readonly date: string | null;
  readonly key: string | null;
  readonly aside: readonly { readonly version: string; readonly why: string }[];
}

function usedView(all: readonly Used[]): readonly Fields[] {
  return all.map(({ id, version, origin, date, key, aside }) => ({
    platform: id,
    version,
    from: origin === 'pack' ? `pack of ${date?.slice(0, 10) ?? ''}, key ${key?.slice(0, 16) ?? ''}…` : origin.replace('_', ' '),
    'put aside': aside.map((one) => `${one.version} (${one.why})`),
  }));
}

/** Counts of several kinds, each with the first of its list. What the export has nothing of is left out. */
function statisticsView(answer: Fields): Fields {
  const groups = Object.entries(answer).filter(([, group]) => !isFields(group) || group['count'] !== 0);
  return Object.fromEntries(groups.map(([name, group]) => [name, isFields(group) ? shortGroup(group) : group]));
}

function shortGroup(group: Fields): Fields {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value];
      const list = name === 'counts' ? value : value.slice(0, SHOWN);
      return [name, list.map((entry) => (isFields(entry) ? shortEntry(entry) : entry))];
    }),
  );
}

/** Without what nobody reads in a table. */
function shortEntry(entry: Fields): Fields {
  const { id: _id, url: _url, permalink: _permalink, estimated: _estimated, ...rest } = entry;
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shortValue(value)]));
}

/** Accounts within an entry are told in a line. */
function shortValue(value: unknown): unknown {
  if (!Array.isArray(value)) return isText(value) ? shortened(value, TEXT_WIDTH / 2) : value;
  const told = value.filter(isFields).map(({ name, username, id, count }) => `${String(name ?? username ?? id)} ${String(count)}`);
  return shortened(told.join(', '), TEXT_WIDTH);
}

function shortened(value: unknown, width: number): unknown {
  if (!isText(value)) return value;
  const letters = [...value.replace(/\s+/g, ' ').trim()];
  return letters.length <= width ? letters.join('') : `${letters.slice(0, width - 1).join('')}…`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
