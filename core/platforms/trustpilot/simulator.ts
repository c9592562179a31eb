import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface TrustpilotParams {
  /** Reviews of the company, and of any person. Default 100. */
  readonly reviews?: number;
  /**
   * Canonical name of the company: a domain, perhaps with a path behind it, whose slash is encoded wherever the name stands in a path.
   * The name without `www.` redirects to it. Default `www.shop.example`.
   */
  readonly domain?: string;
  /** Pages shown without a login; further ones redirect to it. Default: all. */
  readonly openPages?: number;
  /** Pages that answer 404 through both doors. */
  readonly missingPages?: readonly number[];
  /** False: the data pages answer 404, as after a new release of the site. Default true. */
  readonly hasDataPages?: boolean;
}

const PER_PAGE = 20;
const BUILD_ID = 'businessunitprofile-consumersite-2.1.0';
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');

/** Trustpilot with one company and people, as HTML and as data pages. Every fifth review is answered, every seventh has no words. */
export function trustpilotSimulator(params: TrustpilotParams): Simulator {
  const count = params.reviews ?? 100;
  const domain = params.domain ?? 'www.shop.example';
  const pages = Math.ceil(count / PER_PAGE);
  const isMissing = new Set(params.missingPages ?? []);

  const company = (url: URL, name: string, wrap: (props: object) => SimulatedAnswer): SimulatedAnswer => {
    const page = Number(url.searchParams.get('page') ?? 1);
    if (`www.${name}` === domain) return redirect(`/review/${encodeURIComponent(domain)}`);
    if (name !== domain || isMissing.has(page)) return notFound();
    if (page > (params.openPages ?? Infinity)) return redirect(`/users/connect?redirect=${encodeURIComponent(url.pathname)}`);
    return wrap({
      businessUnit: { identifyingName: domain, displayName: 'The shop', numberOfReviews: count },
      reviews: reviewsOf(page, count),
      filters: { pagination: { currentPage: page, perPage: PER_PAGE, totalCount: count, totalPages: pages } },
    });
  };

  return ({ url, headers }) => {
    if (url.hostname !== 'www.trustpilot.com') return null;
    const [folder = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (folder === 'review') return rest.length === 1 ? company(url, rest[0] ?? '', htmlPage) : notFound();
    if (folder === '_next') {
      const [, build, , file = '', ...further] = rest;
      const isServed = params.hasDataPages !== false && build === BUILD_ID && further.length === 0 && headers['x-nextjs-data'] === '1';
      return isServed ? company(url, file.replace(/\.json$/, ''), (pageProps) => ({ body: { pageProps, __N_SSP: true } })) : notFound();
    }
    if (folder === 'users') return htmlPage({ reviews: reviewsOf(Number(url.searchParams.get('page') ?? 1), count) });
    const index = Number.parseInt(rest[0] ?? '', 16);
    return folder === 'reviews' && index < count ? htmlPage({ review: review(index) }) : notFound();
  };
}

function reviewsOf(page: number, count: number): object[] {
  const first = (page - 1) * PER_PAGE;
  return Array.from({ length: Math.max(0, Math.min(PER_PAGE, count - first)) }, (_, place) => review(first + place));
}

/** Newest first: the index counts hours back. */
function review(index: number): object {
  const published = new Date(NEWEST_MS - index * 3_600_000).toISOString();
  const isWordless = index % 7 === 3;
  return {
    id: index.toString(16).padStart(24, '0'),
    filtered: index % 50 === 49,
    isPending: false,
    title: isWordless ? '' : `Review ${index}`,
    text: isWordless ? '' : `Ordered ${index} times & happy <3\n\nSecond paragraph.`,
    rating: 1 + (index % 5),
    likes: index % 4,
    language: index % 3 === 0 ? 'de' : 'en',
    dates: {
      experiencedDate: `${published.slice(0, 10)}T00:00:00.000Z`,
      publishedDate: published,
      updatedDate: index % 11 === 5 ? published : null,
    },
    labels: { verification: { isVerified: index % 2 === 0, verificationLevel: index % 2 === 0 ? 'invited' : 'not-verified' } },
    consumer: {
      id: (0xabc000 + (index % 90)).toString(16).padStart(24, '0'),
      displayName: `Reader ${index % 90}`,
      imageUrl: index % 2 === 0 ? '' : `//user-images.example/${index}.png`,
      countryCode: 'DE',
      numberOfReviews: 1 + (index % 9),
      isVerified: false,
    },
    reply: index % 5 === 1 ? { message: `Thank you!\nWe answered review ${index}.`, publishedDate: published, updatedDate: null } : null,
  };
}

function htmlPage(pageProps: object): SimulatedAnswer {
  const data = JSON.stringify({ props: { pageProps }, buildId: BUILD_ID }).replaceAll('<', '\\u003c');
  return {
    body: `<!DOCTYPE html><html><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>`,
  };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<!DOCTYPE html><html><body>Page not found</body></html>' };
}
