import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import reddit from '#core/platforms/reddit/index.ts';
import { openPage } from '#test/network/page.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { redditSimulator, type RedditParams } from '#core/platforms/reddit/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const SMALL: RedditParams = { comments: 60, delivered: 8, listed: 130 };
const play = (params: RedditParams, url = THREAD, cookies: Record<string, string> = {}) =>
  readAll(reddit, url, [{ match: '', simulator: redditSimulator({ ...SMALL, ...params }) }], { replies: true }, cookies);

describe('a visitor without a login', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld({ simulators: [redditSimulator({ ...SMALL, answers: 'wantCookie' })] })));
  afterAll(() => world.close());

  it("gets the cookie of a visitor at the old site's page, once in a run, and the answers with it", async () => {
    await using page = await openPage({ platform: reddit, config: { httpsProxy: world.url, extraCaFile: world.caFile } });
    const cursor = { at: 'thread', post: 'simpost', comment: null } as const;
    for (let time = 0; time < 2; time += 1) expect((await reddit.fetchPage(cursor, page.session)).items.length).toBeGreaterThan(0);
    expect(world.requests.map(({ host, path }) => host + path)).toEqual([
      'old.reddit.com/',
      'www.reddit.com/comments/simpost.json',
      'www.reddit.com/comments/simpost.json',
    ]);
  });

  it('with cookies of a login is not sent there', async () => {
    const { session } = await play({}, THREAD, { reddit_session: 'mine' });
    expect(session.urls.filter((url) => url.includes('old.reddit.com'))).toEqual([]);
  });
});

describe('answers that are refused to the machine', () => {
  it('come from the old site where that still gives them', async () => {
    const { items, doors } = await play({ answers: 'oldSiteOnly' });
    expect([items.length, doors]).toEqual([60, ['json']]);
  });

  it.each([
    ['a thread', THREAD],
    ['what is below one comment', 'https://www.reddit.com/r/simulated/comments/simpost/comment/c0/'],
    ['a subreddit', 'https://www.reddit.com/r/simulated/new/'],
    ["somebody's posts", 'https://www.reddit.com/user/reader1/'],
    ["somebody's comments", 'https://www.reddit.com/user/reader1/comments/'],
  ])('are read from its pages: %s', async (_name, url) => {
    const [open, shut] = [await play({}, url), await play({ answers: 'refused' }, url)];
    const plain = (run: typeof open) =>
      run.items.map(({ id, parentId, author, text, createdAt, likes, isEdited, isAuthorPost }) => ({
        id,
        parentId: url.includes('/user/') ? null : parentId,
        author: author.username,
        text,
        createdAt,
        likes,
        isEdited,
        isAuthorPost,
      }));
    const byId = (run: typeof open) => plain(run).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(shut.doors).toEqual(['pages of the old site']);
    expect(open.items.length).toBeGreaterThan(2);
    expect(byId(shut)).toEqual(byId(open));
    expect([shut.total, shut.gaps]).toEqual([open.total, open.gaps]);
    // Refused once at each site, then left alone.
    const refused = shut.session.urls.filter((address) => address.includes('.json'));
    expect(refused).toHaveLength(2);
  });

  it.each<[RedditParams['pages'], string]>([
    ['refused', 'BLOCKED'],
    ['login', 'LOGIN_REQUIRED'],
  ])('and its pages %s too: %s', async (pages = 'open', code) => {
    await expect(play({ answers: 'refused', pages })).rejects.toMatchObject({ code });
  });

  it('says what helps where all is shut', async () => {
    await expect(play({ answers: 'refused', pages: 'refused' })).rejects.toThrow(/without a login.*cookies of that session/s);
  });
});
