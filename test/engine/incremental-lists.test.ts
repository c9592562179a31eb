import { describe, expect, it } from 'vitest';
import { IncompleteAnswer } from '#core/contract/error.ts';
import { board, newestFirst, post } from '#test/engine/board-platform.ts';
import { boardRooms, idsOf, run } from '#test/engine/incremental-run.ts';

const openRoom = boardRooms();

const BEGAN_S = Date.UTC(2026, 0, 1) / 1000;

const NOTHING = { new: 0, edited: 0, gone: 0, gone_earlier: 0, threads_not_read: 0 };

describe('a list that says it runs newest first', () => {
  it('is read whole at first, and every row is new', async () => {
    const forum = board(newestFirst(35));
    const room = openRoom(forum);
    const first = await run(room, forum);
    expect(first.job.incremental).toEqual({ ...NOTHING, previous_guid: null, new: 35, unchanged: 0, not_read: 0 });
    expect(first.asked).toHaveLength(4);
    expect(first.job.completeness).toMatchObject({ complete: true, notes: [] });
  });

  it('is read no further than to what is known, and keeps all rows', async () => {
    const forum = board(newestFirst(95));
    const room = openRoom(forum);
    const first = await run(room, forum);
    const second = await run(room, forum);
    expect(second.asked).toEqual(['page 0', 'page 1']);
    expect(second.job.incremental).toEqual({ ...NOTHING, previous_guid: first.job.guid, unchanged: 95, not_read: 75 });
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(second.rows.every(({ extra }) => extra['change'] === null)).toBe(true);
    expect(second.job.completeness.notes.join(' ')).toContain('75 rows were not read again: reading stopped at a page that was known');
    expect(second.job).toMatchObject({ resumable: false, completeness: { complete: true, missing: 0, requests: 0, pages: 2 } });
  });

  it('gives new and edited rows, and those gone from what was read', async () => {
    const forum = board(newestFirst(60));
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts.unshift(post('n2', 102), post('n1', 101));
    const at = (id: string) => forum.posts.find((one) => one.id === id) as (typeof forum.posts)[number];
    at('p58').text = 'another text';
    at('p57').likes = 9;
    at('p56').ownerReply = 'Thank you';
    forum.posts = forum.posts.filter(({ id }) => id !== 'p55' && id !== 'p20');
    const second = await run(room, forum);
    expect(second.changes).toEqual({ new: ['n2', 'n1'], edited: ['p58', 'p57', 'p56'], gone: ['p55'] });
    expect(second.rows.find(({ id }) => id === 'p58')?.text).toBe('another text');
    expect(second.rows.find(({ id }) => id === 'p55')?.text).toBe('text of p55');
    expect(second.asked).toEqual(['page 0', 'page 1']);
    expect(idsOf(second)).toHaveLength(62);
    expect(second.counts).toMatchObject({ new: 2, edited: 3, gone: 1, unchanged: 56 });
  });

  it('builds on run after run: what is gone stays so, and may come back', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    const all = forum.posts;
    await run(room, forum);
    forum.posts = all.filter(({ id }) => id !== 'p28');
    expect((await run(room, forum)).counts).toMatchObject({ gone: 1, gone_earlier: 0 });
    forum.posts.unshift(post('n1', 101));
    const third = await run(room, forum);
    expect(third.counts).toMatchObject({ new: 1, gone: 0, gone_earlier: 1 });
    expect(third.changes).toMatchObject({ new: ['n1'], gone: ['p28'] });
    forum.posts = [post('n1', 101), ...all];
    const fourth = await run(room, forum);
    expect(fourth.counts).toMatchObject({ new: 1, gone: 0, gone_earlier: 0 });
    expect(fourth.changes).toMatchObject({ new: ['p28'], gone: [] });
    expect(new Set(idsOf(fourth))).toEqual(new Set(['n1', ...all.map(({ id }) => id)]));
  });

  it('keeps the words of what was deleted, once and for all', async () => {
    const forum = board(newestFirst(20));
    const room = openRoom(forum);
    await run(room, forum);
    const deleted = forum.posts[3] as (typeof forum.posts)[number];
    deleted.isDeleted = true;
    const second = await run(room, forum);
    expect(second.changes).toEqual({ new: [], edited: [], gone: ['p17'] });
    expect(second.rows[3]).toMatchObject({ id: 'p17', text: 'text of p17' });
    const third = await run(room, forum);
    expect(third.counts).toMatchObject({ gone: 0, gone_earlier: 1 });
    expect(third.rows[3]).toMatchObject({ id: 'p17', text: 'text of p17', extra: { change: 'gone' } });
    expect(third.asked).toHaveLength(2);
    deleted.isDeleted = false;
    expect((await run(room, forum)).changes).toMatchObject({ new: ['p17'], gone: [] });
  });

  it('is not taken in by pinned posts', async () => {
    const pinned = [post('old', 1, { isPinned: true }), post('older', 0, { isPinned: true })];
    const forum = board([...pinned, ...newestFirst(50)]);
    forum.pageSize = 2;
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts.splice(2, 0, post('n4', 104), post('n3', 103), post('n2', 102), post('n1', 101));
    const second = await run(room, forum);
    expect(second.changes.new).toEqual(['n4', 'n3', 'n2', 'n1']);
    expect(second.asked.length).toBeLessThan(6);
    forum.posts.unshift(post('notice', 0, { isPinned: true }));
    const third = await run(room, forum);
    expect(third.changes.new).toEqual(['notice']);
    expect(third.asked.length).toBeLessThan(6);
  });

  it('is read whole where its dates speak against it', async () => {
    const posts = newestFirst(40);
    posts.splice(2, 0, post('late', 500));
    const forum = board(posts);
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts.splice(35, 0, post('hidden', 3));
    const second = await run(room, forum);
    expect(second.changes.new).toEqual(['hidden']);
    expect(second.asked).toHaveLength(5);
    expect(second.counts.not_read).toBe(0);
  });

  it('does not take the oldest for gone where a platform shows only so many', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts = Array.from({ length: 30 }, (_, index) => post(`n${100 - index}`, 200 - index));
    const second = await run(room, forum);
    expect(second.counts).toMatchObject({ new: 30, gone: 0, not_read: 30 });
    expect(second.rows).toHaveLength(60);
  });

  it('tells the oldest gone where the total says so', async () => {
    const forum = board(newestFirst(15));
    forum.statesTotal = true;
    const room = openRoom(forum);
    await run(room, forum);
    // New posts on both pages, so that all of it is read.
    forum.posts = [...Array.from({ length: 12 }, (_, index) => post(`n${index}`, 200 - index)), ...newestFirst(15).slice(0, 14)];
    const second = await run(room, forum);
    expect(second.changes.gone).toEqual(['p1']);
    expect(second.job.completeness).toMatchObject({ platform_total: 26, exported: 27, missing: 0, complete: true });
    expect(second.job.completeness.summary).toContain('1 of them shown no more');
  });
});

