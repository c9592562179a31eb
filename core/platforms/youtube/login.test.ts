// Who asks: the visitor, the proofs of a login, the account and the brand.
import { describe, expect, it } from 'vitest';
import youtube from '#core/platforms/youtube/index.ts';
import { readAll, type WholeRun } from '#test/platforms/read-all.ts';
import { totalComments, youtubeSimulator, type YouTubeParams } from '#core/platforms/youtube/simulator.ts';
import { cookiesOf, type Member } from '#core/platforms/youtube/simulator/members.ts';

const WATCH_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const MEMBER: Member = { secrets: ['first/Secret', 'second/Secret', 'third/Secret'], index: 2, user: '1100220033', brand: null };
const BRAND: Member = { ...MEMBER, brand: '9900880077' };

/** As a session with these cookies reads it. */
function read(params: YouTubeParams, cookies: Readonly<Record<string, string>> = {}): Promise<WholeRun> {
  const simulator = youtubeSimulator(params);
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return readAll(
    youtube,
    WATCH_URL,
    [{ match: '', simulator: (request) => simulator({ ...request, headers: { ...request.headers, cookie } }) }],
    { replies: true },
    { ...cookies },
  );
}

describe('youtube: who asks', () => {
  it('goes on as the visitor that the first answer named', async () => {
    const params = { comments: 45, knowsVisitors: true };
    const { items, session } = await read(params);
    expect(items).toHaveLength(45);
    expect(session.sent[0]?.headers).not.toHaveProperty('x-goog-visitor-id');
    expect(session.urls.filter((url) => new URL(url).pathname === '/')).toEqual([]);
  });

  it.each([
    ['an account that is not the first', MEMBER],
    ['the account of a brand', BRAND],
  ])('reads as %s', async (_what, member) => {
    const params = { comments: 25, repliesEvery: 5, knowsVisitors: true, member };
    const { items, session } = await read(params, cookiesOf(member));
    expect(items).toHaveLength(totalComments(params));
    expect(session.urls.filter((url) => new URL(url).pathname === '/')).toHaveLength(1);
  });

  it('sends the proofs that the cookies allow, and no more', async () => {
    const { session } = await read({}, { '__Secure-1PAPISID': 'one' });
    expect(session.sent.at(-1)?.headers['authorization']).toMatch(/^SAPISID1PHASH \d+_[0-9a-f]{40}$/);
    const { session: other } = await read({}, { '__Secure-3PAPISID': 'three' });
    expect(other.sent.at(-1)?.headers['authorization']).toMatch(/^SAPISIDHASH \d+_[0-9a-f]{40} SAPISID3PHASH \d+_[0-9a-f]{40}$/);
    expect(other.sent.at(-1)?.headers).toMatchObject({ 'x-goog-authuser': '0', 'x-origin': 'https://www.youtube.com' });
  });

  it('puts nothing of the page into a header that is no id', async () => {
    const brand = 'a\r\nx-evil: 1';
    const { session } = await read({ member: { ...BRAND, brand } }, cookiesOf(BRAND)).catch(() => ({ session: null }));
    expect(session).toBeNull();
  });
});
