// Medium: the GraphQL of its own site, by plain HTTP, and in a page of it where that is refused; of a person's stories the feed in the end.
// Written from the queries of its own page and app, never proven by a recording. Fragile: names of operations age fast; publications have domains of
// their own, so that some addresses are told by their path.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt } from '#core/platforms/medium/address.ts';
import { type ListCursor, listPage } from '#core/platforms/medium/lists.ts';
import { type ResponsesCursor, responsesPage, responsesStart } from '#core/platforms/medium/responses.ts';
import type { Session } from '#core/platform-api/session.ts';

/** A short link; `list`: what is wanted of the article that it leads to. */
type ShortCursor = { readonly list: 'short'; readonly code: string; readonly wanted: 'responses' | 'likes' };
type Cursor = ShortCursor | ResponsesCursor | ListCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;
const LIKES = { type: 'likes' } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_AN_ARTICLE = { own: COMMENTS, likes: LIKES };
const OF_A_PERSON = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'medium',
  name: 'Medium',
  homepage: 'https://medium.com',
  description: 'Responses to an article and who clapped; stories, followers and follows of a person.',
  category: 'social',
  recorded: null,
  comparedWith: [{ client: 'an unnamed client', date: '2026-07' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'article',
      OF_AN_ARTICLE,
      ['medium.com/@<user>/<slug>-<id>', 'medium.com/<publication>/<slug>-<id>', '<user>.medium.com/<slug>-<id>', 'medium.com/p/<id>'],
      [
        'https://medium.com/@somebody/a-story-about-it-0123456789ab',
        'https://medium.com/some-publication/a-story-about-it-0123456789ab?source=home',
        'https://somebody.medium.com/a-story-about-it-0123456789ab',
        'https://towardsdatascience.com/a-story-about-it-0123456789ab',
        'https://medium.com/p/0123456789ab',
        'https://medium.com/p/0123456789ab/responses/show',
        'https://medium.com/amp/p/0123456789ab',
      ],
    ),
    target(
      'customArticle',
      OF_AN_ARTICLE,
      ['<domain of a publication>/<slug>-<id>'],
      ['https://stories.publication.example/a-story-about-it-0123456789ab'],
    ),
    target('short', OF_AN_ARTICLE, ['link.medium.com/<code>'], ['https://link.medium.com/AbCdEfGhIj']),
    target(
      'user',
      { own: POSTS, ...OF_A_PERSON },
      ['medium.com/@<user>', '<user>.medium.com'],
      ['https://medium.com/@somebody', 'https://somebody.medium.com/', 'https://medium.com/@somebody/about'],
    ),
    target('followers', { own: FOLLOWERS, ...OF_A_PERSON }, ['medium.com/@<user>/followers'], ['https://medium.com/@somebody/followers']),
    target('following', { own: FOLLOWING, ...OF_A_PERSON }, ['medium.com/@<user>/following'], ['https://medium.com/@somebody/following']),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hosts: ['.medium.com'],
  cookies: {
    need: 'optional',
    domains: ['.medium.com'],
    names: ['sid', 'uid'],
    aliases: { sessionid: 'sid', auth_token: 'sid' },
    login: 'https://medium.com/m/signin',
    hint: 'Log in at medium.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://medium.com, and copy sid and uid. Articles for everybody need none.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start({ type, params }) {
    const { post = '', user = '', code } = params;
    if (code !== undefined) return [{ cursor: { list: 'short', code, wanted: type === 'likes' ? 'likes' : 'responses' }, role: 'page' }];
    if (type === 'comments') return [{ cursor: responsesStart(post), role: 'page' }];
    const list = type === 'likes' || type === 'followers' || type === 'following' ? type : 'posts';
    return [{ cursor: { list, of: list === 'likes' ? post : user, mark: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return shortPage(cursor, session);
    return cursor.list === 'responses' ? responsesPage(cursor, session) : listPage(cursor, session);
  },
});

async function shortPage({ code, wanted }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const post = await leadOfShortLink(session, `https://link.medium.com/${code}`, (url) => placeAt(url)?.params['post'] ?? null);
  if (post === null) throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no article of Medium.');
  return wanted === 'likes' ? listPage({ list: 'likes', of: post, mark: null }, session) : responsesPage(responsesStart(post), session);
}
