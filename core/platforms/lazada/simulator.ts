import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface LazadaParams {
  /** Reviews of the product. Default 45. */
  readonly reviews?: number;
  /** Host of the site's reviews. Default `my.lazada.com.my`. */
  readonly host?: string;
}

export const ITEM = '2345678901';
const DAY_MS = 86_400_000;
const NEWEST_MS = Date.parse('2026-01-20T00:00:00Z');

/**
 * Lazada with one product. `s.lazada.com.my/s.product` leads to it by a redirect, `s.page` by a script in a page, anything else nowhere.
 * Every tenth row stands in for a review that is not shown.
 */
export function lazadaSimulator(params: LazadaParams): Simulator {
  const host = params.host ?? 'my.lazada.com.my';
  return ({ url }) => {
    if (url.hostname === 's.lazada.com.my') return shortLink(url.pathname);
    if (url.hostname !== host || url.pathname !== '/pdp/review/getReviewList') return null;
    const { itemId, pageSize, pageNo, sort } = Object.fromEntries(url.searchParams);
    const count = itemId === ITEM ? (params.reviews ?? 45) : 0;
    const size = Number(pageSize);
    const first = (Number(pageNo) - 1) * size;
    const rows = indexesOf(first, size, count);
    return {
      body: {
        success: true,
        repeated: false,
        model: {
          item: { itemId: Number(itemId) },
          ratings: { average: 4.2, rateCount: count, reviewCount: count },
          paging: { totalItems: count, totalPages: Math.ceil(count / size), currentPage: Number(pageNo), pageSize: size },
          items: rows.map((place) => row(sort === '1' ? count - 1 - place : place)),
        },
      },
    };
  };
}

function shortLink(path: string): SimulatedAnswer {
  const product = `https://www.lazada.com.my/products/office-chair-i${ITEM}-s1.html?from=share`;
  if (path === '/s.product') return { status: 302, headers: { location: product }, body: '' };
  return path === '/s.page'
    ? { body: `<script>location.replace("${product.replaceAll('/', '\\/')}")</script>` }
    : { body: '<html>Hello</html>' };
}

function row(index: number): object {
  const date = new Date(NEWEST_MS - index * DAY_MS);
  const written = date.toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return {
    reviewRateId: 400_000_000_000_000 + index,
    rating: index % 10 === 9 ? 0 : 1 + (index % 5),
    reviewTitle: null,
    reviewContent: index % 7 === 3 ? '' : `Review ${index} &amp; more<br>two  lines`,
    reviewTime: index % 4 === 1 ? `${index + 1} days ago` : written,
    ...(index % 4 === 2 ? { zonedReviewTime: date.toISOString() } : {}),
    buyerName: 'J***.',
    buyerId: 100_000 + index,
    upVotes: index % 5 === 4 ? -1 : index % 5,
    images: index % 6 === 1 ? [{ url: '//img.example/1.jpg' }] : [],
    videos: [],
    replies: index % 8 === 1 ? [{ replyContent: 'Thank you', replyTime: written }] : null,
    skuInfo: 'Colour:Black',
    skuId: String(1000 + index),
    isPurchased: true,
  };
}
