// Change.org: the older JSON API behind its own site, where that is shut the GraphQL that the site asks today, and at last the petition's page
// in a browser. Written from what others have found out, never proven here. Fragile: all three.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt } from '#core/platforms/change_org/address.ts';
import { apiPage, browserPage, type CommentsCursor } from '#core/platforms/change_org/comments.ts';
import { graphqlPage } from '#core/platforms/change_org/graphql.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly code: string };
type Cursor = ShortCursor | CommentsCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'change_org',
  name: 'Change.org',
  homepage: 'https://www.change.org',
  description: 'Reasons for signing a petition.',
  category: 'social',
  recorded: null,
  comparedWith: [{ client: 'petitioner', date: '2026-08-13' }],
  targets: [
    target(
      'petition',
      { own: COMMENTS },
      ['change.org/p/<slug>', 'change.org/<region>/Petitionen/<slug>'],
      [
        'https://www.change.org/p/a-petition-about-it',
        'https://www.change.org/p/a-petition-about-it/c/123456?recruiter=1',
        'https://change.org/p/a-petition-about-it/u/654321',
        'https://www.change.org/de/Petitionen/a-petition-about-it',
      ],
    ),
    target('short', { own: COMMENTS }, ['chng.it/<code>'], ['https://chng.it/AbCdEfGhIj']),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hosts: ['.change.org', 'chng.it'],
  cookies: {
    need: 'optional',
    domains: ['.change.org'],
    names: ['_change_session'],
    aliases: { sessionid: '_change_session' },
    login: 'https://www.change.org/login_or_join',
    hint: 'None are needed. Where the site takes this machine for a program, open it in your browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.change.org, and copy cf_clearance and _px3.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    const { slug = '', code } = params;
    return [{ cursor: code === undefined ? startAt(slug) : { list: 'short', code }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return shortPage(cursor, session);
    if (cursor.list === 'api') return apiPage(cursor, session);
    return cursor.list === 'graphql' ? graphqlPage(cursor, session) : browserPage(cursor, session);
  },
});

function startAt(slug: string): CommentsCursor {
  return { list: 'api', slug, id: null, starter: null, offset: 0 };
}

async function shortPage({ code }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const slug = await leadOfShortLink(session, `https://chng.it/${code}`, (url) => placeAt(url)?.params['slug'] ?? null);
  if (slug === null) throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no petition.');
  return apiPage({ list: 'api', slug, id: null, starter: null, offset: 0 }, session);
}
