import { Octokit } from '@octokit/rest';
import { expect, it } from 'vitest';
import { trimLines } from '#core/platform-api/item.ts';
import github from '#core/platforms/github/index.ts';
import { DISCUSSION, githubSimulator } from '#core/platforms/github/simulator.ts';
import { type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';

const REPOSITORY = 'https://github.com/cats/purr';
const SHA = '0123456789abcdef0123456789abcdef01234567';
const GIST = '0123456789abcdef0123';
const simulator = () => githubSimulator({ rows: 40, mostPerPage: 15, mostAnswers: 1 });
const of = { owner: 'cats', repo: 'purr', per_page: 100 };

interface Theirs {
  readonly id: number;
  readonly body?: string | null | undefined;
  readonly user: { readonly login: string } | null;
  readonly created_at?: string | null | undefined;
  readonly submitted_at?: string | null | undefined;
}

const rowOfTheirs = ({ id, body, user, created_at: written, submitted_at: submitted }: Theirs, prefix = ''): PeerRow => ({
  id: `${prefix}${id}`,
  text: trimLines(body ?? '') || null,
  author: user?.login ?? null,
  at: new Date(submitted ?? written ?? '').toISOString(),
});
const ours = async (path: string, options: Parameters<typeof readByUs>[3] = {}): Promise<readonly PeerRow[]> =>
  (await readByUs(github, path, simulator(), options)).map((item) => rowOf(item, 'username'));

it('octokit reads the same comments as we, page after page', async () => {
  const { issues, talk, code, reviews, commit, gist } = await readByPeer(simulator(), async () => {
    const { paginate, rest } = new Octokit();
    return {
      issues: await paginate(rest.issues.listComments, { ...of, issue_number: 7 }),
      talk: await paginate(rest.issues.listComments, { ...of, issue_number: 8 }),
      reviews: await paginate(rest.pulls.listReviews, { ...of, pull_number: 8 }),
      code: await paginate(rest.pulls.listReviewComments, { ...of, pull_number: 8 }),
      commit: await paginate(rest.repos.listCommentsForCommit, { ...of, commit_sha: SHA }),
      gist: await paginate(rest.gists.listComments, { gist_id: GIST, per_page: 100 }),
    };
  });
  expect(issues.map((row) => rowOfTheirs(row))).toEqual(await ours(`${REPOSITORY}/issues/7`));
  const pull = await ours(`${REPOSITORY}/pull/8`, { replies: true });
  expect(reviews.filter(({ body }) => body !== '').map((row) => rowOfTheirs(row, 'pullrequestreview-'))).toEqual(
    pull.filter(({ id }) => id.startsWith('pull')),
  );
  expect(talk.map((row) => rowOfTheirs(row))).toEqual(pull.filter(({ id }) => /^\d/.test(id)));
  expect(code.map((row) => rowOfTheirs(row, 'discussion_r'))).toEqual(pull.filter(({ id }) => id.startsWith('discussion')));
  expect(commit.map((row) => rowOfTheirs(row))).toEqual(await ours(`${REPOSITORY}/commit/${SHA}`));
  expect(gist.map((row) => rowOfTheirs(row))).toEqual(await ours(`https://gist.github.com/${GIST}`));
});

it('octokit reads the same accounts and issues as we', async () => {
  const { stars, watchers, forks, followers, reactions, posts } = await readByPeer(simulator(), async () => {
    const { paginate, rest } = new Octokit();
    const headers = { accept: 'application/vnd.github.star+json' };
    return {
      stars: await paginate(rest.activity.listStargazersForRepo, { ...of, headers }),
      watchers: await paginate(rest.activity.listWatchersForRepo, of),
      forks: await paginate(rest.repos.listForks, { ...of, sort: 'oldest' }),
      followers: await paginate(rest.users.listFollowersForUser, { username: 'cats', per_page: 100 }),
      reactions: await paginate(rest.reactions.listForIssue, { ...of, issue_number: 7 }),
      posts: await paginate(rest.issues.listForRepo, { ...of, state: 'all' }),
    };
  });
  const names = async (path: string, options = {}) => (await ours(path, options)).map(({ author }) => author);
  expect(await ours(`${REPOSITORY}/stargazers`)).toEqual(
    stars.map((star) => {
      const { starred_at: at, user } = star as {
        readonly starred_at: string;
        readonly user: { readonly id: number; readonly login: string };
      };
      return { id: String(user.id), text: null, author: user.login, at: new Date(at).toISOString() };
    }),
  );
  expect(await names(`${REPOSITORY}/watchers`)).toEqual(watchers.map(({ login }) => login));
  expect(await names(`${REPOSITORY}/forks`)).toEqual(forks.map(({ owner }) => owner.login));
  expect(await names('https://github.com/cats?tab=followers')).toEqual(followers.map(({ login }) => login));
  expect(await names(`${REPOSITORY}/issues/7`, { likes: true })).toEqual(reactions.map(({ user }) => user?.login));
  expect((await readByUs(github, REPOSITORY, simulator())).map(({ id, title, replyCount }) => [id, title, replyCount])).toEqual(
    posts.map(({ number, title, comments }) => [String(number), title.trim(), comments]),
  );
});

it('octokit asks GraphQL for the same discussion as we', async () => {
  const query = `query comments($repo: String!, $discussion: Int!, $cursor: String) {
    repository(owner: "cats", name: $repo) {
      discussion(number: $discussion) {
        comments(first: 100, after: $cursor) {
          totalCount
          pageInfo { hasNextPage endCursor }
          nodes { url body createdAt author { login } replies(first: 100) { totalCount } }
        }
      }
    }
  }`;
  interface Node {
    readonly url: string;
    readonly body: string;
    readonly createdAt: string;
    readonly author: { readonly login: string } | null;
    readonly replies: { readonly totalCount: number };
  }
  interface Answer {
    readonly repository: {
      readonly discussion: {
        readonly comments: {
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
          readonly nodes: readonly Node[];
        };
      };
    };
  }
  const theirs = await readByPeer(simulator(), async () => {
    const { graphql } = new Octokit({ auth: 'good' });
    const all: Node[] = [];
    for (let cursor: string | null = null; ;) {
      const answer: Answer = await graphql<Answer>(query, { repo: 'purr', discussion: DISCUSSION, cursor });
      const { nodes, pageInfo } = answer.repository.discussion.comments;
      all.push(...nodes);
      if (!pageInfo.hasNextPage) return all;
      cursor = pageInfo.endCursor;
    }
  });
  const rows = await readByUs(github, `${REPOSITORY}/discussions/9`, simulator());
  expect(theirs.map(({ url, body, author, replies }) => [url, trimLines(body), author?.login ?? null, replies.totalCount])).toEqual(
    rows.map(({ url, text, author, replyCount }) => [url, text, author.username, replyCount]),
  );
});
