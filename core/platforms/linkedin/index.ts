// LinkedIn: the calls of its own web page with the owner's session, what that page shows where they are gone, or the little that its public
// pages show.
// Fragile: the ids of the calls change with every release, and busy accounts are restricted; reposts and lists of posts are never proven.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { ExportType } from '#core/contract/options.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { accountsPage } from '#core/platforms/linkedin/accounts.ts';
import { type Place, placeAt, postOf } from '#core/platforms/linkedin/address.ts';
import { commentsPage } from '#core/platforms/linkedin/comments.ts';
import { type PostsCursor, postsPage } from '#core/platforms/linkedin/posts.ts';
import { TARGETS } from '#core/platforms/linkedin/targets.ts';
import type { ThreadCursor } from '#core/platforms/linkedin/thread.ts';
import type { Session } from '#core/platform-api/session.ts';

/** `wanted`: what of that to which the link leads. */
type ShortCursor = { readonly list: 'short'; readonly code: string; readonly wanted: Wanted };
type Wanted = ThreadCursor['list'] | PostsCursor['list'];
type LinkedInCursor = ShortCursor | ThreadCursor | PostsCursor;

/** Links out of LinkedIn lead over a page that says so, with the address in one of these two orders. */
const LEADS = [/external_url_click"[^>]*\bhref="([^"]+)"/, /\bhref="([^"]+)"[^>]*external_url_click"/];

const OWN_HOST = /(?:^|\.)linkedin\.com$/;

export default definePlatform<LinkedInCursor>({
  id: 'linkedin',
  name: 'LinkedIn',
  homepage: 'https://www.linkedin.com',
  description: 'Comments and replies of a post or an article, who reacted to it and who reposted it; posts of a person or a company.',
  category: 'social',
  tier: 'major',
  recorded: '2026-07-15',
  comparedWith: [
    { client: 'lhremote', date: '2026-05-05' },
    { client: 'linkedin-api', date: '2025-02' },
  ],
  withoutTotal: ['posts'],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hosts: ['.linkedin.com', 'lnkd.in'],
  walls: {
    addresses: [
      { kind: 'challenge', by: 'LinkedIn', host: OWN_HOST, path: /^\/checkpoint\/challenge/, source: 'its captcha page' },
      { kind: 'login', by: 'LinkedIn', host: OWN_HOST, path: /^\/(?:authwall|uas\/login|checkpoint\/lg)/, source: 'its wall for visitors' },
    ],
    statuses: [
      {
        kind: 'block',
        by: 'LinkedIn',
        statuses: [999],
        host: /(?:^|\.)linkedin\.com$|^lnkd\.in$/,
        source: 'what it answers programs with',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.linkedin.com'],
    names: ['li_at', 'JSESSIONID'],
    aliases: { sessionid: 'li_at', auth_token: 'li_at' },
    login: 'https://www.linkedin.com/login',
    hint: 'Log in at linkedin.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.linkedin.com, and copy li_at and JSESSIONID: without them only the first comments of a public post or article are shown, and no other list.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ type, params }) {
    const wanted = wantedOf(type);
    if (params['short'] !== undefined) return [{ cursor: { list: 'short', code: params['short'], wanted }, role: 'page' }];
    const cursor = cursorOf(params, wanted);
    return cursor === null ? [] : [{ cursor, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<LinkedInCursor>> {
    return cursor.list === 'short' ? shortPage(cursor, session) : pageOf(cursor, session);
  },
});

function pageOf(cursor: ThreadCursor | PostsCursor, session: Session): Promise<Page<LinkedInCursor>> {
  if (cursor.list === 'posts') return postsPage(cursor, session);
  return cursor.list === 'comments' ? commentsPage(cursor, session) : accountsPage(cursor, session);
}

function wantedOf(type: ExportType): Wanted {
  return type === 'likes' || type === 'shares' || type === 'posts' ? type : 'comments';
}

/** Null where the address has nothing of what is wanted. */
function cursorOf({ post, article, person, company }: Place['params'], wanted: Wanted): ThreadCursor | PostsCursor | null {
  const owner = person ?? company;
  if (wanted === 'posts') {
    if (owner === undefined) return null;
    const of = person === undefined ? 'company' : 'person';
    return { list: 'posts', of, name: owner, member: null, door: null, start: 0, token: null };
  }
  if (article !== undefined) return { list: wanted, urn: null, path: `/pulse/${percentEncoded(article)}`, start: 0 };
  const named = post === undefined ? null : postOf(post);
  return named === null ? null : { list: wanted, ...named, start: 0 };
}

async function shortPage({ code, wanted }: ShortCursor, session: Session): Promise<Page<LinkedInCursor>> {
  const read = (url: Parameters<typeof placeAt>[0]): Place | null => {
    const place = placeAt(url);
    return place?.kind === 'short' ? null : place;
  };
  const place = await leadOfShortLink(session, `https://lnkd.in/${code}`, read, leadIn);
  const cursor = place === null ? null : cursorOf(place.params, wanted);
  if (cursor !== null) return pageOf(cursor, session);
  throw new PlatformRefusal(
    'NOT_FOUND',
    place === null
      ? 'This short link leads to nothing of LinkedIn that could be exported.'
      : wanted === 'posts'
        ? 'This short link leads to a post or an article. Export it without the option tweets.'
        : 'This short link leads to a person or a company. Their posts come with the option tweets.',
  );
}

function leadIn(html: string): string | null {
  const found = LEADS.map((lead) => lead.exec(html)?.[1]).find((lead) => lead !== undefined);
  return found === undefined ? null : decodeEntities(found);
}
