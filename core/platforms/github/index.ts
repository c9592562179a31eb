// GitHub: the public API, version 2022-11-28, as anybody or with the owner's token. Fragile: 60 calls an hour without one; discussions
// without one come by calls that are not documented.
import { CommentdockError, ThrottledFailure } from '#core/contract/error.ts';
import { type ChosenTarget, definePlatform, type Page } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/github/address.ts';
import { type DiscussionCursor, discussionPage, discussionStart } from '#core/platforms/github/discussions.ts';
import { type ListCursor, type ListName, listPage, listStart } from '#core/platforms/github/lists.ts';

type Cursor = ListCursor | DiscussionCursor;

const COMMENTS = { type: 'comments' } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const LIKES = { type: 'likes' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const SHARES = { type: 'shares' } as const;
const OF_A_REPOSITORY = { tweets: POSTS, likes: LIKES, followers: FOLLOWERS, shares: SHARES };
const OF_AN_ACCOUNT = { followers: FOLLOWERS, following: FOLLOWING };
const ONLY_ISSUES = { likes: 'Paste the address of the repository for its stars.' };

/** Seconds that are waited for GitHub's limit to be lifted, once; a longer wait is the owner's to decide. */
const LONGEST_WAIT_SECONDS = 60;

/** What an account or a repository gives, by the type of the export. */
const LIST_OF_REPOSITORY: Readonly<Partial<Record<ChosenTarget['type'], ListName>>> = {
  posts: 'posts',
  likes: 'stars',
  followers: 'watchers',
  shares: 'forks',
};

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'github',
  name: 'GitHub',
  homepage: 'https://github.com',
  description:
    'Comments of issues, pull requests (with reviews and comments on the code), discussions, commits and gists, and reactions; issues, stars, watchers and forks of a repository; followers and follows of an account. Without a token of yours GitHub answers 60 calls an hour.',
  category: 'forum',
  recorded: '2024-09-17',
  comparedWith: [{ client: 'octokit', date: '2026-08-29' }],
  withoutTotal: ['posts', 'likes', 'followers', 'following', 'shares'],
  targets: [
    target(
      'issue',
      { own: COMMENTS, likes: LIKES },
      ['github.com/<owner>/<repository>/issues/<number>'],
      ['https://github.com/PyGithub/PyGithub/issues/28', 'https://github.com/cats/purr/issues/7#issuecomment-1001'],
    ),
    target(
      'pull',
      { own: { type: 'comments', totalCountsReplies: true }, likes: LIKES },
      ['github.com/<owner>/<repository>/pull/<number>'],
      [
        'https://github.com/sigmavirus24/github3.py/pull/671',
        'https://github.com/cats/purr/pull/8/files#r3001',
        'https://github.com/cats/purr/pull/8/commits/0123456789abcdef0123456789abcdef01234567',
        'https://github.com/cats/purr/pull/8#pullrequestreview-2001',
      ],
    ),
    target(
      'discussion',
      { own: COMMENTS },
      ['github.com/<owner>/<repository>/discussions/<number>'],
      ['https://github.com/cats/purr/discussions/9', 'https://github.com/cats/purr/discussions/9#discussioncomment-4001'],
    ),
    target(
      'commit',
      { own: COMMENTS },
      ['github.com/<owner>/<repository>/commit/<sha>'],
      ['https://github.com/cats/purr/commit/0123456789abcdef0123456789abcdef01234567'],
    ),
    target(
      'gist',
      { own: COMMENTS },
      ['gist.github.com/<user>/<id>', 'gist.github.com/<id>'],
      ['https://gist.github.com/cats/0123456789abcdef0123', 'https://gist.github.com/0123456789abcdef0123?permalink_comment_id=5001'],
    ),
    target(
      'repository',
      { own: POSTS, ...OF_A_REPOSITORY },
      ['github.com/<owner>/<repository>'],
      [
        'https://github.com/cats/purr',
        'https://github.com/cats/purr.git',
        'https://github.com/cats/purr/tree/main/src',
        'https://github.com/cats/purr/blob/main/readme.md#cats',
        'https://github.com/cats/purr/releases',
        'https://github.com/cats/purr/wiki/Home',
      ],
    ),
    target(
      'issues',
      { own: POSTS, tweets: POSTS },
      ['github.com/<owner>/<repository>/issues'],
      ['https://github.com/cats/purr/issues', 'https://github.com/cats/purr/issues?q=is%3Aopen'],
      ONLY_ISSUES,
    ),
    target(
      'pulls',
      { own: POSTS, tweets: POSTS },
      ['github.com/<owner>/<repository>/pulls'],
      ['https://github.com/cats/purr/pulls'],
      ONLY_ISSUES,
    ),
    target(
      'stargazers',
      { own: LIKES, ...OF_A_REPOSITORY },
      ['github.com/<owner>/<repository>/stargazers'],
      ['https://github.com/cats/purr/stargazers'],
    ),
    target(
      'watchers',
      { own: FOLLOWERS, ...OF_A_REPOSITORY },
      ['github.com/<owner>/<repository>/watchers'],
      ['https://github.com/cats/purr/watchers'],
    ),
    target(
      'forks',
      { own: SHARES, ...OF_A_REPOSITORY },
      ['github.com/<owner>/<repository>/forks', 'github.com/<owner>/<repository>/network/members'],
      ['https://github.com/cats/purr/forks', 'https://github.com/cats/purr/network/members'],
    ),
    target('account', OF_AN_ACCOUNT, ['github.com/<login>'], ['https://github.com/cats', 'https://github.com/cats?tab=stars']),
    target('organisation', { followers: FOLLOWERS }, ['github.com/orgs/<login>'], ['https://github.com/orgs/cats']),
    target(
      'followers',
      { own: FOLLOWERS, ...OF_AN_ACCOUNT },
      ['github.com/<login>?tab=followers'],
      ['https://github.com/cats?tab=followers'],
    ),
    target(
      'following',
      { own: FOLLOWING, ...OF_AN_ACCOUNT },
      ['github.com/<login>?tab=following'],
      ['https://github.com/cats?tab=following'],
    ),
  ],
  options: ['replies'],
  hosts: ['api.github.com'],
  cookies: {
    need: 'optional',
    domains: ['.api.github.com'],
    names: ['auth_token'],
    aliases: { token: 'auth_token', access_token: 'auth_token' },
    hint: 'Not a cookie but a token, which no login window can take: make one at github.com/settings/tokens (classic or fine-grained, public read is enough), and give it as auth_token, or save {"auth_token": "..."} with `commentdock accounts add github`. It goes to api.github.com alone, and lifts 60 calls an hour to 5,000.',
  },
  withoutLogin: { callsAnHour: 60, rowsPerCall: 100 },
  pace: { perSecond: 2, concurrency: 1 },
  walk: 'depthFirst',

  start({ target, type, params }) {
    const cursor = target === 'discussion' ? discussionStart(params) : listStart(listOf(target, type), params);
    return [{ cursor, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const page = await orShut(pageOf(cursor, session));
    if (!(page instanceof CommentdockError)) return page;
    const { secondsToWait: seconds } = page;
    if (!(page instanceof ThrottledFailure) || cursor.hasWaited || seconds === null || seconds >= LONGEST_WAIT_SECONDS) throw page;
    return { items: [], next: [{ cursor: { ...cursor, hasWaited: true }, role: 'page', afterMs: seconds * 1_000 }], mayRepeat: true };
  },
});

/** @param target name of the kind of address */
function listOf(target: string, type: ChosenTarget['type']): ListName {
  if (type === 'comments') return target === 'pull' || target === 'commit' || target === 'gist' ? target : 'issue';
  if (target === 'issue' || target === 'pull') return 'reactions';
  if (target === 'issues' || target === 'pulls') return target;
  const isAccount = target === 'account' || target === 'organisation' || target === 'followers' || target === 'following';
  if (isAccount) return type === 'following' ? 'following' : 'followers';
  return LIST_OF_REPOSITORY[type] ?? 'posts';
}

function pageOf(cursor: Cursor, session: Session): Promise<Page<Cursor>> {
  const isOfDiscussion = cursor.list === 'discussion' || cursor.list === 'threads' || cursor.list === 'answers';
  return isOfDiscussion ? discussionPage(cursor, session) : listPage(cursor, session);
}
