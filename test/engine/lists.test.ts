import { afterEach, describe, expect, it } from 'vitest';
import { IncompleteAnswer, PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { Next } from '#core/platform-api/define.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, type Puppet, type PuppetParts, puppetPlatform } from '#test/engine/puppet-platform.ts';

let room: EngineRoom;
let puppet: Puppet;

afterEach(() => room[Symbol.asyncDispose]());

function open(parts: PuppetParts = {}): void {
  puppet = puppetPlatform(parts);
  room = openEngineRoom({ platforms: [puppet.platform] });
}

const TWO_LISTS: PuppetParts = {
  start: [
    { cursor: 'A', role: 'page' },
    { cursor: 'B', role: 'page' },
  ],
};

function page(cursor: string): Next {
  return { cursor, role: 'page' };
}

function replies(cursor: string, under: string): Next {
  return { cursor, role: 'replies', under };
}

async function begin(options: JobOptions = {}): Promise<string> {
  return (await room.createOne({ options })).guid;
}

async function idsOf(guid: string): Promise<readonly string[]> {
  return (await room.rows(guid)).map(({ id }) => id);
}

function done(guid: string): Promise<JobRecord> {
  return room.until(guid, 'finished');
}

describe('the same item on two lists', () => {
  it.each([['A', 'B'] as const, ['B', 'A'] as const])(
    'stands once, where a sequential reader meets it first, if %s answers before %s',
    async (...order) => {
      open(TWO_LISTS);
      const guid = await begin();
      const pages = { A: await puppet.at('A'), B: await puppet.at('B') };
      const answers = {
        A: { items: [comment('a'), comment('x', { text: 'as A has it' })] },
        B: { items: [comment('x', { text: 'as B has it' }), comment('b')] },
      };
      for (const list of order) {
        pages[list].answer(answers[list]);
        await room.until(guid, 'progress');
        await expect.poll(() => room.job(guid).completeness.pages).toBeGreaterThanOrEqual(list === order[0] ? 1 : 2);
      }
      expect(await done(guid)).toMatchObject({ exported: 3, completeness: { complete: true } });
      expect((await room.rows(guid)).map(({ id, text }) => `${id} ${text ?? ''}`)).toEqual(['a text of a', 'x as A has it', 'b text of b']);
    },
  );

  it.each([['A', 'B'] as const, ['B', 'A'] as const])('has its replies once, if %s answers before %s', async (...order) => {
    open(TWO_LISTS);
    const guid = await begin({ replies: true });
    const pages = { A: await puppet.at('A'), B: await puppet.at('B') };
    for (const list of order) {
      pages[list].answer({ items: [comment('x')], next: [replies(`below x, from ${list}`, 'x')] });
      (await puppet.at(`below x, from ${list}`).then((pending) => pending)).answer({ items: [comment('r', { parentId: 'x' })] });
      if (list === order[0] && order[0] === 'A') break;
    }
    if (order[0] === 'A') pages.B.answer({ items: [comment('x')], next: [replies('below x, from B', 'x')] });
    expect(await done(guid)).toMatchObject({ exported: 2, replies: 1 });
    expect(await idsOf(guid)).toEqual(['x', 'r']);
    expect(puppet.asked).toHaveLength(order[0] === 'A' ? 3 : 4);
  });

  it('counts once towards the limit, whichever list answers first', async () => {
    open({
      start: [
        { cursor: 'A', role: 'page', expect: 2 },
        { cursor: 'B', role: 'page', expect: 3 },
      ],
    });
    const guid = await begin({ limit: 3 });
    const [first, second] = [await puppet.at('A'), await puppet.at('B')];
    second.answer({ items: [comment('x'), comment('b1'), comment('b2')] });
    await room.until(guid, 'progress');
    first.answer({ items: [comment('a'), comment('x')] });
    expect(await done(guid)).toMatchObject({ exported: 3, completeness: { gap: { limit: 1 } } });
    expect(await idsOf(guid)).toEqual(['a', 'x', 'b1']);
  });
});

describe('a list ends', () => {
  it('at a cursor that was used before', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a')], next: [page('second')] });
    (await puppet.next()).answer({ items: [comment('b')], next: [page('first')] });
    expect(await done(guid)).toMatchObject({ exported: 2 });
    expect(puppet.asked).toEqual(['first', 'second']);
  });

  it('at a page that brings only what is known', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a'), comment('b')], next: [page('second')] });
    (await puppet.next()).answer({ items: [comment('b'), comment('a')], next: [page('third')] });
    expect(await done(guid)).toMatchObject({ exported: 2 });
    expect(puppet.asked).toEqual(['first', 'second']);
  });

  it('not at a page that brings something new beside what is known', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a'), comment('b')], next: [page('second')] });
    (await puppet.next()).answer({ items: [comment('b'), comment('c')], next: [page('third')] });
    (await puppet.next()).answer({ items: [comment('d')] });
    await done(guid);
    expect(await idsOf(guid)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('when it goes on and on with nothing new', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a')], next: [page('1')], total: 500 });
    const answering = (async () => {
      for (let number = 1; number < 2_000 && room.job(guid).status === 'progress'; number += 1) {
        (await puppet.at(String(number))).answer({ items: [], next: [page(String(number + 1))], mayRepeat: true });
      }
    })();
    const job = await Promise.race([done(guid), answering.then(() => null)]);
    expect(job).toMatchObject({ exported: 1, completeness: { complete: false, gap: { notServed: 499 } } });
    expect(job?.completeness.notes.join()).toMatch(/nothing new/);
    expect(puppet.asked.length).toBeLessThan(200);
  });

  it('where dates leave nothing more to find, and only then', async () => {
    open();
    const guid = await begin({ minTimestamp: Date.parse('2026-01-02T00:00:00Z') / 1000 });
    const on = (day: string): string => `2026-01-${day}T00:00:00.000Z`;
    const order = { dateOrder: 'newestFirst' } as const;
    (await puppet.next()).answer({
      ...order,
      items: [comment('pinned', { createdAt: on('01') }), comment('a', { createdAt: on('04') })],
      next: [page('2')],
      total: 9,
    });
    (await puppet.next()).answer({
      ...order,
      items: [comment('b', { createdAt: on('02') }), comment('c', { createdAt: on('01') })],
      next: [page('3')],
    });
    (await puppet.next()).answer({ ...order, items: [comment('undated'), comment('d', { createdAt: on('01') })], next: [page('4')] });
    (await puppet.next()).answer({ ...order, items: [comment('e', { createdAt: on('01') })], next: [page('5'), replies('below e', 'e')] });
    (await puppet.at('below e')).answer({ items: [comment('f', { parentId: 'e', createdAt: on('03') })] });
    expect(await done(guid)).toMatchObject({ exported: 4, completeness: { missing: 5, gap: { filtered: 5, notServed: 0 } } });
    expect(await idsOf(guid)).toEqual(['a', 'b', 'undated', 'f']);
    expect(puppet.asked).not.toContain('5');
  });

  it.each([
    ['its second page', { next: [page('second')] }],
    ['the first page of a further list', { next: [{ cursor: 'second', role: 'list' } as const] }],
  ])('where %s is not found', async (_name, opened) => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a')], total: 3, ...opened });
    (await puppet.next()).fail(new PlatformRefusal('NOT_FOUND'));
    const job = await done(guid);
    expect(job).toMatchObject({ status: 'done', exported: 1, completeness: { complete: false, gap: { notServed: 2 } } });
    expect(job.completeness.notes.join()).toMatch(/NOT_FOUND/);
  });

  it('where its later page stays incomplete after three tries', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [comment('a')], next: [page('second')] });
    for (let tries = 0; tries < 3; tries += 1) (await puppet.next()).fail(new IncompleteAnswer('Without its reviews.'));
    expect(await done(guid)).toMatchObject({ exported: 1, completeness: { complete: false, retries: 2 } });
  });
});