describe('the high-water mark', () => {
  it('stays where it was after a run that did not come down to it', async () => {
    const forum = board(newestFirst(30));
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts.unshift(...Array.from({ length: 30 }, (_, index) => post(`n${30 - index}`, 130 - index)));
    forum.beforePage = ({ page }) => {
      if (page === 2) throw new IncompleteAnswer('half a page');
    };
    expect((await run(room, forum)).counts).toMatchObject({ new: 20, not_read: 30 });
    forum.beforePage = () => undefined;
    const third = await run(room, forum);
    expect(third.counts).toMatchObject({ new: 10, gone: 0 });
    expect(third.rows).toHaveLength(60);
    expect((await run(room, forum)).asked).toEqual(['page 0', 'page 1']);
  });

  it('is not moved by a first run that broke off', async () => {
    const forum = board(newestFirst(40));
    const room = openRoom(forum);
    forum.beforePage = ({ page }) => {
      if (page === 2) throw new IncompleteAnswer('half a page');
    };
    expect((await run(room, forum)).rows).toHaveLength(20);
    forum.beforePage = () => undefined;
    expect((await run(room, forum)).rows).toHaveLength(40);
  });
});

describe('a list that does not say how it runs', () => {
  it('is believed once a whole run has seen it newest first', async () => {
    const forum = board(newestFirst(60));
    forum.statesOrder = false;
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts.unshift(post('n1', 101));
    const second = await run(room, forum);
    expect(second.asked).toEqual(['page 0', 'page 1']);
    expect(second.changes.new).toEqual(['n1']);
    expect((await run(room, forum)).asked).toEqual(['page 0', 'page 1']);
  });

  it('is read whole every time where its order is another, and tells all that is gone', async () => {
    const posts = newestFirst(40).toSorted((one, other) => one.id.localeCompare(other.id));
    const forum = board(posts);
    forum.statesOrder = false;
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts = [...posts.filter(({ id }) => id !== 'p7' && id !== 'p33'), post('n1', 0)];
    const second = await run(room, forum);
    expect(second.asked).toHaveLength(4);
    expect(second.changes).toEqual({ new: ['n1'], edited: [], gone: ['p33', 'p7'] });
    expect(second.counts.not_read).toBe(0);
  });

  it('is read whole without dates', async () => {
    const forum = board(Array.from({ length: 25 }, (_, index) => post(`p${index}`, null)));
    forum.statesOrder = false;
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts = forum.posts.filter(({ id }) => id !== 'p11');
    const second = await run(room, forum);
    expect(second.asked).toHaveLength(3);
    expect(second.changes.gone).toEqual(['p11']);
  });

  it('tells nothing gone where the platform suddenly shows nothing', async () => {
    const forum = board(Array.from({ length: 25 }, (_, index) => post(`p${index}`, null)));
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts = [];
    const second = await run(room, forum);
    expect(second.counts).toMatchObject({ gone: 0, not_read: 25 });
  });

  it('tells nothing gone behind a page that failed', async () => {
    const posts = newestFirst(40).toSorted((one, other) => one.id.localeCompare(other.id));
    const forum = board(posts);
    forum.statesOrder = false;
    const room = openRoom(forum);
    await run(room, forum);
    forum.posts = posts.filter(({ id }) => id !== 'p7');
    forum.beforePage = ({ page }) => {
      if (page === 2) throw new IncompleteAnswer('half a page');
    };
    const second = await run(room, forum);
    expect(second.counts).toMatchObject({ gone: 0, not_read: 20 });
    expect(second.job.completeness.notes.join(' ')).toContain('a list could not be read to its end');
    forum.beforePage = () => undefined;
    expect((await run(room, forum)).changes.gone).toEqual(['p7']);
  });
});

