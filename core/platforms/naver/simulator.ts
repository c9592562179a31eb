import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface NaverParams {
  /** Comments of the first level. Default 25; every third of them has replies. */
  readonly comments?: number;
  /** Rows of a page, however many are asked for. Default 100. */
  readonly mostPerPage?: number;
  /** What the comment box says of itself. Default: it is open. */
  readonly box?: 'open' | 'off' | 'refused';
  /** Reviews of the place: 20 of them at most stand in its page. Default 20. */
  readonly reviews?: number;
  /** What the page of the place is instead. */
  readonly place?: 'unknown' | 'too fast' | 'captcha';
}

export const PAPER = '055';
export const ARTICLE = '0000887008';
export const PLACE = '1234567890';
export const PRODUCT = '5000000001';
const NEWEST = Date.UTC(2026, 0, 20, 12);
const BLOG_NUMBER = '20001234';
const OBJECTS = [
  { ticket: 'news', pool: 'cbox5', objectId: `news${PAPER},${ARTICLE}` },
  { ticket: 'comic', pool: 'cbox3', objectId: '20853_1234' },
  { ticket: 'blog', pool: 'cbox9', objectId: `${BLOG_NUMBER}_201_223000000001`, groupId: BLOG_NUMBER },
] as const;
const IN_PAGE = 20;
const REPLIES = 2;

/**
 * Naver with an article, an episode, a post and a place, and a product whose reviews its page alone gets. `naver.me/xPlace` leads to the place,
 * `naver.me/xNews` to the article.
 */
export function naverSimulator(params: NaverParams): Simulator {
  return ({ url, headers, method, body }) => {
    const { hostname, pathname, searchParams: query } = url;
    if (hostname === 'apis.naver.com' && pathname === '/commentBox/cbox/web_naver_list_jsonp.json')
      return commentBox(query, headers['referer'] ?? '', params);
    if (hostname === 'naver.me') return shortLink(pathname);
    if (hostname === 'n.news.naver.com' && pathname === `/mnews/article/${PAPER}/${ARTICLE}`) return { body: articlePage() };
    if (hostname === 'blog.naver.com' && pathname === '/PostView.naver')
      return {
        body: `<html><head><title>블로그</title></head><body><script>var blogId = 'some_blog'; var blogNo = '${BLOG_NUMBER}';</script></body></html>`,
      };
    if (hostname === 'pcmap.place.naver.com') return placePage(pathname, params);
    if (hostname === 'smartstore.naver.com' && method === 'POST') return productReviews(body);
    return null;
  };
}

function shortLink(path: string): SimulatedAnswer {
  if (path === '/xPlace') return redirect(`https://map.naver.com/p/entry/place/${PLACE}?placePath=%2Freview`);
  return path === '/xNews' ? redirect(`https://n.news.naver.com/article/${PAPER}/${ARTICLE}`) : { body: '<html>네이버</html>' };
}

/** It answers pages of Naver alone, in a callback, with a status of 200 whatever it says. */
function commentBox(query: URLSearchParams, referer: string, params: NaverParams): SimulatedAnswer {
  const said = (answer: object): SimulatedAnswer => ({
    headers: { 'content-type': 'application/javascript; charset=UTF-8' },
    body: `${query.get('_callback') ?? '_callback'}(${JSON.stringify(answer)});`,
  });
  const object = OBJECTS.find(
    (each) =>
      each.objectId === query.get('objectId') &&
      each.ticket === query.get('ticket') &&
      each.pool === query.get('pool') &&
      (!('groupId' in each) || each.groupId === query.get('groupId')),
  );
  const isAllowed = /^https:\/\/(?:[a-z]+\.)*naver\.com(?:\/|$)/.test(referer) && params.box !== 'refused';
  if (!isAllowed) return said({ success: false, code: '3999', message: '잘못된 접근입니다.', lang: 'ko', country: 'KR', result: {} });
  if (object === undefined) return said({ success: false, code: '5020', message: 'objectId', result: {} });
  const total = params.box === 'off' ? 0 : (params.comments ?? 25);
  const parent = query.get('parentCommentNo');
  const size = Math.min(Number(query.get('pageSize') ?? 15), params.mostPerPage ?? 100);
  const page = Number(query.get('page') ?? 1);
  const rows = parent === null ? total : REPLIES;
  const pages = Math.ceil(rows / size);
  const isByNew = query.get('sort') === 'NEW';
  const commentList = indexesOf((page - 1) * size, size, rows).map((place) =>
    parent === null ? comment(isByNew ? place : total - 1 - place) : reply(Number(parent), place),
  );
  const replies = Math.ceil(total / 3) * REPLIES;
  return said({
    success: true,
    code: '1000',
    message: '요청을 성공적으로 처리하였습니다.',
    lang: 'ko',
    country: 'KR',
    result: {
      commentList,
      pageModel: {
        page,
        pageSize: size,
        indexSize: 10,
        totalRows: rows,
        totalPages: pages,
        prevPage: page - 1,
        nextPage: page < pages ? page + 1 : 0,
      },
      exposureConfig: { reason: null, status: params.box === 'off' ? 'COMMENT_OFF' : 'COMMENT_ON' },
      count: { comment: total, reply: replies, exposeCount: total, delCommentByUser: 0, total: total + replies },
      listStatus: 'current',
      sort: query.get('sort'),
      bestList: [],
    },
    date: '2026-01-20T12:00:00+0000',
  });
}