describe('the first page', () => {
  it('that is not found ends the export', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).fail(new PlatformRefusal('NOT_FOUND'));
    expect(await room.until(guid, 'failed')).toMatchObject({ status: 'error', errorCode: 'NOT_FOUND' });
  });

  it('with nothing is an export of nothing, and says why', async () => {
    open();
    const guid = await begin();
    (await puppet.next()).answer({ items: [], total: 0 });
    const job = await done(guid);
    expect(job).toMatchObject({ status: 'done', exported: 0, completeness: { complete: true, missing: 0 } });
    expect(job.completeness.summary).toBe('The list is empty (the platform states 0).');
  });
});

describe('further lists', () => {
  it('that two pages of one list open keep apart', async () => {
    open({ concurrency: 1 });
    const guid = await begin();
    (await puppet.at('first')).answer({ items: [comment('a')], next: [{ cursor: 'one', role: 'list' }, page('second')] });
    (await puppet.at('second')).answer({ items: [comment('b')], next: [{ cursor: 'two', role: 'list' }] });
    (await puppet.at('one')).answer({ items: [comment('one1'), comment('one2'), comment('one3')] });
    (await puppet.at('two')).answer({ items: [comment('two1'), comment('two2')] });
    await done(guid);
    expect(await idsOf(guid)).toEqual(['a', 'b', 'one1', 'one2', 'one3', 'two1', 'two2']);
  });
});

describe('threads of replies', () => {
  /** A page of so many comments with a list of replies below each. */
  async function openThreads(count: number): Promise<string> {
    open({ concurrency: 1 });
    const guid = await begin({ replies: true });
    const items = Array.from({ length: count }, (_, index) => comment(`c${index}`, { replyCount: 1 }));
    (await puppet.next()).answer({ items, next: items.map(({ id }) => ({ ...replies(`below ${id}`, id), expect: 1 })), total: 2 * count });
    return guid;
  }

  it.each([
    ['blocked', () => new PlatformRefusal('BLOCKED')],
    ['broken', () => new TransientFailure()],
  ])('that fail from some thread on are given up: %s', async (_name, failure) => {
    const guid = await openThreads(400);
    for (let thread = 0; thread < 5; thread += 1)
      (await puppet.next()).answer({ items: [comment(`r${thread}`, { parentId: `c${thread}` })] });
    const failing = (async () => {
      for (let thread = 5; thread < 400; thread += 1) (await puppet.next()).fail(failure());
    })();
    void failing;
    const job = await done(guid);
    expect(job).toMatchObject({ status: 'done', exported: 405, completeness: { missing: 395, gap: { blocked: 395 } } });
    expect(puppet.asked.length).toBeLessThan(30);
  });

  it('that are gone one by one are each their own gap', async () => {
    const guid = await openThreads(40);
    for (let thread = 0; thread < 40; thread += 1) {
      const pending = await puppet.next();
      if (thread % 20 === 0) pending.answer({ items: [comment(`r${thread}`, { parentId: `c${thread}` })] });
      else pending.fail(new PlatformRefusal('NOT_FOUND'));
    }
    expect(await done(guid)).toMatchObject({ exported: 42, completeness: { gap: { notServed: 38 } } });
    expect(puppet.asked).toHaveLength(41);
  });
});
