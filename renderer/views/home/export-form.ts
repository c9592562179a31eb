import type { Input } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';

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
};

const SECOND_MS = 1_000;
const LAST_SECOND_OF_DAY = 86_399;

/** Lists that every one of these addresses gives: one that a URL cannot give would be refused. */
export function sharedSelectors(found: readonly DetectedUrl[]): readonly Selector[] {
  const [first, ...others] = found;
  if (first === undefined) return [];
  return (Object.keys(first.exports) as Selector[]).filter((selector) => others.every((other) => other.exports[selector] !== undefined));
}

/** Whether any of the addresses' platforms makes use of an option. */
export function takesOption(found: readonly DetectedUrl[], option: string): boolean {
  return found.some(({ supported_options: options }) => options.includes(option));
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
    ...(wish.sentiment ? { filter: { sentiment: true } } : {}),
    ...(wish.incremental ? { incremental: true } : {}),
    ...(wish.keepRaw ? { keepRaw: true } : {}),
    ...(wish.gentle ? { gentle: true } : {}),
    ...(wish.window ? { window: true } : {}),
  };
}
