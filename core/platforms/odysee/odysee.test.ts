import { describe, expect, it } from 'vitest';
import odysee from '#core/platforms/odysee/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { CLAIM, type OdyseeParams, odyseeSimulator } from '#core/platforms/odysee/simulator.ts';

const WHOLE = `https://odysee.com/@Somebody:c/a-video:${CLAIM}`;
const SHORT = 'https://odysee.com/@Somebody:c/a-video:d';

const world = (params: OdyseeParams = {}): FakeExchange[] => [{ match: /./, simulator: odyseeSimulator(params) }];

const claimOf = (url: string) => claimIn(odysee, url);

function sentParams(body: string): Record<string, unknown> {
  return (JSON.parse(body) as { params: Record<string, unknown> }).params;
}

describe('addresses', () => {
  const short = { page: SHORT, lbry: 'lbry://@Somebody#c/a-video#d' };
  it.each([
    [WHOLE, ['claim', { page: WHOLE, claim: CLAIM }]],
    [`${SHORT}/?lc=abc&r=xyz`, ['claim', short]],
    ['https://lbry.tv/@Somebody:c/a-video:d', ['claim', short]],
    ['https://odysee.com/$/embed/@Somebody:c/a-video:d?autoplay=1', ['claim', short]],
    ['lbry://@Somebody#c/a-video#d', ['claim', short]],
    ['https://odysee.com/$/download/a-video/d', ['claim', { page: 'https://odysee.com/a-video:d', lbry: 'lbry://a-video#d' }]],
    ['https://odysee.com/a-video', ['claim', { page: 'https://odysee.com/a-video', lbry: 'lbry://a-video' }]],
    ['https://odysee.com/@Ünal:c/tür:d', ['claim', { page: 'https://odysee.com/@%C3%9Cnal:c/t%C3%BCr:d', lbry: 'lbry://@Ünal#c/tür#d' }]],
    ['https://odysee.com/@Somebody:c?view=discussion', ['channel', { page: 'https://odysee.com/@Somebody:c', lbry: 'lbry://@Somebody#c' }]],
    ['lbry://@Somebody#c', ['channel', { page: 'https://odysee.com/@Somebody:c', lbry: 'lbry://@Somebody#c' }]],
    ['https://odysee.com/', null],
    ['https://odysee.com/$/signin', null],
    ['https://odysee.com/$/playlist/0a1b', null],
    ['https://odysee.com/@Somebody:c/a-video:d/more', null],
    ['https://odysee.com/@', null],
    ['https://help.odysee.tv/a', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('comments', () => {
  it('of a whole id are asked for at once, page by page', async () => {
    const { items, total, session } = await readAll(odysee, WHOLE, world());
    expect([items.length, total]).toEqual([120, 120]);
    expect(session.urls).toEqual(Array.from({ length: 3 }, () => 'https://comments.odysee.tv/api/v2?m=comment.List'));
    expect(sentParams(session.sent[1]?.body ?? '')).toEqual({ claim_id: CLAIM, page: 2, page_size: 50, sort_by: 0, top_level: true });
  });

  it('of a shorter id are resolved first', async () => {
    const { items, session } = await readAll(odysee, SHORT, world({ comments: 3 }));
    expect(items).toHaveLength(3);
    expect(session.urls[0]).toBe('https://api.na-backend.odysee.com/api/v1/proxy?m=resolve');
    expect(sentParams(session.sent[0]?.body ?? '')).toEqual({ urls: ['lbry://@Somebody#c/a-video#d'] });
    expect((await readAll(odysee, 'https://odysee.com/@Somebody:c', world({ comments: 3 }))).items).toHaveLength(3);
  });

  it('have every field', async () => {
    const { items } = await readAll(odysee, `${WHOLE}?r=abc`, world({ comments: 5 }), { sort: 'old' });
    expect(items[0]).toMatchObject({
      id: 'c0',
      parentId: null,
      kind: 'comment',
      author: {
        name: '@Person0',
        username: 'Person0',
        id: 'channel0',
        url: 'https://odysee.com/@Person0:channel0',
        avatarUrl: null,
        verified: null,
      },
      text: 'Comment 0 :cool: <stkr>:CAT:<stkr>',
      createdAt: '2023-12-01T00:00:00.000Z',
      likes: null,
      dislikes: null,
      replyCount: 2,
      url: `${WHOLE}?lc=c0`,
      isPinned: false,
      isAuthorPost: null,
      extra: {},
    });
    expect(items[1]?.extra).toEqual({ supportAmount: 5, currency: 'USD', isFiat: true });
    expect(items[2]?.isAuthorPost).toBe(true);
    expect(items[3]?.isPinned).toBe(true);
  });

  it('come with replies in one flat list', async () => {
    const { items, session, total } = await readAll(odysee, WHOLE, world(), { replies: true });
    expect([items.length, total]).toEqual([180, 180]);
    expect(items.find((item) => item.id === 'c4r1')).toMatchObject({ parentId: 'c4', kind: 'reply', replyCount: null });
    expect(sentParams(session.sent[0]?.body ?? '')).toMatchObject({ top_level: false });
  });

  it.each([
    ['new', 0],
    ['old', 1],
    ['controversial', 2],
    ['top', 3],
    ['best', 3],
  ] as const)('are sorted: %s', async (sort, expected) => {
    const { session } = await readAll(odysee, WHOLE, world({ comments: 1 }), { sort });
    expect(sentParams(session.sent[0]?.body ?? '')).toMatchObject({ sort_by: expected });
  });

  it('come with likes where they are asked for', async () => {
    const { items, session } = await readAll(odysee, WHOLE, world({ comments: 60 }), { likes: true });
    expect(items[0]).toMatchObject({ kind: 'comment', likes: 3, dislikes: 1 });
    expect(session.urls.map((url) => new URL(url).searchParams.get('m'))).toEqual([
      'comment.List',
      'reaction.List',
      'comment.List',
      'reaction.List',
    ]);
    expect(String(sentParams(session.sent[1]?.body ?? '')['comment_ids']).split(',')).toHaveLength(50);
    const without = await readAll(odysee, WHOLE, world({ comments: 3, givesLikes: false }), { likes: true });
    expect([without.items.length, without.items[0]?.likes, without.notes.length]).toEqual([3, null, 1]);
  });

  it('that are counted and not shown are a gap', async () => {
    const { gaps, total } = await readAll(odysee, WHOLE, world({ heldBack: 7 }));
    expect(gaps).toEqual([expect.objectContaining({ cause: 'hidden', count: 7 })]);
    expect(total).toBe(127);
  });

  it('may be none', async () => {
    const { items, total } = await readAll(odysee, `https://odysee.com/other:${'a'.repeat(40)}`, world());
    expect([items.length, total]).toEqual([0, 0]);
  });

  it('of members are asked for with the login of the owner', async () => {
    const { session } = await readAll(odysee, WHOLE, world({ comments: 1 }), {}, { auth_token: 'secret' });
    expect(session.sent[0]?.headers).toMatchObject({ 'x-lbry-auth-token': 'secret' });
  });
});

describe('refusals', () => {
  it.each([
    [{ refusal: 'comments are disabled by the creator' }, 'COMMENTS_DISABLED'],
    [{ refusal: 'you have been blocked by the creator' }, 'BLOCKED'],
    [{ refusal: 'too many requests' }, 'RATE_LIMITED'],
    [{ refusal: 'something new' }, 'PLATFORM_CHANGED'],
    [{ refusal: 403 }, 'BLOCKED'],
    [{ refusal: 429 }, 'RATE_LIMITED'],
    [{ refusal: 502 }, 'NETWORK'],
    [{ protected: true }, 'LOGIN_REQUIRED'],
  ] as const)('%j is %s', async (params, code) => {
    await expect(readAll(odysee, WHOLE, world(params))).rejects.toMatchObject({ code });
  });

  it('what nobody published is not found', async () => {
    await expect(readAll(odysee, 'https://odysee.com/nothing:1', world())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a comment of another shape is a change of the platform', async () => {
    const body = { result: { total_items: 1, items: [{ comment_id: 'a', timestamp: 'now' }] } };
    await expect(readAll(odysee, WHOLE, [{ match: /./, body }])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'result.items.0.timestamp',
    });
  });
});
