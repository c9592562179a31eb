// A search in the Ads Library, as its address has it and as each of its doors wants it.

/** `ad`: one ad by its id. `page`: all of one page; null where its id is still to be looked up, '' for a search by words. */
export type LibrarySearch = {
  readonly ad: string | null;
  readonly page: string | null;
  readonly words: string;
  readonly country: string;
  readonly status: string;
  readonly type: string;
  readonly media: string;
  readonly kind: string;
};

const LIBRARY = 'https://www.facebook.com/ads/library/';
const DEFAULTS = { country: 'ALL', active_status: 'active', ad_type: 'all', media_type: 'all', search_type: 'keyword_unordered' } as const;

/**
 * One search a country (of the options, else of the address).
 * @param library address of the Ads Library; null for all ads of a page, whose id is `page` (null: to be looked up)
 */
export function librarySearches(library: string | null, page: string | null, countries: readonly string[]): readonly LibrarySearch[] {
  const query = library === null ? new URLSearchParams() : new URL(library).searchParams;
  const given = (name: keyof typeof DEFAULTS) => query.get(name) || DEFAULTS[name];
  const ad = query.get('id') || null;
  const ofPage = library === null ? page : (query.get('view_all_page_id') ?? '');
  const search = {
    ad,
    page: ad === null ? ofPage : '',
    words: ad ?? (ofPage === '' ? (query.get('q') ?? '') : ''),
    status: given('active_status'),
    type: given('ad_type'),
    media: given('media_type'),
    kind: ofPage === '' || ad !== null ? given('search_type') : 'page',
  };
  const wanted = countries.length === 0 ? [given('country')] : [...new Set(countries.map((country) => country.toUpperCase()))];
  return wanted.map((country) => ({ ...search, country }));
}

/** The page of the Library that shows the search. */
export function libraryPage({ ad, page, words, country, status, type, media, kind }: LibrarySearch): string {
  const query = new URLSearchParams({
    active_status: status,
    ad_type: type,
    country,
    ...(ad === null ? {} : { id: ad }),
    ...(ad === null && words !== '' ? { q: words } : {}),
    ...(page ? { view_all_page_id: page } : {}),
    search_type: kind,
    media_type: media,
  });
  return `${LIBRARY}?${query.toString()}`;
}

/** The query of the oldest door. */
export function asyncSearchQuery(
  search: LibrarySearch,
  session: string,
  after: { readonly cursor: string; readonly collation: string | null } | null,
) {
  return {
    q: search.words,
    session_id: session,
    count: 30,
    active_status: search.status,
    ad_type: search.type,
    'countries[0]': search.country,
    media_type: search.media,
    search_type: search.kind,
    ...(search.page ? { view_all_page_id: search.page } : {}),
    ...(after === null ? {} : { forward_cursor: after.cursor }),
    ...(after === null || after.collation === null ? {} : { collation_token: after.collation }),
  };
}

export const ASYNC_SEARCH = `${LIBRARY}async/search_ads/`;

/** Variables of the query by which the page goes on. `session`: any UUID, the same for all pages of a list. */
export function searchVariables(search: LibrarySearch, session: string, after: string | null) {
  return {
    activeStatus: search.status.toUpperCase(),
    adType: search.type.toUpperCase(),
    bylines: [],
    collationToken: session,
    contentLanguages: [],
    countries: [search.country],
    cursor: after,
    excludedIDs: [],
    first: 30,
    isTargetedCountry: false,
    location: null,
    mediaType: search.media,
    multiCountryFilterMode: null,
    pageIDs: [],
    potentialReachInput: null,
    publisherPlatforms: [],
    queryString: search.words,
    regions: null,
    searchType: search.kind,
    sessionID: session,
    sortData: null,
    source: null,
    startDate: null,
    v: '608791',
    viewAllPageID: search.page || '0',
  };
}
