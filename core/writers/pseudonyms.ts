import { createHmac } from 'node:crypto';
import type { Author, DatePrecision, Item } from '#core/contract/item.ts';
import type { KeyedPseudonyms, Pseudonyms, ResolvedPseudonym } from '#core/contract/pseudonyms.ts';
import { KnownNames, replacedText } from '#core/writers/pseudonym-texts.ts';

const NAME_LETTERS = 12;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** So many names are remembered; any other is made anew, and the same. */
const REMEMBERED = 20_000;
/** Of those that a name stands in. */
const RESOLVED_ROWS = 100;
/** From here on a number is as likely an id as a count. */
const LARGE = 1e9;
/** What our own analysis adds to a row. */
const OWN_EXTRAS: ReadonlySet<string> = new Set(['sentiment', 'sentimentScore']);
const FINER: Readonly<Record<Exclude<Pseudonyms['dates'], 'exact'>, ReadonlySet<DatePrecision | null>>> = {
  day: new Set<DatePrecision | null>(['second', 'minute', 'hour', null]),
  month: new Set<DatePrecision | null>(['second', 'minute', 'hour', 'day', 'week', null]),
};

/** Keyed names: `person-k3q7...`. The same key, kind, platform and value give the same one. */
export type NameOf = (kind: 'person' | 'row' | 'link' | 'mail', value: string) => string;

/**
 * Puts rows under pseudonyms. What is stored stays as it is: whoever has the key finds a row again by doing the same to all.
 * @param all a fresh iterator over all rows of the export, whichever of them a file has: gone through once, with the first that are asked
 *   for, for the handles and names that texts may mention
 */
export function withPseudonyms(
  all: () => Iterable<readonly Item[]>,
  platform: string,
  settings: KeyedPseudonyms,
): (rows: Iterable<readonly Item[]>) => Iterable<readonly Item[]> {
  const hide = hidingRows(all, settings, namesUnder(settings.key, platform));
  return function* (rows) {
    for (const items of rows) yield items.map(hide);
  };
}

/** Whom or what a name stands for, found by putting all rows under pseudonyms once more. Null: it stands in none. */
export function standingFor(
  wanted: string,
  all: () => Iterable<readonly Item[]>,
  platform: string,
  key: Uint8Array,
): ResolvedPseudonym | null {
  const made = namesUnder(key, platform);
  const met = { what: null as Pick<ResolvedPseudonym, 'kind' | 'value'> | null, isHere: false };
  const nameOf: NameOf = (kind, value) => {
    const name = made(kind, value);
    if (name === wanted) Object.assign(met, { what: { kind, value }, isHere: true });
    return name;
  };
  const hide = hidingRows(all, { project: '', dates: 'exact', texts: true }, nameOf);
  const rows: string[] = [];
  let total = 0;
  let author: ResolvedPseudonym['author'] = null;
  for (const items of all()) {
    for (const item of items) {
      met.isHere = false;
      const { author: under } = hide(item);
      if (!met.isHere) continue;
      total += 1;
      if (rows.length < RESOLVED_ROWS) rows.push(item.id);
      if ([under.name, under.username, under.id].includes(wanted)) author ??= plainAuthor(item.author);
    }
  }
  return met.what === null ? null : { ...met.what, author, total_rows: total, rows };
}

function plainAuthor({ name, username, id, url }: Author): ResolvedPseudonym['author'] {
  return { name, username, id, url };
}

function hidingRows(all: () => Iterable<readonly Item[]>, settings: Pseudonyms, nameOf: NameOf): (item: Item) => Item {
  let known: KnownNames | null = null;
  const names = (): KnownNames => (known ??= knownNames(all()));
  const replace = (text: string | null): string | null =>
    text === null || !settings.texts ? null : replacedText(text, { known: names(), nameOf });
  return (item) => hidden(item, { settings, nameOf, replace });
}

function knownNames(all: Iterable<readonly Item[]>): KnownNames {
  const known = new KnownNames();
  for (const items of all) for (const item of items) known.add(item, identityOf(item.author));
  return known;
}

function namesUnder(key: Uint8Array, platform: string): NameOf {
  const made = new Map<string, string>();
  return (kind, value) => {
    const named = JSON.stringify([kind, platform, value]);
    const known = made.get(named);
    if (known !== undefined) return known;
    const digest = createHmac('sha256', key).update(named).digest();
    const name = `${kind}-${Array.from(digest.subarray(0, NAME_LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
    if (made.size >= REMEMBERED) made.clear();
    made.set(named, name);
    return name;
  };
}

interface Hiding {
  readonly settings: Pseudonyms;
  readonly nameOf: NameOf;
  replace(text: string | null): string | null;
}

function hidden(item: Item, { settings, nameOf, replace }: Hiding): Item {
  const link = (url: string | null): string | null => (url === null ? null : nameOf('link', url));
  const row = (id: string): string => nameOf('row', id);
  const { date, precision } = coarsened(item.createdAt, item.createdAtPrecision, settings);
  return {
    ...item,
    id: row(item.id),
    parentId: item.parentId === null ? null : row(item.parentId),
    author: hiddenAuthor(item.author, nameOf),
    text: replace(item.text),
    title: replace(item.title),
    createdAt: date,
    createdAtPrecision: precision,
    // In the platform's words it may be finer.
    relativeTime: settings.dates === 'exact' ? item.relativeTime : null,
    url: link(item.url),
    media: item.media.map(({ type, url }) => ({ type, url: nameOf('link', url) })),
    ownerReply:
      item.ownerReply === null
        ? null
        : { text: replace(item.ownerReply.text), createdAt: coarsened(item.ownerReply.createdAt, null, settings).date },
    extra: harmless(item.extra),
  };
}

function hiddenAuthor(author: Author, nameOf: NameOf): Author {
  const identity = identityOf(author);
  const name = identity === null ? null : nameOf('person', identity);
  const under = (given: string | null): string | null => (given === null ? null : name);
  return {
    name: under(author.name),
    username: under(author.username),
    id: under(author.id),
    url: null,
    avatarUrl: null,
    verified: author.verified,
  };
}

/** By what a person is known: texts mention the handle, so that goes first. */
function identityOf({ username, id, url, name }: Author): string | null {
  const given = [username, id, url, name].find((each) => each !== null && each.trim() !== '');
  return given == null
    ? null
    : given
        .trim()
        .replace(/^[@＠]/, '')
        .toLowerCase();
}

/** A date that is no finer than asked for. One that cannot be read is left out. */
function coarsened(
  date: string | null,
  precision: DatePrecision | null,
  { dates }: Pseudonyms,
): { readonly date: string | null; readonly precision: DatePrecision | null } {
  if (date === null || dates === 'exact') return { date, precision };
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return { date: null, precision: null };
  const day = new Date(ms).toISOString().slice(0, dates === 'day' ? 10 : 7);
  return { date: `${dates === 'day' ? day : `${day}-01`}T00:00:00.000Z`, precision: FINER[dates].has(precision) ? dates : precision };
}

/** What platforms say besides may name anybody: yes, no and small numbers stay, where they are no ids. */
function harmless(extra: Item['extra']): Item['extra'] {
  const kept = Object.entries(extra).filter(
    ([key, value]) =>
      OWN_EXTRAS.has(key) ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Math.abs(value) < LARGE && !/(?:^i|I)ds?$|(?:At|Time|Timestamp)$/.test(key)),
  );
  return Object.fromEntries(kept);
}
