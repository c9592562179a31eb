// Naver: comments of news, webtoons and blogs by the comment box that their pages ask; reviews of places by the state in their page; reviews of
// products by what their page asks for. Fragile: all but news is known from public clients alone; places refuse an address for long that asks fast.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { type Kind, placeAt } from '#core/platforms/naver/address.ts';
import { type CommentsCursor, commentsPage } from '#core/platforms/naver/comments.ts';
import { type PlaceCursor, placePage } from '#core/platforms/naver/place.ts';
import { type ProductCursor, productPage } from '#core/platforms/naver/product.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string };
type ListCursor = CommentsCursor | PlaceCursor | ProductCursor;
type Cursor = ListCursor | ShortCursor;

const COMMENTS = { own: { type: 'comments' } } as const;
const REVIEWS = { own: { type: 'reviews' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'naver',
  name: 'Naver',
  homepage: 'https://www.naver.com',
  description: 'Comments of news, webtoons and blogs with their replies; reviews of places and products.',
  category: 'social',
  recorded: '2021-04-12',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'article',
      COMMENTS,
      [
        'n.news.naver.com/article/<paper>/<article>',
        'news.naver.com/main/read.naver?oid=<paper>&aid=<article>',
        'm.entertain.naver.com/article/<paper>/<article>',
        'm.sports.naver.com/<game>/article/<paper>/<article>',
      ],
      [
        'https://n.news.naver.com/article/055/0000887008',
        'https://n.news.naver.com/mnews/article/055/0000887008?sid=100',
        'https://n.news.naver.com/mnews/article/comment/055/0000887008',
        'https://news.naver.com/main/read.nhn?mode=LSD&mid=shm&sid1=100&oid=055&aid=0000887008',
        'https://m.entertain.naver.com/article/055/0000887008',
        'https://m.sports.naver.com/kbaseball/article/055/0000887008',
        'https://sports.news.naver.com/news?oid=055&aid=0000887008',
      ],
    ),
    target(
      'episode',
      COMMENTS,
      ['comic.naver.com/webtoon/detail?titleId=<title>&no=<episode>'],
      [
        'https://comic.naver.com/webtoon/detail?titleId=20853&no=1234',
        'https://m.comic.naver.com/bestChallenge/detail?titleId=20853&no=12',
      ],
    ),
    target(
      'post',
      COMMENTS,
      ['blog.naver.com/<blog>/<post>', 'blog.naver.com/PostView.naver?blogId=<blog>&logNo=<post>'],
      [
        'https://blog.naver.com/some_blog/223000000001',
        'https://m.blog.naver.com/some_blog/223000000001',
        'https://blog.naver.com/PostView.naver?blogId=some_blog&logNo=223000000001',
      ],
    ),
    target(
      'place',
      REVIEWS,
      ['map.naver.com/p/entry/place/<place>', 'm.place.naver.com/<type>/<place>', 'pcmap.place.naver.com/<type>/<place>'],
      [
        'https://map.naver.com/p/entry/place/1234567890?c=15.00,0,0,0,dh',
        'https://map.naver.com/p/search/%EC%B9%B4%ED%8E%98/place/1234567890',
        'https://m.place.naver.com/restaurant/1234567890/review/visitor',
        'https://pcmap.place.naver.com/cafe/1234567890/home',
      ],
    ),
    target(
      'product',
      REVIEWS,
      ['smartstore.naver.com/<channel>/products/<product>', 'brand.naver.com/<channel>/products/<product>'],
      ['https://smartstore.naver.com/a_shop/products/5000000001', 'https://m.brand.naver.com/a_brand/products/5000000001'],
    ),
    target('short', REVIEWS, ['naver.me/<code>'], ['https://naver.me/xAbCdEf1']),
  ],
  options: ['replies'],
  sorts: ['new', 'top'],
  sortAliases: { best: 'top' },
  hosts: ['.naver.com', 'naver.me'],
  walls: {
    addresses: [{ kind: 'login', by: 'Naver', host: /^nid\.naver\.com$/, path: /^\/nidlogin/, source: 'its login' }],
  },
  cookies: {
    need: 'optional',
    domains: ['.naver.com'],
    names: ['NID_SES', 'NID_AUT'],
    login: 'https://nid.naver.com/nidlogin.login',
    hint: 'Only articles for adults ask for a login. Log in at naver.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy NID_AUT and NID_SES.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }) {
    const { address } = params;
    return [{ cursor: address === undefined ? firstOf(kind as Kind, params) : { list: 'short', address }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return cursor.list === 'short' ? leadPage(cursor, session) : listPage(cursor, session);
  },
});

function firstOf(kind: Kind, params: TargetParams): ListCursor {
  if (kind === 'place') return { list: 'place', place: params['place'] ?? '', held: null, total: null };
  if (kind === 'product') {
    const { shop = '', channel = '', product = '' } = params;
    return { list: 'product', shop, channel, product };
  }
  const { paper, article, title, episode, blog = '', post = '' } = params;
  const comments = { list: 'comments', page: 1, parent: null } as const;
  if (paper !== undefined) return { ...comments, box: 'news', of: paper, part: article ?? '' };
  return title === undefined
    ? { ...comments, box: 'blog', of: blog, part: post }
    : { ...comments, box: 'webtoon', of: title, part: episode ?? '' };
}

function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  if (cursor.list === 'comments') return commentsPage(cursor, session);
  return cursor.list === 'place' ? placePage(cursor, session) : productPage(cursor, session);
}

/** The first page of the place or product that a short link leads to. @throws PlatformRefusal NOT_FOUND */
async function leadPage({ address }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const place = await placeOfShortLink(session, address, placeAt);
  if (place?.kind !== 'place' && place?.kind !== 'product')
    throw new PlatformRefusal(
      'NOT_FOUND',
      'This link leads to no place and no product. Open it in a browser and paste the address that it shows.',
    );
  return listPage(firstOf(place.kind, place.params), session);
}
