import { describe, expect, it } from 'vitest';
import odysee from '#core/platforms/odysee/index.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { CLAIM, type OdyseeParams, odyseeSimulator } from '#core/platforms/odysee/simulator.ts';

const STREAM = 'https://odysee.com/@Somebody:c/a-video:d';
const read = (stream: NonNullable<OdyseeParams['stream']>, url = STREAM) =>
  readAll(odysee, url, [{ match: /./, simulator: odyseeSimulator({ stream }) }], { live: true });

describe('the chat of a running stream', () => {
  it.each([
    STREAM,
    `https://odysee.com/@Somebody:c/a-video:${CLAIM}`,
    `https://odysee.com/%40Somebody%3Ac/a-video%3A${CLAIM}`,
    `https://odysee.com/$/embed/@Somebody:c/a-video:${CLAIM}`,
  ])('is what is said until the stream ends: %s', async (url) => {
    const { items, doors, notes, session } = await read('live', url);
    expect(items.map(({ id }) => id)).toEqual(['c1', 'c2', 'c4']);
    expect([doors, notes]).toEqual([['chat socket'], [expect.stringContaining('from now on')]]);
    expect(session.urls).toContain(`wss://sockety.odysee.tv/ws/commentron?id=${CLAIM}&category=%40Somebody%3Ac&sub_category=viewer`);
  });

  it('has the fields of comments', async () => {
    const { items } = await read('live');
    expect(items[0]).toMatchObject({
      kind: 'chat',
      parentId: null,
      author: { name: '@Person3', username: 'Person3', id: 'channel3', url: 'https://odysee.com/@Person3:channel3' },
      text: 'Comment 3 :cool: <stkr>:CAT:<stkr>',
      createdAt: '2023-12-01T00:03:00.000Z',
      url: `${STREAM}?lc=c1`,
      extra: { supportAmount: 5, currency: 'USD', isFiat: true },
    });
  });

  it('is over at once where nobody streams', async () => {
    const { items, notes } = await read('over');
    expect([items, notes]).toEqual([[], [expect.stringContaining('does not stream now')]]);
  });

  it('is over where the channel streams another claim', async () => {
    const { items, notes, session } = await read('another');
    expect([items, notes]).toEqual([[], [expect.stringContaining('does not stream now')]]);
    expect(session.urls.filter((url) => url.startsWith('wss:'))).toEqual([]);
  });

  it('for members is in a room of its own', async () => {
    const { items, session } = await read('protected');
    expect(items).toHaveLength(3);
    expect(session.urls).toContainEqual(expect.stringContaining(`?id=${[...CLAIM].toReversed().join('')}&`));
  });

  it('goes on after an interruption, and says so', async () => {
    const { items, gaps } = await read('interrupted');
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set(['c0', 'c1', 'c2', 'c4']));
    expect(gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('interrupted') }]);
  });

  it('ends with a long silence where Odysee does not say whether the stream goes on', async () => {
    const { items, notes } = await read('silent');
    expect([items, notes.at(-1)]).toEqual([[], expect.stringContaining('half an hour')]);
  });

  it('counts a message of an unknown form, and keeps what else was said', async () => {
    const heard = [{ comment_id: 'good', comment: 'Hello', timestamp: 1_700_000_000 }, { comment: 'no id' }].map((comment) =>
      JSON.stringify({ type: 'delta', data: { comment } }),
    );
    const exchanges = [
      { match: 'wss:', heard, times: 1 },
      { match: /./, simulator: odyseeSimulator({ stream: 'live' }) },
    ];
    const { items, gaps } = await readAll(odysee, STREAM, exchanges, { live: true });
    expect(items[0]).toMatchObject({ id: 'good', kind: 'chat', text: 'Hello' });
    expect(gaps).toContainEqual({ cause: 'unreadable', count: 1, note: expect.stringContaining('unknown form (at socket.') });
  });

  it('needs a channel', async () => {
    await expect(read('unsigned')).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('No channel') });
  });
});
