import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface CoupangParams {
  /** Reviews of each number of stars, five first. Default 40, 3, 2, 1, 0. */
  readonly perStars?: readonly number[];
  /** The names that the answer gives its fields. Default usual. */
  readonly schema?: 'usual' | 'newer';
  /** False: the API answers that it refuses. Default true. */
  readonly hasApi?: boolean;
  /** False: the articles of the older answer have no numbers; five on a page are by one person, and but two of them differ, by what was bought alone. Default true. */
  readonly isNumbered?: boolean;
  /** True: the older answer says that it is to end, and nothing else, as in summer 2026. */
  readonly isOlderOver?: boolean;
}

export const PRODUCT = '7335597976';
/** No list goes further. */
const MOST_LISTED = 1500;
const NEWEST_MS = Date.parse('2026-01-02T15:00:00Z');
const DAY_MS = 86_400_000;

/** Coupang with one product, in Korea and Taiwan; `link.coupang.com/a/product` leads to it. */
export function coupangSimulator(params: CoupangParams): Simulator {
  const { perStars = [40, 3, 2, 1, 0], schema = 'usual', hasApi = true, isNumbered = true, isOlderOver = false } = params;
  const reviews = perStars.flatMap((count, place) => Array.from({ length: count }, (_, index) => ({ index, stars: 5 - place })));
  return ({ url, headers }) => {
    if (url.hostname === 'link.coupang.com') {
      const isProduct = url.pathname === '/a/product';
      return {
        status: 302,
        headers: { location: `https://www.coupang.com/${isProduct ? `vp/products/${PRODUCT}?itemId=1` : 'np/events'}` },
        body: '',
      };
    }
    if (url.hostname !== 'www.coupang.com' && url.hostname !== 'www.tw.coupang.com') return null;
    if (url.pathname.endsWith(PRODUCT)) return { body: '<!doctype html><html><title>A thing</title><body>A thing</body></html>' };
    const query = url.searchParams;
    if (query.get('productId') !== PRODUCT) return { status: 404, body: '<html><body>Not found</body></html>' };
    const asked = query.get('ratings');
    const listed = asked === '' ? reviews : reviews.filter(({ stars }) => stars === Number(asked));
    const shown = query.get('sortBy') === 'DATE_DESC' ? listed.toReversed() : listed;
    const page = Number(query.get('page'));
    const size = Number(query.get('size'));
    const rows = shown.slice(0, MOST_LISTED).slice((page - 1) * size, page * size);
    if (url.pathname === '/next-api/review') {
      if (!hasApi) return { status: 403, body: '<html><head><title>Access Denied</title></head><body>Access Denied</body></html>' };
      const pages = Math.ceil(Math.min(listed.length, MOST_LISTED) / size);
      return { body: schema === 'usual' ? usual(rows, listed.length, pages) : newer(rows, listed.length, pages) };
    }
    if (url.pathname !== '/vp/product/reviews' || headers['x-requested-with'] !== 'XMLHttpRequest') return { status: 404, body: '' };
    if (isOlderOver) return { body: 'The api will be deprecated' };
    return articles(rows, listed.length, isNumbered);
  };
}

interface Row {
  readonly index: number;
  readonly stars: number;
}

function usual(rows: readonly Row[], totalCount: number, totalPage: number) {
  const contents = rows.map(({ index, stars }) => ({
    reviewId: 10_000 * stars + index,
    productId: Number(PRODUCT),
    itemName: index % 2 === 0 ? 'A thing, blue, XL' : 'A thing',
    ...(index % 3 === 0 ? { member: { id: 1, name: `김*${index}` } } : { member: null, displayName: `이*${index}` }),
    rating: stars,
    title: index % 2 === 0 ? 'Good &amp; cheap' : '',
    content: `First line ${index}<br>second &lt;3\nthird`,
    reviewAt: NEWEST_MS - index * DAY_MS + (index % 4 === 3 ? 1000 : 0),
    helpfulTrueCount: index,
    helpfulCount: index + 1,
    commentCount: 0,
    attachments: index % 5 === 0 ? [{ imgSrcOrigin: '//thumbnail.coupangcdn.com/1.jpg', imgSrcThumbnail: 'x' }] : [],
    videoAttachments: index % 10 === 0 ? [{ id: 1, videoUrl: 'https://video.coupangcdn.com/1.mp4' }] : null,
    reviewSurveyAnswers: index % 2 === 0 ? [{ question: 'Size', answer: 'As expected' }] : null,
    vendorName: 'A seller',
    vendorItemId: 85873964906,
  }));
  return {
    rCode: 'RET0000',
    rMessage: 'SUCCESS',
    rData: { reviewTotalCount: totalCount, paging: { totalCount, totalPage, currentPage: 1, contents } },
  };
}

