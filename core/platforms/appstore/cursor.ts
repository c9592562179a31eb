import type { FeedForm, FeedOrder } from '#core/platform-kit/families/apple/feed.ts';

/** A storefront of an app, and the order asked for. */
export interface Storefront {
  readonly app: string;
  readonly country: string;
  readonly order: FeedOrder;
}

/** The storefronts still to be read. The first one that has the app is opened; `found`: another one has it. */
export type OpeningCursor = {
  readonly door: 'opening';
  /** Null: only the short link's target tells. */
  readonly app: string | null;
  readonly short: string | null;
  /** Empty: the storefront that the short link's target names. */
  readonly countries: readonly string[];
  readonly order: FeedOrder;
  readonly found: boolean;
};

/** `afterFeed`: read on top of a feed that was full. Much of it is known, and a refusal is no failure. */
export type FeedCursor = {
  readonly door: 'feed';
  readonly app: string;
  readonly country: string;
  readonly order: FeedOrder;
  readonly form: FeedForm;
  readonly page: number;
  readonly afterFeed: boolean;
};

export type CatalogCursor = {
  readonly door: 'catalog';
  readonly app: string;
  readonly country: string;
  readonly offset: number;
  readonly afterFeed: boolean;
};

/** How many ratings a storefront has. */
export type RatingsCursor = { readonly door: 'ratings'; readonly app: string; readonly country: string };

export type AppStoreCursor = OpeningCursor | FeedCursor | CatalogCursor | RatingsCursor;
