import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/github/address.ts';

const REPOSITORY = 'https://github.com/cats/purr';
const SHA = '0123456789abcdef0123456789abcdef01234567';
const GIST = '0123456789abcdef0123';

describe('addresses', () => {
  const [of, login] = [{ owner: 'cats', repo: 'purr' }, { login: 'cats' }];
  it.each([
    ['/issues/7?notification=1#issuecomment-12', { kind: 'issue', params: { ...of, number: '7' } }],
    ['/pull/8', { kind: 'pull', params: { ...of, number: '8' } }],
    ['/pull/8/changes#discussion_r3', { kind: 'pull', params: { ...of, number: '8' } }],
    ['/discussions/9#discussioncomment-3', { kind: 'discussion', params: { ...of, number: '9' } }],
    [`/commit/${SHA}#commitcomment-3`, { kind: 'commit', params: { ...of, sha: SHA } }],
    ['/', { kind: 'repository', params: of }],
    ['.git', { kind: 'repository', params: of }],
    ['/tree/main/a/b', { kind: 'repository', params: of }],
    ['/blob/main/a.md#L3', { kind: 'repository', params: of }],
    ['/releases/tag/v1', { kind: 'repository', params: of }],
    ['/wiki', { kind: 'repository', params: of }],
    ['/issues?q=is%3Aopen', { kind: 'issues', params: of }],
    ['/pulls', { kind: 'pulls', params: of }],
    ['/stargazers', { kind: 'stargazers', params: of }],
    ['/watchers', { kind: 'watchers', params: of }],
    ['/forks', { kind: 'forks', params: of }],
    ['/network/members', { kind: 'forks', params: of }],
    ['/issues/new', null],
    ['/issues/7/x', null],
    ['/discussions', null],
    ['/discussions/categories/ideas', null],
    ['/actions', null],
    ['/network/dependents', null],
    ['/commit/main', null],
  ])('github.com/cats/purr%s', (path, place) => expect(placeAt(parsePastedUrl(REPOSITORY + path))).toEqual(place));

  it.each([
    ['https://www.github.com/cats', { kind: 'account', params: login }],
    ['https://github.com/cats?tab=followers', { kind: 'followers', params: login }],
    ['https://github.com/cats?page=2&tab=following', { kind: 'following', params: login }],
    ['https://github.com/cats?tab=stars', { kind: 'account', params: login }],
    ['https://github.com/orgs/cats', { kind: 'organisation', params: login }],
    [`https://gist.github.com/cats/${GIST}`, { kind: 'gist', params: { id: GIST } }],
    [`https://gist.github.com/${GIST}?permalink_comment_id=1#gistcomment-1`, { kind: 'gist', params: { id: GIST } }],
    ['https://gist.github.com/5819', { kind: 'gist', params: { id: '5819' } }],
    ['https://gist.github.com/cats', null],
    [`https://gist.github.com/cats/${GIST}/revisions`, null],
    ['https://github.com/orgs/cats/discussions/3', null],
    ['https://github.com/', null],
    ['https://github.com/topics/cats', null],
    ['https://github.com/search?q=cats', null],
    ['https://github.com/settings/tokens', null],
    ['https://api.github.com/repos/cats/purr/issues/7', null],
    ['https://notgithub.com/cats/purr', null],
    ['https://github.com.evil.example/cats/purr', null],
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));
});