const FIRST_NUMBER = 2_530_331_000;

function comment(index: number): object {
  const number = FIRST_NUMBER + index * 10;
  return {
    ...row(number, number, NEWEST - index * 60_000),
    replyLevel: 1,
    replyCount: index % 3 === 0 ? REPLIES : 0,
    contents: `댓글 ${index}  둘`,
    sympathyCount: index,
    antipathyCount: index % 4,
    best: index === 1,
    hiddenByCleanbot: index % 5 === 4,
    imageList: index % 7 === 3 ? [{ imageUrl: 'https://comment.example/1.png' }] : null,
  };
}

function reply(parent: number, index: number): object {
  return {
    ...row(parent + index + 1, parent, NEWEST - index * 1_000),
    replyLevel: 2,
    replyCount: 0,
    contents: `답글 ${parent} ${index}`,
    sympathyCount: 1,
    antipathyCount: 0,
    best: false,
    hiddenByCleanbot: false,
    imageList: null,
  };
}

function row(number: number, parent: number, writtenAt: number): object {
  const isChanged = number % 4 === 0;
  return {
    ticket: 'news',
    commentNo: number,
    parentCommentNo: parent,
    commentType: 'txt',
    userIdNo: `id${number}`,
    userName: `na${number % 1_000}****`,
    userProfileImage: number % 20 === 0 ? 'https://profile.example/1.jpg' : '',
    regTime: atSeoul(writtenAt),
    regTimeGmt: at(writtenAt),
    modTime: atSeoul(isChanged ? writtenAt + 30_000 : writtenAt),
    modTimeGmt: at(isChanged ? writtenAt + 30_000 : writtenAt),
    deleted: false,
    visible: true,
    expose: true,
  };
}

function at(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', '+0000');
}

function atSeoul(ms: number): string {
  return new Date(ms + 9 * 3_600_000).toISOString().replace('.000Z', '+0900');
}

/** A page that has a script ask for its comments, and for more of them when its button is pressed. */
function articlePage(): string {
  const call = `https://apis.naver.com/commentBox/cbox/web_naver_list_jsonp.json?ticket=news&pool=cbox5&lang=ko&country=KR&objectId=news${PAPER}%2C${ARTICLE}&pageSize=20&indexSize=10&listType=OBJECT&pageType=more&sort=NEW&_callback=shown&page=`;
  return `<!doctype html><html><head><title>뉴스</title></head><body><div id="cbox"></div><script>
let page = 1;
const ask = () => { const script = document.createElement('script'); script.src = '${call}' + page; document.body.append(script); };
window.shown = ({ result }) => {
  page = result.pageModel.nextPage;
  document.querySelector('#cbox').innerHTML = page === 0 ? '' : '<a href="#" class="u_cbox_btn_more" onclick="this.remove(); ask(); return false">더보기</a>';
};
ask();
</script></body></html>`;
}

