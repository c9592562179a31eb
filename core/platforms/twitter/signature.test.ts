import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import twitter from '#core/platforms/twitter/index.ts';
import { animationKey, signerOf } from '#core/platforms/twitter/signature.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { POST, twitterSimulator } from '#core/platforms/twitter/simulator.ts';

/** The first nine characters are no row. */
const outline = (...rows: readonly (readonly number[])[]): string =>
  `M 10,30 C ${rows.map((row) => row.join(',')).join(' C ')}`.replace('C ', 'C');
const ROW = [255, 16, 1, 0, 0, 0, 0, 10, 20, 30, 40];
const KEY = new Uint8Array(48);

describe('the animation', () => {
  it('at its start shows the first colour, unturned', () => {
    expect(animationKey({ key: KEY, outlines: [outline(ROW)], places: [0, 1, 2] })).toBe('ff101100100');
  });

  it('beyond its end goes on straight, and keeps colours in bounds', () => {
    const key = KEY.slice().fill(15, 1, 5);
    const places = [0, 1, 2, 3, 4];
    expect(animationKey({ key, outlines: [outline([0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255])], places })).toMatch(/^ffffff/);
  });

  it('takes the drawing and the row that the key names, and is nothing where they are not there', () => {
    const key = KEY.slice();
    key[5] = 3;
    key[0] = 17;
    const [other, right] = [outline(ROW), outline(ROW, [1, 2, 3, ...ROW.slice(3)])];
    expect(animationKey({ key, outlines: [other, right], places: [0, 1] })).toBe('123100100');
    expect(animationKey({ key, outlines: [other], places: [0, 1] })).toBeNull();
    expect(animationKey({ key, outlines: [], places: [0, 1] })).toBeNull();
    expect(animationKey({ key, outlines: [right, right], places: [] })).toBeNull();
  });
});

describe('the signature', () => {
  it('holds the key, the time, and a hash over method, path, time and animation, masked by its first byte', async () => {
    const key = KEY.slice().fill(7, 20);
    const sign = signerOf({ key, outlines: [outline(ROW)], places: [0, 1] });
    const signature = (await sign?.('GET', '/i/api/graphql/id/TweetDetail')) ?? '';
    const [mask = 0, ...masked] = Buffer.from(signature, 'base64');
    const bytes = Buffer.from(masked.map((byte) => byte ^ mask));
    expect([signature.endsWith('='), bytes.length, bytes.at(-1)]).toEqual([false, 48 + 4 + 16 + 1, 3]);
    expect(bytes.subarray(0, 48).equals(key)).toBe(true);
    const seconds = bytes.readUInt32LE(48);
    const hash = createHash('sha256').update(`GET!/i/api/graphql/id/TweetDetail!${seconds}obfiowerehiringff101100100`).digest();
    expect(bytes.subarray(52, 68).equals(hash.subarray(0, 16))).toBe(true);
  });
});

describe('the page', () => {
  const page = (scripts: string): string =>
    `<html><head><meta name="twitter-site-verification" content="${Buffer.from(KEY).toString('base64')}"/></head><body>` +
    [0, 1, 2, 3].map((at) => `<svg id="loading-x-anim-${at}"><g><path d="M0"/><path d="${outline(ROW)}"/></g></svg>`).join('') +
    `${scripts}</body></html>`;
  const run = async (home: string, ...scripts: readonly FakeExchange[]) => {
    const { session } = await readAll(twitter, `https://x.com/owner/status/${POST}`, [
      { match: 'x.com/home', body: home },
      ...scripts,
      { match: '', simulator: twitterSimulator({ replies: 1 }) },
    ]);
    return { signature: session.sent.at(-1)?.headers['x-client-transaction-id'], urls: session.urls };
  };
  const places = '(a[0], 16)*(b[1], 16)';

  it('names its signing script by chunk and hash', async () => {
    const { signature, urls } = await run(page('<script>{7:"ondemand.s",8:"x"}{7:"0a1b2c3"}</script>'), {
      match: 'ondemand.s.0a1b2c3a.js',
      body: places,
    });
    expect([urls.length, signature?.length]).toEqual([3, 94]);
  });

  it('or loads it from one of its scripts', async () => {
    const link = '<link href="https://abs.twimg.com/x-web/a/one-1.js"><link href="https://abs.twimg.com/x-web/a/two-2.js">';
    const { signature, urls } = await run(
      page(link),
      { match: 'one-1.js', status: 404 },
      { match: 'two-2.js', body: 'import("./design.o-9.js");import("./sign.o-abc.js")' },
      { match: 'x-web/a/sign.o-abc.js', body: places },
    );
    expect([urls.length, signature?.length]).toEqual([5, 94]);
  });

  it('may be unreadable: requests go out unsigned', async () => {
    expect((await run('<html>changed</html>')).signature).toBeUndefined();
    expect((await run(page(''))).signature).toBeUndefined();
  });
});
