/** The parts of the peers that the bench and the tests of the simulators call; the packages bring no types. */
declare module 'app-store-scraper' {
  interface AppStoreReview {
    readonly id: string;
    readonly userName: string;
    readonly userUrl: string;
    readonly version: string;
    readonly score: number;
    readonly title: string;
    readonly text: string;
    readonly url: string;
    readonly updated: string;
  }
  const store: {
    readonly sort: { readonly RECENT: string; readonly HELPFUL: string };
    reviews(options: {
      readonly id: string;
      readonly country: string;
      readonly page: number;
      readonly sort: string;
    }): Promise<AppStoreReview[]>;
  };
  export default store;
  export type { AppStoreReview };
}

declare module 'google-play-scraper' {
  interface GooglePlayReview {
    readonly id: string;
    readonly userName: string;
    readonly userImage: string;
    readonly date: string;
    readonly score: number;
    readonly scoreText: string;
    readonly url: string;
    readonly title: null;
    readonly text: string | null;
    readonly replyDate: string | null;
    readonly replyText: string | null;
    readonly version: string | null;
    readonly thumbsUp: number;
    readonly criterias: readonly { readonly criteria: string; readonly rating: number | null }[];
  }
  const store: {
    readonly sort: { readonly NEWEST: number; readonly RATING: number; readonly HELPFULNESS: number };
    reviews(options: {
      readonly appId: string;
      readonly sort: number;
      readonly num: number;
    }): Promise<{ readonly data: GooglePlayReview[]; readonly nextPaginationToken: string | null }>;
  };
  export default store;
  export type { GooglePlayReview };
}
