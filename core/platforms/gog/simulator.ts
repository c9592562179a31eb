import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface GogParams {
  /** Reviews of the game. Default 25. */
  readonly reviews?: number;
  /** Of a page, whatever is asked for. Default 100. */
  readonly mostPerPage?: number;
  /** More than so many at once end in a 504. Default 100. */
  readonly bears?: number;
  /** What the page of the game says: its number (default), nothing of it, or that there is no such game. */
  readonly game?: 'number' | 'silent' | 'gone';
  /** What the review service refuses with. */
  readonly refusal?: { readonly status: number; readonly body: object | string };
}

const PRODUCT = '1207659037';
const SLUG = 'purring_cats';
const NEWEST = Date.UTC(2025, 11, 1, 12);
const LANGUAGES = ['en-US', 'de-DE', 'zh-Hans'];

/** GOG with the game `purring_cats`, its catalogue, the review service and the older list. */
export function gogSimulator(params: GogParams): Simulator {
  return ({ url }) => {
    const { hostname, pathname, searchParams: query } = url;
    if (hostname === 'catalog.gog.com') return catalogue(params);
    if (hostname === 'reviews.gog.com') return service(pathname, query, params);
    if (hostname === 'embed.gog.com') return older(pathname, Number(query.get('page') ?? 1), params);
    if (hostname !== 'www.gog.com') return null;
    if (pathname !== `/en/game/${SLUG}` || params.game === 'gone') return { status: 404, body: '<!doctype html><title>404</title>' };
    const number = params.game === 'silent' ? '' : ` card-product="${PRODUCT}"`;
    return { body: `<!doctype html><title>Purring Cats</title><div class="layout ng-scope"${number}><h1>Purring Cats</h1></div>` };
  };
}

/** It finds what is like the words, too. */
function catalogue({ game }: GogParams): SimulatedAnswer {
  const other = { id: '1', slug: 'purring_cats_2', title: 'Purring Cats 2', productType: 'game' };
  const own = { id: PRODUCT, slug: 'purring-cats', title: 'Purring Cats', productType: 'game' };
  return { body: { pages: 1, productCount: 2, products: game === 'gone' ? [other] : [other, own] } };
}

function service(path: string, query: URLSearchParams, params: GogParams): SimulatedAnswer {
  if (params.refusal) return params.refusal;
  const { reviews = 25, mostPerPage = 100, bears = 100 } = params;
  const asked = Number(query.get('limit') ?? 10);
  if (asked > bears) return { status: 504, body: '<html>overcapacity</html>' };
  const size = Math.min(asked, mostPerPage);
  // Reviews in one language alone, where none is named.
  const isOfAll = query.get('language')?.includes('zh-Hans') === true;
  const count = path === `/v1/products/${PRODUCT}/reviews` ? (isOfAll ? reviews : Math.ceil(reviews / LANGUAGES.length)) : 0;
  const page = Number(query.get('page') ?? 1);
  const isByVotes = query.get('order') === 'desc:votes';
  const places = indexesOf((page - 1) * size, size, count);
  return {
    body: {
      page,
      limit: size,
      pages: Math.ceil(count / size),
      reviewCount: count,
      ratingCount: count * 3,
      overallAvgRating: 4.2,
      isReviewable: true,
      _embedded: { items: places.map((place) => review(isByVotes ? count - 1 - place : place)) },
    },
  };
}

function review(index: number): object {
  const language = LANGUAGES[index % LANGUAGES.length];
  const written = NEWEST - index * 3_600_000;
  return {
    id: `0000aaaa-0000-4000-8000-${String(index).padStart(12, '0')}`,
    productId: PRODUCT,
    content: {
      title: index % 6 === 5 ? '' : `Title ${index} &amp; more`,
      description: `Review ${index} &quot;so&quot;<br>\nsecond line`,
      language: index % 2 === 0 ? language : { code: language },
    },
    rating: { value: 1 + (index % 5) },
    votes: { upvotes: index, downvotes: index % 3 },
    date: at(index % 4 === 0 ? written + 60_000 : written),
    creationDate: at(written),
    labels: index % 2 === 0 ? ['verified_owner'] : [],
    reviewer: {
      id: String(48_000_000 + index),
      username: `cat_${index}`,
      avatar: {
        _links: {
          small: { href: `https://images.gog.example/${index}_av_32.jpg` },
          medium: { href: `https://images.gog.example/${index}_av_128.jpg` },
        },
      },
      counters: { games: 10 + index, reviews: 1 + index },
    },
    status: 'approved',
  };
}

/** With the offset that the service writes. */
function at(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', '+00:00');
}

function older(path: string, page: number, { reviews = 25 }: GogParams): SimulatedAnswer {
  if (path !== `/reviews/product/${PRODUCT}.json`) return { status: 404, body: {} };
  const size = 10;
  const totalPages = Math.ceil(reviews / size);
  return {
    body: {
      reviews: indexesOf((page - 1) * size, size, reviews).map((index) => ({
        id: 7_000 + index,
        title: `Title ${index}`,
        teaser: `Review ${index}`,
        description: `Review ${index} &amp; all<br>of it`,
        author: { id: String(48_000_000 + index), name: `cat_${index}`, avatarPath: `https://images.gog.example/${index}.jpg` },
        helpfulVotes: index,
        totalVotes: index + 2,
        rating: 10 * (1 + (index % 5)),
        added: NEWEST / 1_000 - index * 60,
        edited: index % 4 === 0 ? NEWEST / 1_000 : -62_169_984_000,
      })),
      page,
      totalPages,
      totalResults: String(reviews),
    },
  };
}
