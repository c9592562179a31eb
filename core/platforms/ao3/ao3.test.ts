import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { placeAt } from '#core/platforms/ao3/address.ts';
import ao3 from '#core/platforms/ao3/index.ts';
import { type Ao3Params, ao3Simulator } from '#core/platforms/ao3/simulator.ts';
import { writtenTimeOf } from '#core/platforms/ao3/written-time.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const SITE = 'https://archiveofourown.org';
const WORK = `${SITE}/works/424242`;
const play = (params: Ao3Params = {}, options: RunOptions = {}, url = WORK) =>
  readAll(ao3, url, [{ match: '', simulator: ao3Simulator(params) }], options, {});

describe('addresses', () => {
  const work = { kind: 'work', params: { path: '/works/12' } };
  it.each([
    ['archiveofourown.org/works/12', work],
    ['www.archiveofourown.org/works/12/chapters/34?view_adult=true#comments', work],
    ['archiveofourown.org/collections/cats/works/12?show_comments=true#comment_5', work],
    ['ao3.org/works/12/', work],
    ['archiveofourown.gay/works/12', work],
    ['archiveofourown.org/admin_posts/15103', { kind: 'post', params: { path: '/admin_posts/15103' } }],
    ['archiveofourown.org/comments/7', { kind: 'thread', params: { comment: '7' } }],
    ['archiveofourown.org/chapters/34', { kind: 'chapter', params: { chapter: '34' } }],
    ['archiveofourown.org/works/12/bookmarks', null],
    ['archiveofourown.org/works/search', null],
    ['archiveofourown.org/series/12', null],
    ['archiveofourown.org/users/Ada/works', null],
    ['archiveofourown.org/tags/Cats/comments', null],
    ['archiveofourown.org/collections/cats', null],
    ['notarchiveofourown.org/works/12', null],
    ['archiveofourown.org.evil.example/works/12', null],
  ])('%s', (address, place) => expect(placeAt(parsePastedUrl(`https://${address}`))).toEqual(place));
});

describe('comments', () => {
  it('of a whole work come page after page, the top of each thread alone', async () => {
    const { items, total, session } = await play();
    expect(session.urls).toEqual([1, 2, 3].map((page) => `${WORK}?page=${page}&show_comments=true&view_full_work=true&view_adult=true`));
    // Of sixty threads eight begin with a deleted comment.
    expect([items.length, total]).toEqual([52, 60 - 8 + 8 + 2 * 17 + 8]);
    expect(items.every(({ kind, parentId }) => kind === 'comment' && parentId === null)).toBe(true);
    expect(items[5]).toEqual(
      wholeItem({
        id: '1050',
        kind: 'comment',
        author: { name: 'Guest 5' },
        text: 'Comment 1050 & more.\n\nPurr\npurr.',
        createdAt: '2026-07-06T05:05:00.000Z',
        createdAtPrecision: 'minute',
        url: `${SITE}/comments/1050`,
        media: [{ type: 'image', url: 'https://pictures.example/5.png' }],
        isEdited: false,
        isAuthorPost: false,
        extra: { chapter: 'Chapter 3' },
      }),
    );
  });

  it('with replies are threads, also what a page leaves out', async () => {
    const { items, total, session } = await play({ threads: 7 }, { replies: true });
    expect(session.urls.slice(1)).toEqual([`${SITE}/comments/1045`]);
    expect(items.length).toBe(total);
    const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
    expect(['1001', '1002', '1045', '1046', '1047', '1049', '1061'].map((id) => parents.get(id))).toEqual([
      '1000',
      '1001',
      '1044',
      '1045',
      '1046',
      '1045',
      '1060',
    ]);
    expect(parents.has('1060')).toBe(false);
    expect(items.find(({ id }) => id === '1001')).toMatchObject({
      kind: 'reply',
      author: { name: 'Ada', username: 'Ada' },
      isAuthorPost: true,
    });
    expect(items.find(({ id }) => id === '1047')).toMatchObject({
      isEdited: false,
      author: { avatarUrl: 'https://icons.example/11.png?1' },
    });
    expect(items.find(({ id }) => id === '1043')).toMatchObject({ isEdited: true });
    expect(items[0]).toMatchObject({
      author: { name: 'Tom', username: 'cat_0', url: `${SITE}/users/cat_0/pseuds/Tom`, avatarUrl: null },
      createdAt: '2026-07-01T00:05:00.000Z',
    });
  });

  it('that a page leaves out and are refused stand in the ledger', async () => {
    const { items, gaps } = await play({ threads: 7, furtherStatus: 503 }, { replies: true });
    expect(items.some(({ id }) => id === '1046')).toBe(false);
    expect(gaps.length).toBe(1);
  });

  it('of a news post have no authors to compare with', async () => {
    const { items, total, session } = await play({ threads: 3 }, {}, `${SITE}/admin_posts/15103`);
    expect(session.urls).toEqual([`${SITE}/admin_posts/15103?page=1&show_comments=true`]);
    expect([items.length, total, items[0]?.isAuthorPost]).toEqual([3, null, null]);
  });

  it.each([
    [false, ['1040']],
    [true, ['1040', '1041', '1042', '1043', '1044', '1045', '1046', '1047', '1049']],
  ])('of a thread, with replies: %s', async (replies, ids) => {
    const { items } = await play({}, { replies }, `${SITE}/comments/1040`);
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(items[0]).toMatchObject({ kind: 'comment', parentId: null, isAuthorPost: null });
  });

  it('of a chapter are those of its work', async () => {
    const { items, session } = await play({ threads: 2 }, {}, `${SITE}/chapters/9003`);
    expect([items.length, session.urls[0]]).toEqual([2, `${SITE}/chapters/9003`]);
  });

  it('nobody has written are none', async () => {
    expect((await play({ threads: 0 })).items).toEqual([]);
    expect((await play({ threads: 0, page: 'membersOnly' })).items).toEqual([]);
    expect((await play({ threads: 2, page: 'closed' })).items).toHaveLength(2);
  });
});

