import { afterEach, describe, expect, it } from 'vitest';
import type { Page } from '#core/platform-api/define.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';

let room: EngineRoom;
let puppet: Puppet;

afterEach(() => room[Symbol.asyncDispose]());

const ROWS = [comment('a'), comment('b')];
const ENDED = 'gave the same page 3 times in a row';

/** Answers pages until the export is over: `rows` for each, and a new cursor for the next. */
async function play(pages: readonly (readonly ReturnType<typeof comment>[])[], says: Partial<Page>) {
  puppet = puppetPlatform();
  room = openEngineRoom({ platforms: [puppet.platform] });
  const { guid } = await room.createOne();
  for (const [index, items] of pages.entries()) {
    const isLast = index + 1 === pages.length;
    const page = await puppet.next();
    page.answer({ items, next: isLast ? [] : [{ cursor: `after ${index}`, role: 'page' }], ...says });
  }
  const job = await room.until(guid, 'finished');
  return { ids: (await room.rows(guid)).map(({ id }) => id), asked: puppet.asked.length, completeness: job.completeness };
}

describe('a list that gives the same page again and again', () => {
  it.each([{ leadsOn: true }, { mayRepeat: true }])('with %j is ended as incomplete after three of them', async (says) => {
    puppet = puppetPlatform();
    room = openEngineRoom({ platforms: [puppet.platform] });
    const { guid } = await room.createOne();
    for (const cursor of ['1', '2', '3']) (await puppet.next()).answer({ items: ROWS, next: [{ cursor, role: 'page' }], ...says });
    const { completeness } = await room.until(guid, 'finished');
    expect(puppet.asked).toEqual(['first', '1', '2']);
    expect((await room.rows(guid)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(completeness).toMatchObject({ complete: false, notes: [expect.stringContaining(ENDED)] });
  });

  it('goes on where it moves again before that', async () => {
    const { ids, completeness } = await play([ROWS, ROWS, [comment('c')], [comment('d')]], { leadsOn: true });
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect(completeness).toMatchObject({ complete: true, notes: [] });
  });

  it('is at its end with the first of them where that is how lists end', async () => {
    const { ids, asked, completeness } = await play([ROWS, ROWS], {});
    expect([ids, asked]).toEqual([['a', 'b'], 2]);
    expect(completeness).toMatchObject({ complete: true, notes: [] });
  });

  it('is at its end where the last page names no further one', async () => {
    const { ids, completeness } = await play([ROWS, ROWS, ROWS], { leadsOn: true });
    expect(ids).toEqual(['a', 'b']);
    expect(completeness).toMatchObject({ complete: true });
  });
});
