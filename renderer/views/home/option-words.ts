import type { DetectedUrl } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import type { LateWords } from '#renderer/messages/late.ts';
import { languageName } from '#renderer/messages/language-name.ts';
import type { Words } from '#renderer/messages/use-messages.ts';
import {
  codesIn,
  type ExportWish,
  type MediaName,
  NO_WISH,
  type Selector,
  type SortName,
  takesOption,
} from '#renderer/views/home/export-form.ts';
import type { Ways } from '#renderer/views/home/ways.ts';

export const SORTS: Readonly<Record<SortName, MessageKey>> = {
  top: 'sort.top',
  new: 'sort.new',
  old: 'sort.old',
  best: 'sort.best',
  controversial: 'sort.controversial',
};

export const MEDIA: Readonly<Record<MediaName, MessageKey>> = {
  thumbnails: 'media.thumbnails',
  images: 'media.images',
  all: 'media.all',
};

/** What any export can be asked for. */
export const SWITCHES = ['sentiment', 'incremental', 'keepRaw', 'gentle', 'window'] as const;

/** An option in words, and the control that says it. */
interface OptionWord {
  readonly field: keyof ExportWish;
  readonly said: string;
  /** What takes it back; null where it is as it is without a choice. */
  readonly back: Partial<ExportWish> | null;
}

/** What an export is going to be, in words: what it has in any case, and whatever was chosen besides. */
export function optionWords(wish: ExportWish, found: readonly DetectedUrl[], ways: Ways, words: LateWords<'home'>): readonly OptionWord[] {
  const { text, late } = words;
  const said = (field: keyof ExportWish, what: string): OptionWord => ({ field, said: what, back: { [field]: NO_WISH[field] } });
  const limit = Number.parseInt(wish.limit, 10);
  return [
    ...listWord(wish, found, words),
    limit >= 1 ? said('limit', late('words.limit', { count: limit })) : { field: 'limit', said: late('words.noLimit'), back: null },
    ...repliesWord(wish, found, words),
    ...(wish.sort === 'default' || !takesOption(found, 'sort') ? [] : [said('sort', `${text('option.sort')}: ${text(SORTS[wish.sort])}`)]),
    ...(wish.since === '' ? [] : [said('since', late('words.since', { day: words.day(noonOf(wish.since)) }))]),
    ...(wish.until === '' ? [] : [said('until', late('words.until', { day: words.day(noonOf(wish.until)) }))]),
    ...namesWord('languages', wish, found, words),
    ...namesWord('countries', wish, found, words),
    ...(wish.media === 'none' ? [] : [said('media', `${text('option.media')}: ${text(MEDIA[wish.media])}`)]),
    ...SWITCHES.filter((name) => wish[name]).map((name) => said(name, text(`option.${name}`))),
    ...(wish.route === '' ? [] : [said('route', late('words.route', { name: wish.route }))]),
    ...(wish.pool === ''
      ? []
      : [said('pool', late('words.pool', { name: ways.pools.find(({ id }) => id === wish.pool)?.name ?? wish.pool }))]),
    ...accountWord(wish, found, ways, words),
    ...(wish.preset === '' ? [] : [said('preset', late('words.preset', { name: wish.preset }))]),
  ];
}

/** An instant of the day that is on that day wherever the reader is. */
function noonOf(day: string): string {
  return `${day}T12:00`;
}

/** Types of the list under a selector, in words. */
export function listName(selector: Selector, found: readonly DetectedUrl[], { text }: Pick<Words, 'text'>): string {
  const types = [...new Set(found.flatMap(({ exports }) => exports[selector] ?? []))];
  return types.map((type) => text(`type.${type}`)).join(', ');
}

/** Codes as people name them, in the reader's language; null: there is no such thing. */
export function codeNames(field: 'languages' | 'countries', typed: string, words: Pick<Words, 'language'>): readonly (string | null)[] {
  return codesIn(typed).map((code) => {
    if (field === 'languages') return /^[a-z]{2,3}$/i.test(code) ? nameOrNull(languageName(code.toLowerCase(), words), code) : null;
    if (!/^[a-z]{2}$/i.test(code)) return null;
    const names = new Intl.DisplayNames(words.language, { type: 'region', fallback: 'none' });
    return names.of(code.toUpperCase()) ?? null;
  });
}

/** Who does not know a code gives it back. */
function nameOrNull(name: string, code: string): string | null {
  return name.toLowerCase() === code.toLowerCase() ? null : name;
}

function listWord({ selector }: ExportWish, found: readonly DetectedUrl[], words: Words): readonly OptionWord[] {
  const name = listName(selector, found, words);
  return name === '' ? [] : [{ field: 'selector', said: name, back: null }];
}

function repliesWord({ replies }: ExportWish, found: readonly DetectedUrl[], { late }: LateWords<'home'>): readonly OptionWord[] {
  if (!takesOption(found, 'replies')) return [];
  return [{ field: 'replies', said: late(replies ? 'words.replies' : 'words.noReplies'), back: replies ? { replies: false } : null }];
}

function namesWord(
  field: 'languages' | 'countries',
  wish: ExportWish,
  found: readonly DetectedUrl[],
  words: LateWords<'home'>,
): readonly OptionWord[] {
  const codes = codesIn(wish[field]);
  if (codes.length === 0 || (field === 'countries' && !takesOption(found, 'countries'))) return [];
  const names = codeNames(field, wish[field], words).map((name, at) => name ?? codes[at]);
  return [{ field, said: words.late(`words.${field}`, { names: names.join(', ') }), back: { [field]: '' } }];
}

/** The account that goes along says itself, too: it is used without a choice. */
function accountWord(
  { account }: ExportWish,
  found: readonly DetectedUrl[],
  { accounts }: Ways,
  { late }: LateWords<'home'>,
): readonly OptionWord[] {
  if (!takesOption(found, 'account')) return [];
  if (account === false) return [{ field: 'account', said: late('words.noAccount'), back: { account: null } }];
  if (account !== null) return [{ field: 'account', said: late('words.account', { name: account }), back: { account: null } }];
  const usual = new Set(
    accounts.filter(({ platform, isUsual }) => isUsual && found.some(({ id }) => id === platform)).map(({ name }) => name),
  );
  const [name] = usual;
  return name === undefined ? [] : [{ field: 'account', said: late('words.account', { name: [...usual].join(', ') }), back: null }];
}
