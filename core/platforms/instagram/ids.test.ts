// Ids of calls change every few weeks. A page names those of the calls that it makes by itself; all others stand in the site's scripts.
import { describe, expect, it } from 'vitest';
import instagram from '#core/platforms/instagram/index.ts';
import { readAll, type RunOptions, type WholeRun } from '#test/platforms/read-all.ts';
import { CODE, instagramSimulator, type InstagramParams } from '#core/platforms/instagram/simulator.ts';

const POST = `https://www.instagram.com/p/${CODE}/`;
const PROFILE = 'https://www.instagram.com/owner/';
const TOMORROW = {
  PolarisPostCommentsPaginationQuery: '9001',
  PolarisPostChildCommentsQuery: '9002',
  PolarisPostCommentsChildrenPaginationtQuery: '9003',
  PolarisPostLikedByListDialogQuery: '9004',
  PolarisProfilePostsQuery: '9005',
  PolarisProfilePostsTabContentQuery_connection: '9006',
  PolarisProfileReelsTabContentQuery: '9007',
  PolarisProfileReelsTabContentQuery_connection: '9008',
};
/** The API is shut, so that nothing stands in for the calls. */
const WORLD: InstagramParams = { ids: TOMORROW, namedBy: 'scripts', reels: 'homeward' };

const read = (url: string, params: InstagramParams, options: RunOptions = {}): Promise<WholeRun> => {
  const simulator = instagramSimulator(params);
  const isShut = (path: string): boolean => /^\/api\/v1\/(?:media|feed)\//.test(path);
  const withoutApi = (request: Parameters<typeof simulator>[0]) =>
    isShut(request.url.pathname) ? { status: 404, body: '' } : simulator(request);
  return readAll(instagram, url, [{ match: /./, simulator: withoutApi }], options, { sessionid: '42%3Aabc' });
};

describe('instagram: ids of tomorrow', () => {
  it.each<[string, string, RunOptions, number]>([
    ['comments and replies', POST, { replies: true }, 32 + 11 * 14],
    ['likers', POST, { likes: true }, 40],
    ['posts', PROFILE, {}, 30],
    ['reels', `${PROFILE}reels/`, {}, 30],
  ])('are learnt from the scripts: %s', async (_what, url, options, count) => {
    const { items, session } = await read(url, WORLD, options);
    expect(items).toHaveLength(count);
    const scripts = session.urls.filter((each) => each.endsWith('_nc_x=1'));
    expect(new Set(scripts).size).toBe(scripts.length);
    expect(scripts.length).toBeGreaterThan(60);
  });

  it.each(['nothing', 'words', 'status'] as const)('are learnt where a stale one is answered with %s', async (toStaleIds) => {
    expect((await read(POST, { ...WORLD, toStaleIds })).items).toHaveLength(32);
  });

  it('are asked for with their own number from then on', async () => {
    const { session } = await read(POST, WORLD);
    const ids = session.sent.flatMap(({ url, body }) => (url.endsWith('/api/graphql') ? [new URLSearchParams(body).get('doc_id')] : []));
    expect(ids).toEqual(['28169471862682868', '9001', '9001', '9001']);
  });

  it('that no script names leave what the call said', async () => {
    const ids = { PolarisPostCommentsPaginationQuery: '9001' };
    const hidden = instagramSimulator({ ids, namedBy: 'scripts' });
    const run = readAll(
      instagram,
      POST,
      [
        { match: '/rsrc.php/', status: 404 },
        { match: '/api/v1/', status: 404 },
        { match: /./, simulator: hidden },
      ],
      {},
      { sessionid: '42%3Aabc' },
    );
    await expect(run).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
