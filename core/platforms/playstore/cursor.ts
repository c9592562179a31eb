/** An app in a store. Reviews depend on the language; the country decides whether the store has the app. */
export interface Store {
  readonly app: string;
  readonly hl: string;
  readonly gl: string;
  /** Set where the owner named countries: what items carry. */
  readonly country: string | null;
  /** True after the first store: its list is most likely the same. */
  readonly isFurther: boolean;
}

/** What a list is: 1 helpfulness, 2 newest, 3 rating; of all ratings or of one. */
export interface Selection {
  readonly sort: number;
  readonly score: number | null;
}

/** The stores still to be read. The first one that has the app is opened; `found`: another one has it. */
export type OpeningCursor = {
  readonly list: 'opening';
  /** Null: only the short link's target tells. */
  readonly app: string | null;
  readonly short: string | null;
  /** Null: what the short link's target says, else English. */
  readonly hl: string | null;
  readonly gl: string | null;
  /** Empty: the store of the address. */
  readonly countries: readonly string[];
  readonly sort: number;
  readonly found: boolean;
};

/** `onTop`: read besides the app's own list. Much of it is known, and a refusal is no failure. */
export type ReviewsCursor = {
  readonly list: 'reviews';
  readonly app: string;
  readonly hl: string;
  readonly gl: string;
  readonly country: string | null;
  readonly isFurther: boolean;
  readonly sort: number;
  readonly score: number | null;
  readonly token: string | null;
  /** How many reviews are asked for. */
  readonly size: number;
  /** Reviews on the pages before. */
  readonly read: number;
  readonly onTop: boolean;
};

/** What is left once the app's own list has ended. */
export type RestCursor = {
  readonly list: 'rest';
  readonly app: string;
  readonly hl: string;
  readonly gl: string;
  readonly country: string | null;
  readonly isFurther: boolean;
  readonly sort: number;
  readonly read: number;
};

export type PlayCursor = OpeningCursor | ReviewsCursor | RestCursor;
