import type { DetectedUrl } from '#renderer/client/queries.ts';
import { type ExportWish, type MediaName, NO_WISH, type Selector, type SortName, toOptions } from '#renderer/views/home/export-form.ts';

type Options = Readonly<Record<string, unknown>>;

const SELECTORS: readonly Selector[] = ['followers', 'following', 'likes', 'shares', 'tweets', 'live', 'facebookAds', 'advanced'];
/** What the form has a control for. */
const SAID = new Set<string>([
  ...SELECTORS,
  'limit',
  'replies',
  'sort',
  'minTimestamp',
  'maxTimestamp',
  'media',
  'mediaMb',
  'filter',
  'incremental',
  'keepRaw',
  'gentle',
  'window',
  'vpn',
  'pool',
  'account',
  'countries',
]);
/** Of one former export alone. */
const ONCE = new Set(['cursor', 'cookies']);
const SECOND_MS = 1_000;

interface Filter {
  readonly sentiment?: boolean;
  readonly language?: boolean | readonly string[];
}

/** The form that says these options. */
export function wishOf(options: Options): ExportWish {
  const { limit, sort, minTimestamp, maxTimestamp, media, mediaMb, vpn, pool, account, countries, layout } = options;
  const filter = options['filter'] as Filter | undefined;
  const dayOf = (seconds: unknown): string =>
    typeof seconds === 'number' ? new Date(seconds * SECOND_MS).toISOString().slice(0, 'yyyy-mm-dd'.length) : '';
  return {
    ...NO_WISH,
    selector: SELECTORS.find((selector) => options[selector] === true) ?? 'own',
    limit: typeof limit === 'number' ? String(limit) : '',
    replies: options['replies'] === true,
    sort: typeof sort === 'string' ? (sort as SortName) : 'default',
    since: dayOf(minTimestamp),
    until: dayOf(maxTimestamp),
    media: typeof media === 'string' ? (media as MediaName) : 'none',
    mediaMb: typeof mediaMb === 'number' ? String(mediaMb) : '',
    sentiment: filter?.sentiment === true,
    incremental: options['incremental'] === true,
    keepRaw: options['keepRaw'] === true,
    gentle: options['gentle'] === true,
    window: options['window'] === true,
    route: typeof vpn === 'string' ? vpn : '',
    pool: typeof pool === 'string' ? pool : '',
    account: typeof account === 'string' || account === false ? account : null,
    countries: Array.isArray(countries) ? countries.join(', ') : '',
    languages: Array.isArray(filter?.language) ? filter.language.join(', ') : '',
    preset: typeof layout === 'string' ? layout : '',
  };
}

/** The options that the form says, and those it has no control for, as they were. */
export function optionsOf(wish: ExportWish, found: readonly DetectedUrl[], former: Options): ReturnType<typeof toOptions> {
  // A layout without a name stays until a preset takes its place; the form says those with one.
  const isSaid = ([name, value]: [string, unknown]): boolean => SAID.has(name) || (name === 'layout' && typeof value === 'string');
  const unsaid = Object.entries(former).filter((each) => !isSaid(each) && !ONCE.has(each[0]));
  const said = toOptions(wish, found);
  const isLanguageSaid = (former['filter'] as Filter | undefined)?.language === true && said.filter?.language === undefined;
  return {
    ...Object.fromEntries(unsaid),
    ...said,
    ...(isLanguageSaid ? { filter: { ...said.filter, language: true } } : {}),
  };
}
