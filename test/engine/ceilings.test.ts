import { describe, expect, it } from 'vitest';
import { CeilingExceeded } from '#core/contract/error.ts';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';
import { engineRooms } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform, puppetRoom } from '#test/engine/puppet-platform.ts';

const openRoom = engineRooms();

describe('an answer beyond a ceiling', () => {
  it('ends the export that it comes to, is not asked for again, and leaves the others alone', async () => {
    const hostile = puppetPlatform({ id: 'hostile' });
    const honest = puppetPlatform({ id: 'honest' });
    const room = openRoom({ platforms: [hostile.platform, honest.platform] });
    const { guid } = await room.createOne({ platform: 'hostile' });
    const other = await room.createOne({ platform: 'honest' });
    (await hostile.next()).fail(new CeilingExceeded('9 elements', 'site.example'));
    expect(await room.until(guid, 'failed')).toMatchObject({
      errorCode: 'PLATFORM_CHANGED',
      error: expect.stringContaining('An answer of site.example exceeds the ceiling of 9 elements') as string,
    });
    expect(hostile.asked).toHaveLength(1);
    (await honest.next()).answer({ items: [comment('a')] });
    expect((await room.until(other.guid, 'finished')).status).toBe('done');
  });

  it('costs no more than its thread where it is one of replies', async () => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne({ options: { replies: true } });
    const replies = { cursor: 'replies', role: 'replies', under: 'a' } as const;
    (await puppet.next()).answer({ items: [comment('a')], next: [replies] });
    (await puppet.at('replies')).fail(new CeilingExceeded('9 elements'));
    const done = await room.until(guid, 'finished');
    expect(JSON.stringify(done.completeness)).toContain('ceiling of 9 elements');
    expect(puppet.asked).toEqual(['first', 'replies']);
  });

  it.each([
    ['rows', { items: Array.from({ length: PAGE_CEILING.rowsAndRequests + 1 }, (_, index) => comment(String(index))) }],
    [
      'requests',
      { items: [], next: Array.from({ length: PAGE_CEILING.rowsAndRequests + 1 }, (_, cursor) => ({ cursor, role: 'page' as const })) },
    ],
  ])('is a page with more %s than are stored at once', async (_, page) => {
    const { puppet, room } = puppetRoom(openRoom);
    const { guid } = await room.createOne();
    (await puppet.next()).answer(page);
    expect(await room.until(guid, 'failed')).toMatchObject({
      errorCode: 'PLATFORM_CHANGED',
      error: expect.stringContaining('100,000 rows and requests of one page') as string,
      exported: 0,
    });
  });
});
