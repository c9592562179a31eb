import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface TokopediaParams {
  /** Reviews of the product, and of the shop. Default 35. */
  readonly reviews?: number;
  /** Each list ends after so many, though the next page is announced for ever. Default: none does. */
  readonly cappedAt?: number;
}

interface Operation {
  readonly operationName: string;
  readonly query: string;
  readonly variables: {
    readonly productURL?: string;
    readonly domain?: string;
    readonly productID?: string;
    readonly shopID?: string;
    readonly page: number;
    readonly limit: number;
    readonly sortBy: string;
    readonly filterBy: string;
  };
}

const PRODUCT = '459906903';
const SHOP = '5463752';
const NEWEST_S = Date.parse('2026-01-01T12:00:00Z') / 1000;

/**
 * Tokopedia with one product and one shop, `a-shop`: any product of it is this one, all others are unknown. Every fourth review is answered,
 * every fifth anonymous. `tokopedia.link/product` and `/shop` lead to them.
 */
export function tokopediaSimulator({ reviews = 35, cappedAt }: TokopediaParams): Simulator {
  return ({ url, method, headers, body }) => {
    if (url.hostname === 'tokopedia.link') return lead(url.pathname);
    if (url.hostname !== 'gql.tokopedia.com' || method !== 'POST') return null;
    const [operation] = JSON.parse(body) as [Operation];
    if (url.pathname !== `/graphql/${operation.operationName}` || !operation.query.includes(`query ${operation.operationName}(`))
      return null;
    if (headers['x-source'] !== 'tokopedia-lite' || headers['x-tkpd-lite-service'] !== 'zeus') return { status: 403, body: '<html>' };
    const data = dataOf(operation, reviews, cappedAt);
    return data === null ? { body: [{ errors: [{ message: 'unknown operation' }], data: null }] } : { body: [{ data }] };
  };
}

function dataOf({ operationName, variables }: Operation, count: number, cappedAt: number | undefined): object | null {
  const { productURL, domain } = variables;
  if (operationName === 'getMiniProductInfo') {
    const isKnown = productURL?.startsWith('https://www.tokopedia.com/a-shop/') === true;
    return { productrevGetMiniProductInfo: { product: { id: isKnown ? PRODUCT : '' }, shop: { id: isKnown ? SHOP : '' } } };
  }
  if (operationName === 'ShopInfoCore')
    return { shopInfoByID: { result: domain === 'a-shop' ? [{ shopCore: { shopID: SHOP, name: 'A shop' } }] : [] } };
  const isShop = operationName === 'ReviewList';
  if (isShop ? variables.shopID !== SHOP : operationName !== 'productReviewList' || variables.productID !== PRODUCT) return null;
  const { indices, hasNext } = pageOf(variables, count, cappedAt);
  if (isShop)
    return { productrevGetShopReviewReadingList: { list: indices.map(shopReview), hasNext, shopName: 'A shop', totalReviews: count } };
  return { productrevGetProductReviewList: { productID: PRODUCT, list: indices.map(productReview), hasNext, totalReviews: count } };
}

/** By usefulness the list is backwards. */
function pageOf({ page, limit, sortBy, filterBy }: Operation['variables'], count: number, cappedAt: number | undefined) {
  const stars = /^rating=(\d)$/.exec(filterBy)?.[1];
  const all = Array.from({ length: count }, (_, index) => index).filter(
    (index) => stars === undefined || ratingOf(index) === Number(stars),
  );
  if (sortBy !== 'create_time desc') all.reverse();
  const listed = all.slice(0, cappedAt);
  return { indices: listed.slice((page - 1) * limit, page * limit), hasNext: cappedAt !== undefined || page * limit < listed.length };
}

function ratingOf(index: number): number {
  return 1 + (index % 5);
}

/** Newest first: the index counts hours back. */
function productReview(index: number): object {
  const isAnonymous = index % 5 === 2;
  return {
    id: String(9_000 + index),
    variantName: index % 2 === 0 ? 'Merah' : '',
    message: index % 7 === 3 ? '' : `Barang ke-${index} &amp; bagus<br>sekali`,
    productRating: ratingOf(index),
    reviewCreateTime: String(NEWEST_S - index * 3_600),
    reviewCreateTimestamp: '4 hari lalu',
    isReportable: true,
    isAnonymous,
    imageAttachments:
      index % 3 === 0
        ? [{ attachmentID: '1', imageThumbnailUrl: `https://img.example/s${index}.jpg`, imageUrl: `https://img.example/${index}.jpg` }]
        : [],
    videoAttachments: index % 6 === 0 ? [{ attachmentID: '2', videoUrl: `https://img.example/${index}.mp4` }] : [],
    reviewResponse: { message: index % 4 === 1 ? `Terima kasih ${index}` : '', createTime: index % 4 === 1 ? '3 hari lalu' : '' },
    user: {
      userID: isAnonymous ? '0' : String(100 + index),
      fullName: isAnonymous ? 'R***t' : `Reader ${index}`,
      image: `https://img.example/u${index}.png`,
      url: isAnonymous ? '' : `/people/${100 + index}`,
    },
    likeDislike: { totalLike: index % 3, likeStatus: 0 },
    stats: index % 2 === 0 ? [{ key: 'total_reviews', formatted: '9 ulasan', count: 9 }] : [],
    badRatingReasonFmt: ratingOf(index) === 1 ? 'Barang rusak' : '',
  };
}

function shopReview(index: number): object {
  return {
    id: String(9_000 + index),
    product: {
      productID: PRODUCT,
      productName: 'A product',
      productPageURL: 'https://www.tokopedia.com/a-shop/a-product',
      productVariant: { variantID: '1', variantName: 'Merah' },
    },
    rating: ratingOf(index),
    reviewTime: ['Hari ini', 'Kemarin', '4 hari lalu', '2 minggu lalu', 'Lebih dari 1 tahun lalu'][Math.min(4, Math.floor(index / 7))],
    reviewText: `Ulasan ${index}`,
    reviewerID: String(100 + index),
    reviewerName: `Reader ${index}`,
    avatar: '',
    replyText: index % 4 === 1 ? 'Terima kasih' : '',
    replyTime: index % 4 === 1 ? '1 bulan lalu' : '',
    attachments: index % 3 === 0 ? [{ attachmentID: '1', thumbnailURL: '', fullsizeURL: `https://img.example/${index}.jpg` }] : null,
    videoAttachments: null,
    state: { isReportable: true, isAnonymous: false },
    likeDislike: { totalLike: index % 3, likeStatus: 0 },
    badRatingReasonFmt: '',
  };
}

function lead(path: string): SimulatedAnswer {
  const targets: Readonly<Record<string, string>> = { '/product': 'a-product?utm_source=share', '/shop': 'review' };
  const target = targets[path];
  return target === undefined
    ? { status: 302, headers: { location: 'https://www.tokopedia.com/' }, body: '' }
    : { status: 302, headers: { location: `https://www.tokopedia.com/a-shop/${target}` }, body: '' };
}
