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
]);
/** Of one former export alone. */
const ONCE = new Set(['cursor', 'cookies']);
const SECOND_MS = 1_000;

/** The form that says these options. */
export function wishOf(options: Options): ExportWish {
  const { limit, sort, minTimestamp, maxTimestamp, media, mediaMb, filter } = options;
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
    sentiment: (filter as { readonly sentiment?: boolean } | undefined)?.sentiment === true,
    incremental: options['incremental'] === true,
    keepRaw: options['keepRaw'] === true,
    gentle: options['gentle'] === true,
    window: options['window'] === true,
  };
}

/** The options that the form says, and those it has no control for, as they were. */
export function optionsOf(wish: ExportWish, found: readonly DetectedUrl[], former: Options): ReturnType<typeof toOptions> {
  const unsaid = Object.entries(former).filter(([name]) => !SAID.has(name) && !ONCE.has(name));
  const said = toOptions(wish, found);
  const isLanguageSaid = (former['filter'] as { readonly language?: boolean } | undefined)?.language === true;
  return {
    ...Object.fromEntries(unsaid),
    ...said,
    ...(isLanguageSaid ? { filter: { ...said.filter, language: true } } : {}),
  };
}