function placePage(path: string, params: NaverParams): SimulatedAnswer {
  if (params.place === 'too fast') return { body: '<html><body>서비스 이용이 제한되었습니다.</body></html>' };
  if (params.place === 'captcha') return { status: 405, body: '<html><body>captcha</body></html>' };
  if (path === `/place/${PLACE}/review/visitor`) return redirect(`https://pcmap.place.naver.com/restaurant/${PLACE}/review/visitor`);
  if (path !== `/restaurant/${PLACE}/review/visitor`) return { status: 404, body: '<html>404</html>' };
  return {
    body: `<!doctype html><html><head><title>식당</title></head><body><script>window.__APOLLO_STATE__ = ${JSON.stringify(stateOf(params))};</script></body></html>`,
  };
}

function stateOf({ reviews = 20, place }: NaverParams): object {
  const asked = `placeDetail({"input":{"deviceType":"pcmap","id":"${PLACE}","isNx":false}})`;
  if (place === 'unknown') return { ROOT_QUERY: { __typename: 'Query', [asked]: null } };
  const indexes = indexesOf(0, IN_PAGE, reviews);
  return {
    [`PlaceDetailBase:${PLACE}`]: { __typename: 'PlaceDetailBase', id: PLACE, name: '식당' },
    ...Object.fromEntries(indexes.map((index) => [`VisitorReviewAuthor:a${index}`, author(index)])),
    ...Object.fromEntries(indexes.map((index) => [`VisitorReview:${reviewId(index)}`, review(index)])),
    ROOT_QUERY: {
      __typename: 'Query',
      [asked]: { __ref: `PlaceDetailBase:${PLACE}` },
      'visitorReviews({"input":{"size":20}})': {
        __typename: 'VisitorReviewsResult',
        items: indexes.map((index) => ({ __ref: `VisitorReview:${reviewId(index)}` })),
        total: reviews,
      },
    },
  };
}

function reviewId(index: number): string {
  return `69000000000000000000${String(1_000 + index)}`;
}

function author(index: number): object {
  return {
    __typename: 'VisitorReviewAuthor',
    id: `a${index}`,
    nickname: `손님 ${index}`,
    imageUrl: 'https://pup.example/1.jpg',
    objectId: `o${index}`,
    url: `https://m.place.naver.com/my/o${index}`,
  };
}

function review(index: number): object {
  return {
    __typename: 'VisitorReview',
    id: reviewId(index),
    reviewId: reviewId(index),
    rating: index % 10 === 9 ? 4.5 : null,
    author: { __ref: `VisitorReviewAuthor:a${index}` },
    body: index % 6 === 5 ? '' : `맛있어요 ${index}\n또 올게요`,
    thumbnail: index % 4 === 1 ? 'https://pup.example/r.jpg' : null,
    media: index % 4 === 1 ? [{ type: 'image', thumbnail: 'https://pup.example/r.jpg' }] : [],
    visitCount: 1 + (index % 3),
    created: index % 2 === 0 ? '9.13.토' : '24.9.13.금',
    visited: '9.13.토',
    representativeVisitDateTime: index % 3 === 0 ? '2025-09-13T03:15:00.000Z' : null,
    reply: index % 5 === 2 ? { editUrl: null, body: '감사합니다', editedBy: null, created: '24.9.14.토', replyTitle: null } : null,
    originType: '영수증',
    votedKeywords: [{ code: 'food_good', name: '음식이 맛있어요' }],
    language: 'ko',
  };
}

/** Of two pages; what it is asked with is made by the page. */
function productReviews(body: string): SimulatedAnswer {
  const { page = 1 } = JSON.parse(body) as { page?: number };
  const contents = indexesOf((page - 1) * 20, 20, 30).map((index) => ({
    id: 4_000_000_000 + index,
    reviewScore: 1 + (index % 5),
    reviewContent: `좋아요 ${index}<br>다시`,
    createDate: new Date(NEWEST - index * 60_000).toISOString().replace('Z', '+00:00'),
    modifyDate: new Date(NEWEST - (index === 1 ? 0 : index * 60_000)).toISOString().replace('Z', '+00:00'),
    writerId: `ab${index}****`,
    writerProfileImageUrl: null,
    reviewAttaches: index % 4 === 0 ? [{ attachUrl: 'https://phinf.example/1.jpg', attachName: '1.jpg' }] : [],
    productOptionContent: index % 2 === 0 ? '색상: 검정' : null,
    repurchase: index % 3 === 0,
    helpCount: index,
    reviewType: 'NORMAL',
  }));
  return { body: { contents, page, size: 20, totalElements: 30, totalPages: 2, first: page === 1, last: page === 2 } };
}
