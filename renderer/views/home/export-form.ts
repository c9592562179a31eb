import type { Input } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import type { Ways } from '#renderer/views/home/ways.ts';

export type Selector = keyof DetectedUrl['exports'];
type Options = NonNullable<Input<'jobs.create'>['options']>;
export type SortName = NonNullable<Options['sort']>;
export type MediaName = NonNullable<Options['media']>;

/** What the form holds. Texts are as they were typed. */
export interface ExportWish {
  readonly selector: Selector;
  readonly limit: string;
  readonly replies: boolean;
  readonly sort: SortName | 'default';
  readonly since: string;
  readonly until: string;
  readonly media: MediaName | 'none';
  readonly mediaMb: string;
  readonly sentiment: boolean;
  readonly incremental: boolean;
  readonly keepRaw: boolean;
  readonly gentle: boolean;
  readonly window: boolean;
  /** Name of a route; empty: straight to the site. */
  readonly route: string;
  /** Id of a pool; empty: none. */
  readonly pool: string;
  /** Name of a saved account; false: none, null: the first one saved. */
  readonly account: string | false | null;
  /** Codes. */
  readonly countries: string;
  /** Codes; empty: rows in any language. */
  readonly languages: string;
  /** Name of a preset of how files are; empty: none. */
  readonly preset: string;
}

export const NO_WISH: ExportWish = {
  selector: 'own',
  limit: '',
  replies: false,
  sort: 'default',
  since: '',
  until: '',
  media: 'none',
  mediaMb: '',
  sentiment: false,
  incremental: false,
  keepRaw: false,
  gentle: false,
  window: false,
  route: '',
  pool: '',
  account: null,
  countries: '',
  languages: '',
  preset: '',
};

const SECOND_MS = 1_000;
const LAST_SECOND_OF_DAY = 86_399;

/** Lists that every one of these addresses gives: one that a URL cannot give would be refused. */
export function sharedSelectors(found: readonly DetectedUrl[]): readonly Selector[] {
  const [first, ...others] = found;
  if (first === undefined) return [];
  return (Object.keys(first.exports) as Selector[]).filter((selector) => others.every((other) => other.exports[selector] !== undefined));
}

/** Names that an account has at every one of the platforms: where one lacks it, the export would be refused. */
export function sharedAccounts(found: readonly DetectedUrl[], { accounts }: Pick<Ways, 'accounts'>): readonly string[] {
  const names = new Set(accounts.map(({ name }) => name));
  return [...names].filter((name) => found.every(({ id }) => accounts.some((account) => account.platform === id && account.name === name)));
}

/** Whether any of the addresses' platforms makes use of an option. */
export function takesOption(found: readonly DetectedUrl[], option: string): boolean {
  return found.some(({ supported_options: options }) => options.includes(option));
}

/** The codes in what was typed. */
export function codesIn(typed: string): readonly string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter((code) => code !== ''))];
}

/** A day is a whole day, as on the command line. */
export function toOptions(wish: ExportWish, found: readonly DetectedUrl[]): Options {
  const limit = Number.parseInt(wish.limit, 10);
  const mediaMb = Number.parseInt(wish.mediaMb, 10);
  const seconds = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / SECOND_MS);
  return {
    ...(wish.selector === 'own' ? {} : { [wish.selector]: true }),
    ...(limit >= 1 ? { limit } : {}),
    ...(wish.replies && takesOption(found, 'replies') ? { replies: true } : {}),
    ...(wish.sort === 'default' ? {} : { sort: wish.sort }),
    ...(wish.since === '' ? {} : { minTimestamp: seconds(wish.since) }),
    ...(wish.until === '' ? {} : { maxTimestamp: seconds(wish.until) + LAST_SECOND_OF_DAY }),
    ...(wish.media === 'none' ? {} : { media: wish.media, ...(mediaMb >= 1 ? { mediaMb } : {}) }),
    ...filterOf(wish),
    ...(wish.incremental ? { incremental: true } : {}),
    ...(wish.keepRaw ? { keepRaw: true } : {}),
    ...(wish.gentle ? { gentle: true } : {}),
    ...(wish.window ? { window: true } : {}),
    ...reachOf(wish, found),
    ...(wish.preset === '' ? {} : { layout: wish.preset }),
  };
}

function filterOf({ sentiment, languages }: ExportWish): Pick<Options, 'filter'> {
  const language = codesIn(languages.toLowerCase());
  if (!sentiment && language.length === 0) return {};
  return { filter: { ...(sentiment ? { sentiment: true } : {}), ...(language.length === 0 ? {} : { language: [...language] }) } };
}

/** Which way it goes, as whom, and to which countries' lists. */
function reachOf(wish: ExportWish, found: readonly DetectedUrl[]): Pick<Options, 'vpn' | 'pool' | 'account' | 'countries'> {
  const countries = takesOption(found, 'countries') ? codesIn(wish.countries.toUpperCase()) : [];
  return {
    ...(wish.route === '' ? {} : { vpn: wish.route }),
    ...(wish.pool === '' ? {} : { pool: wish.pool }),
    ...(wish.account === null || !takesOption(found, 'account') ? {} : { account: wish.account }),
    ...(countries.length === 0 ? {} : { countries: [...countries] }),
  };
}