function newer(rows: readonly Row[], totalElements: number, totalPages: number) {
  const content = rows.map(({ index, stars }) => ({
    reviewId: `r${stars}-${index}`,
    itemName: 'A thing, red',
    reviewAt: NEWEST_MS - index * DAY_MS + 3_600_000,
    rating: stars,
    memberName: `王*${index}`,
    reviewTitle: null,
    reviewContent: `Words ${index}`,
    deleted: index === 4,
    blinded: index === 5,
    reviewSurveyAnswers: index % 2 === 0 ? '[{"question":"Size","answer":"Small"}]' : '',
    attachment: index % 2 === 0 ? '[{"imgSrcOrigin":"https://cdn.example/1.jpg"}]' : null,
  }));
  return {
    code: 'SUCCESS',
    message: null,
    success: true,
    data: { content, pagination: { currentPage: 1, totalPages, totalElements, countPerPage: 30 } },
  };
}

/** The older answer, as a piece of HTML. */
function articles(rows: readonly Row[], count: number, isNumbered: boolean): SimulatedAnswer {
  const counts = `<div class="sdp-review__article__list__hidden-rating js_reviewArticleTotalCountHiddenValue" data-review-total-count="${count}" data-total-count="${count}"></div>`;
  const end = '<div class="sdp-review__article__no-review ">등록된 상품평이 없습니다.</div>';
  return {
    body: `<section class="js_reviewArticleListContainer">${counts}${rows.map((row) => article(row, isNumbered)).join('')}${end}</section>`,
  };
}

/** `isNumbered`: its number stands on what asks whether it was of help. */
function article({ index, stars }: Row, isNumbered: boolean): string {
  const number = isNumbered ? `data-review-id="${10_000 * stars + index}"` : '';
  const said = isNumbered ? index : index - (index % 5);
  const colour = isNumbered || index % 5 < 3 ? '블루' : `색상${index}`;
  const picture = (size: string, place: number): string =>
    `https://thumbnail${place}.coupangcdn.com/thumbnails/local/${size}/image2/PRODUCTREVIEW/202512/1/${said}/${place}.jpg`;
  const pictures = [1, 2].map(
    (place) => `<div class="sdp-review__article__list__attachment__list">
      <img class="sdp-review__article__list__attachment__img js_reviewArticleListImage" src="${picture('320', place)}" data-video-size="0"
        data-thumbnail-path="${picture('320', place)}" data-origin-path="${picture('q-1', place)}" data-num="${place - 1}"></div>`,
  );
  return `<article class="sdp-review__article__list js_reviewArticleReviewList">
    <div class="sdp-review__article__list__info">
      <div class="sdp-review__article__list__info__profile"><img class="js_reviewUserProfileImage" src="//img1a.coupangcdn.com/profile/empty.png" data-member-id="${said}"></div>
      <div class="sdp-review__article__list__info__user"><span class="sdp-review__article__list__info__user__name js_reviewUserProfileImage" data-member-id="${said}">김*${said}&nbsp;</span>
        <img class="sdp-review__article__list__info__top-badge" src="//img1a.coupangcdn.com/badges/REAL_NAME_REVIEWER_v1.png"></div>
      <div class="sdp-review__article__list__info__product-info">
        <div class="sdp-review__article__list__info__product-info__star-orange js_reviewArticleRatingValue" data-rating="${stars}" style="width: 100%;"></div>
        <div class="sdp-review__article__list__info__product-info__reg-date">2025.12.${String(1 + (said % 30)).padStart(2, '0')}</div></div>
      <div class="sdp-review__article__list__info__product-info__seller_name">
        판매자: 쿠팡(주)
      </div>
      <div class="sdp-review__article__list__info__product-info__name">A thing, ${colour}, XL</div></div>
    <div class="sdp-review__article__list__attachment js_reviewArticleListGalleryContainer">${pictures.join('')}</div>
    <div class="sdp-review__article__list__headline">
      Good &amp; cheap
    </div>
    <div class="sdp-review__article__list__review js_reviewArticleContentContainer"><div class="sdp-review__article__list__review__content js_reviewArticleContent">
      First line ${said}<br>
second</div></div>
    <div class="sdp-review__article__list__survey"><div class="sdp-review__article__list__survey__row">
      <span class="sdp-review__article__list__survey__row__question">Size</span><span class="sdp-review__article__list__survey__row__answer">As expected</span></div></div>
    <div class="sdp-review__article__list__help js_reviewArticleHelpfulContainer" ${number} data-count="${index}">
      <div class="sdp-review__article__list__help__count"><strong><span class="js_reviewArticleHelpfulCount">${index}</span></strong>명에게 도움 됨</div></div></article>`;
}
