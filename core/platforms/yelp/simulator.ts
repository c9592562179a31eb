import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface YelpParams {
  /** Reviews by language, in the order in which the site names them. Default: 25 in English, 12 in French, none in German. */
  readonly reviews?: Readonly<Record<string, number>>;
  /** Number of the query that the API knows. Default: the newest that we know. */
  readonly documentId?: string;
  /** Pages behind a wall. Default: none. */
  readonly walled?: readonly ('biz' | 'not_recommended_reviews' | 'questions')[];
  /** What the answer says besides the reviews. `little`: neither a total nor languages nor whether there is a next page. */
  readonly says?: 'all' | 'little';
}

export const BUSINESS = 'a-place-to-eat-seattle-4';
export const BUSINESS_ID = 'Lw7NmZ3j-WEye97ywEmkXQ';
export const WALL_PAGE =
  "<html><head><title>yelp.com</title></head><body><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script></body></html>";

const KNOWN = '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692';
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');
const CDN = 'https://s3-media0.fl.yelpcdn.com/assets/public/';
const RUNTIME = 'module_yelp-frontend_runtime~biz.yji-0123456789abcdef.mjs';

/** Yelp with one business, by its name and by its id; `yelp.to/AbCd` leads to it. */
export function yelpSimulator(params: YelpParams): Simulator {
  const documentId = params.documentId ?? KNOWN;
  return ({ url, method, body }) => {
    if (url.hostname === 'yelp.to') return { status: 302, headers: { location: `https://www.yelp.com/biz/${BUSINESS}?osq=x` }, body: '' };
    if (url.href.startsWith(CDN)) return scriptAt(url.href.slice(CDN.length), documentId);
    if (url.hostname !== 'www.yelp.com') return null;
    if (method === 'POST') return url.pathname === '/gql/batch' ? batch(JSON.parse(body) as Operation[], documentId, params) : null;
    const [folder = '', name = ''] = url.pathname.split('/').filter(Boolean);
    if (name !== BUSINESS && name !== BUSINESS_ID) return { status: 404, body: '<html><body>No such page</body></html>' };
    if (params.walled?.some((page) => page === folder)) return { status: 403, body: WALL_PAGE };
    return {
      body: `<!DOCTYPE html><html><head><meta name="yelp-biz-id" content="${BUSINESS_ID}"><script src="${CDN}${RUNTIME}"></script></head><body></body></html>`,
    };
  };
}

interface Operation {
  readonly operationName: string;
  readonly variables: {
    readonly encBizId: string;
    readonly reviewsPerPage: number;
    readonly sortBy: string;
    readonly languageCode: string;
    readonly after: string | null;
  };
  readonly extensions: { readonly documentId: string };
}

function batch(operations: readonly Operation[], documentId: string, params: YelpParams): SimulatedAnswer {
  if (operations.length > 10) return { status: 400, body: 'Bad Request' };
  if (operations.some(({ extensions }) => extensions.documentId !== documentId)) return { status: 403, body: 'Forbidden' };
  return { body: operations.map(({ variables }) => feed(variables, params)) };
}

function feed({ encBizId, reviewsPerPage, sortBy, languageCode, after }: Operation['variables'], params: YelpParams): object {
  if (encBizId !== BUSINESS_ID) return { data: null, errors: [{ message: 'Bad id', extensions: { code: 'BAD_ENCID' } }] };
  const byLanguage = Object.entries(params.reviews ?? { en: 25, fr: 12, de: 0 });
  const offset = after === null ? 0 : (JSON.parse(atob(after)) as { offset: number }).offset;
  const count = byLanguage.find(([language]) => language === languageCode)?.[1] ?? 0;
  const last = Math.min(count, offset + reviewsPerPage);
  const order = (index: number): number => (sortBy.endsWith('_ASC') ? count - 1 - index : index);
  const edges = Array.from({ length: Math.max(0, last - offset) }, (_, place) => ({ node: review(order(offset + place), languageCode) }));
  if (params.says === 'little') return { data: { business: { encid: encBizId, reviews: { edges } } } };
  return {
    data: {
      business: {
        encid: encBizId,
        alias: BUSINESS,
        reviewCount: byLanguage.reduce((sum, [, reviews]) => sum + reviews, 0),
        reviewCountsByLanguage: byLanguage.map(([language, reviews]) => ({ language, count: reviews })),
        reviews: { edges, pageInfo: { hasNextPage: last < count } },
      },
    },
  };
}

/** Newest first: the index counts hours back. */
function review(index: number, language: string): object {
  const written = new Date(NEWEST_MS - index * 3_600_000).toISOString().replace('.000', '');
  const has = (every: number) => index % every === 1;
  return {
    __typename: 'Review',
    encid: `${language}-review-${index}`,
    text: { full: has(7) ? '' : `Good &amp; plenty ${index}<br><br>A [[HIGHLIGHT]]pie[[ENDHIGHLIGHT]] <b>twice</b>.`, language },
    rating: 1 + (index % 5),
    feedback: { coolCount: 0, funnyCount: 0, usefulCount: 9 },
    author: has(9)
      ? null
      : {
          encid: `user-${index % 20}`,
          displayName: `Reader ${index % 20}.`,
          displayLocation: 'Seattle, WA',
          reviewCount: index,
          friendCount: 2,
          businessPhotoCount: 1,
          profilePhoto: { photoUrl: { url: `https://media.example/${index}.jpg` } },
        },
    business: { encid: BUSINESS_ID, alias: BUSINESS, name: 'A place to eat' },
    createdAt: { utcDateTime: written, localDateTimeForBusiness: written.replace('Z', '-08:00') },
    businessPhotos: has(4) ? [{ encid: 'p', photoUrl: { url: `https://media.example/p${index}.jpg` }, caption: 'A pie' }] : [],
    businessVideos: has(8) ? [{ encid: 'v', videoUrl: `https://media.example/v${index}.mp4` }] : [],
    availableReactionsContainer: {
      availableReactions: [
        { displayText: 'Helpful', reactionType: 'HELPFUL', count: index % 3 },
        { displayText: 'Oh no', reactionType: 'OH_NO', count: 1 },
      ],
    },
    bizUserPublicReply: has(5)
      ? {
          text: `Thank you &amp; come again<br>${index}`,
          createdAt: { utcDateTime: written },
          owner: { displayName: 'Pat O.', role: 'Owner' },
        }
      : null,
    latestReviewUpdate: null,
    previousReviews: has(6) ? [{ encid: 'earlier' }] : [],
  };
}

/** The runtime names its parts by two tables; the second part has the query. */
function scriptAt(name: string, documentId: string): SimulatedAnswer {
  const query = `e=Object.assign(gql\`\${f} query GetBusinessReviewFeed($encBizId: String!) { business }\`,{__documentId:"${documentId}"})`;
  const scripts: Readonly<Record<string, string>> = {
    [RUNTIME]: 'u=e=>({11:"photos",12:"biz-reviews"})[e]+".yji-"+({11:"aaaaaaaaaaaaaaaa",12:"bbbbbbbbbbbbbbbb"})[e]+".chunk.mjs"',
    'photos.yji-aaaaaaaaaaaaaaaa.chunk.mjs': 'nothing here',
    'biz-reviews.yji-bbbbbbbbbbbbbbbb.chunk.mjs': query,
  };
  const script = scripts[name];
  return script === undefined ? { status: 404, body: '' } : { headers: { 'content-type': 'text/javascript' }, body: script };
}