describe('kudos', () => {
  it('are names, at first those that the work shows', async () => {
    const { items, total, session } = await play({ kudos: 20 }, { likes: true });
    expect(session.urls).toEqual([`${WORK}?view_adult=true`]);
    expect([items.length, total]).toEqual([20, 20]);
    const url = `${SITE}/users/reader_0`;
    expect(items[0]).toEqual(wholeItem({ id: 'reader_0', kind: 'like', author: { name: 'reader_0', username: 'reader_0', url }, url }));
  });

  it('come from the whole list where there are more', async () => {
    const { items, total, session } = await play({ kudos: 95 }, { likes: true });
    expect([items.length, total]).toEqual([95, 95]);
    expect(session.urls.slice(1)).toEqual([1, 2, 3, 4].map((page) => `${WORK}/kudos?page=${page}`));
    const refused = await play({ kudos: 95, furtherStatus: 403 }, { likes: true });
    expect([refused.items.length, refused.total, refused.gaps.length]).toEqual([50, 95, 1]);
  });
});

describe('refusals', () => {
  it.each([
    [{ page: 'login' }, 'LOGIN_REQUIRED'],
    [{ page: 'mystery' }, 'PRIVATE'],
    [{ page: 'adult' }, 'AGE_RESTRICTED'],
    [{ page: 'closed', threads: 0 }, 'COMMENTS_DISABLED'],
    [{ page: 'other' }, 'PLATFORM_CHANGED'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ status: 525 }, 'NETWORK'],
    [{ status: 403 }, 'BLOCKED'],
  ] as const)('%o', async (params, code) => {
    await expect(play(params)).rejects.toMatchObject({ code });
    if (code !== 'COMMENTS_DISABLED') await expect(play(params, { likes: true })).rejects.toMatchObject({ code });
  });

  it('a work that is gone is not found', async () => {
    await expect(play({}, {}, `${SITE}/works/404`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('times', () => {
  const posted = (time: string, letters: string, title = '') =>
    parseHtml(
      `<span class="date">08</span><abbr class="month">Jul</abbr><span class="year">2026</span><span class="time">${time}</span><abbr class="timezone" title="${title}">${letters}</abbr>`,
    );
  it.each([
    ['12:10AM', 'UTC', '', '2026-07-08T00:10:00.000Z'],
    ['12:05PM', 'UTC', '', '2026-07-08T12:05:00.000Z'],
    ['07:20PM', 'EST', 'Eastern Time (US & Canada)', '2026-07-09T00:20:00.000Z'],
    ['07:20AM', 'CST', 'Central Time (US & Canada)', '2026-07-08T13:20:00.000Z'],
    ['07:20AM', 'CST', 'Beijing', '2026-07-07T23:20:00.000Z'],
    ['07:20AM', 'IST', 'New Delhi', '2026-07-08T01:50:00.000Z'],
    ['07:20AM', '-03', 'Brasilia', '2026-07-08T10:20:00.000Z'],
    ['07:20AM', '+0545', 'Kathmandu', '2026-07-08T01:35:00.000Z'],
  ])('%s %s (%s)', (time, letters, title, createdAt) =>
    expect(writtenTimeOf(posted(time, letters, title))).toEqual({ createdAt, zone: undefined }),
  );

  it('of an unknown zone are taken for those of UTC, and say so', () => {
    expect(writtenTimeOf(posted('07:20AM', 'XYZ'))).toEqual({ createdAt: '2026-07-08T07:20:00.000Z', zone: 'XYZ' });
    expect(() => writtenTimeOf(posted('25 past', 'UTC'))).toThrow('.posted');
  });
});
