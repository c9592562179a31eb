// GitLab, at gitlab.com and on servers of others: the REST API with the owner's token, else the site's own JSON, then GraphQL. Fragile:
// notes are given to programs with a token alone; the other two ways are shut where a server asks everybody to log in.
import { definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/gitlab/address.ts';
import { subjectOf } from '#core/platforms/gitlab/items.ts';
import { type LikesCursor, likesPage } from '#core/platforms/gitlab/likes.ts';
import { type ThreadsCursor, threadsPage } from '#core/platforms/gitlab/threads.ts';

type Cursor = ThreadsCursor | LikesCursor;

const LIKES = { type: 'likes' } as const;
const OF_NOTES = { own: { type: 'comments', totalCountsReplies: true }, likes: LIKES } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'gitlab',
  name: 'GitLab',
  homepage: 'https://gitlab.com',
  description: 'Comments and emoji of issues and merge requests, on any server; who starred a project at gitlab.com.',
  category: 'forum',
  recorded: '2019-05-20',
  comparedWith: [{ client: 'gitbeaker', date: '2026-03' }],
  withoutTotal: ['likes'],
  targets: [
    target(
      'issue',
      OF_NOTES,
      ['<server>/<group>/<project>/-/issues/<number>', '<server>/<group>/<project>/-/work_items/<number>'],
      [
        'https://gitlab.com/gitlab-org/gitlab/-/issues/1',
        'https://gitlab.com/cats/purr/issues/7#note_1001',
        'https://gitlab.example/cats/fur/purr/-/issues/7',
        'https://gitlab.example/cats/purr/-/work_items/7',
      ],
    ),
    target(
      'mergeRequest',
      OF_NOTES,
      ['<server>/<group>/<project>/-/merge_requests/<number>'],
      [
        'https://gitlab.com/gitlab-org/gitlab-foss/-/merge_requests/27117',
        'https://gitlab.com/cats/purr/merge_requests/8/diffs',
        'https://gitlab.example/cats/purr/-/merge_requests/8/diffs#note_1001',
      ],
    ),
    target(
      'starrers',
      { own: LIKES, likes: LIKES },
      ['gitlab.com/<group>/<project>/-/starrers'],
      ['https://gitlab.com/cats/purr/-/starrers'],
    ),
  ],
  hostsStandAlone: true,
  options: ['replies'],
  hosts: [],
  pastedHosts: ({ host = '' }) => [host],
  cookies: {
    need: 'optional',
    domains: ['.gitlab.com'],
    domainsOf: ({ host = '' }) => [`.${host.replace(/:\d+$/, '')}`],
    names: ['auth_token'],
    anyHost: true,
    aliases: { token: 'auth_token', private_token: 'auth_token', sessionid: '_gitlab_session' },
    hint: 'Not a cookie but a token, which no login window can take: make one with the scope read_api (Preferences, Access tokens) and give it as auth_token, or save {"auth_token": "..."} with `commentdock accounts add gitlab`. A saved one goes to gitlab.com alone; one for another server names it: [{"name": "auth_token", "value": "...", "domain": "git.example.org"}]. One that is given with an export goes to the server of its address.',
  },
  pace: { perSecond: 4, concurrency: 1 },

  start({ target: kind, type, params }) {
    const { host = '', path = '' } = params;
    if (kind === 'starrers') return [{ cursor: { list: 'stars', host, path, page: '1' }, role: 'page' }];
    const subject = subjectOf(params, kind === 'issue' ? 'issues' : 'merge_requests');
    const cursor: Cursor = type === 'likes' ? { list: 'awards', subject, page: '1' } : { list: 'threads', subject, way: null };
    return [{ cursor, role: 'page' }];
  },

  fetchPage: (cursor, session) => (cursor.list === 'threads' ? threadsPage(cursor, session) : likesPage(cursor, session)),
});
