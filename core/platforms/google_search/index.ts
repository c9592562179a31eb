// Google Search: the page of results over plain HTTP, in the browser where Google wants scripts to run first.
// Fragile: names of classes change (only those of snippets and dates are read); captchas come after a few pages.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type ExportRow, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { CONSENT, GOOGLE_HOSTS, GOOGLE_WALLS, placeOfSearch } from '#core/platform-kit/google.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { targetsOf, type NamedPlace } from '#core/platform-kit/place.ts';
import {
  isGoogle,
  isResultsPage,
  leavesOutSimilar,
  nextPageOf,
  resultsOf,
  saysNothingFound,
  totalOf,
} from '#core/platforms/google_search/results.ts';

type Kind = 'search' | 'advanced';

/** Fields of the advanced form that ask for words by themselves. */
const WORD_FIELDS = ['as_q', 'as_epq', 'as_oq', 'as_sitesearch', 'as_filetype', 'as_nlo'];

/** `before`: results on the pages before this one; `door`: the browser once plain HTTP has been refused. */
type Cursor = { readonly url: string; readonly before: number; readonly page: number; readonly door: 'http' | 'browser' };

interface Shown {
  readonly answer: Answer;
  readonly page: HtmlElement;
  readonly door: Cursor['door'];
}

const RESULTS: ExportRow = { type: 'results', order: 'served' };
const READY = { selector: '#rso, #search, #captcha-form' };

const SOFT_BLOCK =
  'Google gave a page without a list of results, in the browser too. Wait some hours, choose another route (options.vpn), or give the cookies of your own session.';

const ESTIMATE = "Google's total is an estimate: it gives some hundred results at most.";
const SIMILAR = 'Google left out results that are much like those shown; add &filter=0 to the URL to get them too.';
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'google_search',
  name: 'Google Search',
  homepage: 'https://www.google.com',
  description: 'Results of a search, with all operators and fields of the advanced form.',
  category: 'search',
  recorded: '2026-04',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-07-06' }],
  targets: [
    target(
      'search',
      { own: RESULTS, advanced: RESULTS },
      ['google.<country>/search?q=<words>', 'google.<country>/search?as_q=<words>'],
      [
        'https://www.google.com/search?q=how+to+fetch+in+JS&hl=de',
        'https://www.google.co.uk/search?q=site%3Aexample.org&tbs=qdr:m',
        'https://google.com.br/search?as_q=words&as_epq=exact+phrase&as_sitesearch=example.org',
      ],
    ),
    target(
      'advanced',
      { own: RESULTS, advanced: RESULTS },
      ['google.<country>/advanced_search?as_q=<words>', '<words> (with the option "advanced")'],
      ['https://www.google.com/advanced_search?as_q=words&as_epq=exact+phrase&as_qdr=y'],
    ),
  ],
  searchesAt: 'https://www.google.com/search?q=',
  hosts: [...GOOGLE_HOSTS].map((host) => `.${host}`),
  walls: GOOGLE_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.google.com'],
    hint: 'Only after a captcha, for searches on google.com: solve it in your own browser and copy NID and GOOGLE_ABUSE_EXEMPTION from the developer tools (Application, Cookies).',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ params }) {
    return [{ role: 'page', cursor: { url: params['url'] ?? '', before: 0, page: 1, door: 'http' } }];
  },

  async fetchPage(cursor, session) {
    const { answer, page, door } = await show(cursor, session);
    const total = totalOf(page);
    const items = saysNothingFound(page)
      ? []
      : resultsOf(page, { before: cursor.before, page: cursor.page, url: answer.url, fetchedAt: answer.fetchedAt });
    const url = items.length === 0 ? null : nextPageOf(page, answer.url);
    return {
      items,
      next: url === null ? [] : [{ role: 'page', cursor: { url, before: cursor.before + items.length, page: cursor.page + 1, door } }],
      ...(cursor.page === 1 ? { total, notes: total ? [ESTIMATE] : [] } : {}),
      ...(url === null && leavesOutSimilar(page) ? { gaps: [{ cause: 'hidden', count: 0, note: SIMILAR }] } : {}),
      door: door === 'http' ? 'results page' : 'results page, in the browser',
    } satisfies Page<Cursor>;
  },
});

/** @throws PlatformRefusal BLOCKED where the browser gets no list of results either */
async function show(cursor: Cursor, session: Session): Promise<Shown> {
  if (cursor.door === 'http') {
    const shown = shownBy(await session.fetch({ url: cursor.url, headers: CONSENT }), 'http');
    if (isWhole(shown.page, cursor)) return shown;
  }
  const shown = shownBy(await session.page({ url: cursor.url, ready: READY }), 'browser');
  if (isWhole(shown.page, cursor)) return shown;
  throw new PlatformRefusal('BLOCKED', SOFT_BLOCK);
}

function shownBy(answer: Answer, door: Cursor['door']): Shown {
  return { answer, page: parseHtml(answer.text), door };
}

/** A first page is whole with results, or with word that there are none; a later one may be the empty end of the list. */
function isWhole(page: HtmlElement, { page: number }: Cursor): boolean {
  if (!isResultsPage(page)) return false;
  return number > 1 || page.first('a[href] h3') !== null || saysNothingFound(page);
}

/** What an address names; `url` is the search as it is asked for. A search that shows the reviews of a place is none. */
function placeAt(pasted: PastedUrl): NamedPlace<Kind> | null {
  const { host, href, segments, query } = pasted;
  if (!isGoogle(host) || segments.length !== 1 || placeOfSearch(pasted) !== null) return null;
  const [page] = segments;
  const asks = [...WORD_FIELDS, 'q'].some((field) => (query.get(field) ?? '').trim() !== '');
  if (!asks) return null;
  if (page === 'search') return { kind: 'search', params: paramsOf(href, '/search') };
  return page === 'advanced_search' ? { kind: 'advanced', params: paramsOf(href, '/search') } : null;
}

/** Always by TLS, and without what only a browser reads. */
function paramsOf(href: string, path: string): TargetParams {
  const url = new URL(href);
  return { url: `https://${url.host}${path}${url.search}` };
}