describe('options', () => {
  it('limit what one run reads, not what the dataset holds', async () => {
    const forum = board(newestFirst(100));
    const room = openRoom(forum);
    expect((await run(room, forum, { limit: 25 })).rows).toHaveLength(25);
    forum.posts.unshift(...Array.from({ length: 40 }, (_, index) => post(`n${40 - index}`, 240 - index)));
    const second = await run(room, forum, { limit: 25 });
    expect(second.counts).toMatchObject({ new: 25, gone: 0, not_read: 25 });
    expect(second.rows).toHaveLength(50);
    expect(second.job.completeness.notes.join(' ')).toContain('reading stopped at the limit');
    // What lies between is known to be missing: the same limit is used up before it, a higher one reaches it.
    expect((await run(room, forum, { limit: 25 })).asked).toHaveLength(3);
    const fourth = await run(room, forum, { limit: 60 });
    expect(fourth.counts).toMatchObject({ new: 15, gone: 0 });
    expect(fourth.rows).toHaveLength(65);
    expect((await run(room, forum, { limit: 60 })).asked).toHaveLength(2);
  });

  it('bound by date keep to the dates', async () => {
    const forum = board(newestFirst(100));
    const room = openRoom(forum);
    const options = { minTimestamp: BEGAN_S + 50 * 60 };
    const first = await run(room, forum, options);
    expect(first.rows).toHaveLength(51);
    forum.posts.unshift(post('n1', 101));
    forum.posts = forum.posts.filter(({ id }) => id !== 'p99');
    const second = await run(room, forum, options);
    expect(second.changes).toEqual({ new: ['n1'], edited: [], gone: ['p99'] });
    const third = await run(room, forum, { minTimestamp: BEGAN_S + 90 * 60 });
    expect(third.job.incremental?.previous_guid).toBeNull();
    expect(third.rows.map(({ id }) => id)).toEqual(['n1', 'p100', ...[98, 97, 96, 95, 94, 93, 92, 91, 90].map((n) => `p${n}`)]);
  });
});
