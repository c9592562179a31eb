import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CeilingExceeded, type CommentdockError, TransientFailure } from '#core/contract/error.ts';
import { errorOfBrowser } from '#core/network/browser/failure.ts';
import { BrowserFailure } from '#core/network/browser/protocol.ts';
import { checkLength } from '#core/network/browser/ceilings.ts';
import { unpack } from '#core/network/decompression.ts';
import { answerKindOf, BODY_CEILINGS, RATIO_CEILING } from '#core/platform-kit/ceilings.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

const MB = 1024 * 1024;
const JSON_HEAD = { 'content-type': 'application/json' };
/** Shrinks four times or so, whoever packs it. */
const noise = (bytes: number): Buffer => {
  const text = Buffer.alloc(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text[at] = 97 + ((state >>> 16) & 3);
  }
  return text;
};

describe('what a packed body may become', () => {
  const bomb = Buffer.alloc(15 * MB, '[],');
  it.each([
    ['gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ['zstd', zstdCompressSync(bomb)],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
  ])('is a multiple of its length: %s', (encoding, packed) => {
    expect(() => unpack(packed, encoding, 'site.example', 'json')).toThrow(
      /An answer of site\.example exceeds the ceiling of 300 times its packed length/,
    );
  });

  it('is a multiple only where it is not small all the same', () => {
    const small = Buffer.alloc(RATIO_CEILING.aboveBytes, 'a');
    expect(unpack(gzipSync(small), 'gzip', 'site.example', 'json')).toHaveLength(small.length);
  });

  it('is not longer than the longest of its kind', () => {
    const { bytes } = BODY_CEILINGS.html;
    const most = noise(bytes);
    expect(unpack(gzipSync(most, { level: 1 }), 'gzip', 'site.example', 'html')).toHaveLength(bytes);
    const packed = gzipSync(Buffer.concat([most, Buffer.from('.')]), { level: 1 });
    expect(() => unpack(packed, 'gzip', 'site.example', 'html')).toThrow(/ceiling of 16 MB of html/);
    expect(() => unpack(packed, 'gzip', 'site.example', 'xml')).toThrow(/ceiling of 8 MB of xml/);
  });

  it('is packed three times at most', () => {
    const packed = gzipSync(gzipSync(gzipSync(Buffer.from('{}'))));
    expect(unpack(packed, 'gzip, gzip, gzip', 'site.example', 'json').toString()).toBe('{}');
    expect(() => unpack(gzipSync(packed), 'gzip,gzip,gzip,gzip', 'site.example', 'json')).toThrow(/3 packings/);
  });

  it('asks for no larger window than the standard gives it', () => {
    const wide = zstdCompressSync(noise(20 * MB), { params: { [constants.ZSTD_c_windowLog]: 27 } });
    expect(() => unpack(wide, 'zstd', 'site.example', 'json')).toThrow(TransientFailure);
  });
});

describe('an answer', () => {
  const failure = (asked: Promise<unknown>): Promise<CommentdockError> =>
    asked.then(
      () => Promise.reject(new Error('it was read')),
      (error: CommentdockError) => error,
    );

  it('that says to be too long is not waited for, nor asked for again', async () => {
    await using server = await serve((_, answer) => answer.writeHead(200, { ...JSON_HEAD, 'content-length': String(33 * MB) }).write('['));
    await using page = await openPage();
    const error = await failure(page.session.json(z.unknown(), { url: server.origin }));
    expect(error).toBeInstanceOf(CeilingExceeded);
    expect(error).toMatchObject({ code: 'PLATFORM_CHANGED', ceiling: '16 MB of json' });
    expect(server.requests()).toBe(1);
  });

  it.each([
    ['unpacked', {}, '16 MB of json'],
    ['packed', { 'content-encoding': 'gzip' }, '8 MB of json (packed)'],
  ])('that goes on and on is cut off: %s', async (_, headers, ceiling) => {
    await using server = await serve((_request, answer) => {
      answer.writeHead(200, { ...JSON_HEAD, ...headers });
      const more = (): void => {
        while (!answer.destroyed && answer.write(Buffer.alloc(MB, '[')));
      };
      answer.on('drain', more);
      more();
    });
    await using page = await openPage();
    expect(await failure(page.session.fetch({ url: server.origin }))).toMatchObject({ code: 'PLATFORM_CHANGED', ceiling });
    expect(server.requests()).toBe(1);
  });

  it('that unpacks to millions of elements is named by its ceiling, whatever it is asked for', async () => {
    await using server = await serve((_, answer) =>
      answer.writeHead(200, { ...JSON_HEAD, 'content-encoding': 'gzip' }).end(gzipSync(`{"descendants":[${'[],'.repeat(2_700_000)}[]]}`)),
    );
    await using page = await openPage();
    const schema = z.object({ descendants: z.array(z.object({ id: z.string() })) });
    expect(await failure(page.session.json(schema, { url: server.origin }))).toMatchObject({ ceiling: '300 times its packed length' });
    expect(await failure(page.session.fetch({ url: server.origin, accept: 'any' }))).toBeInstanceOf(CeilingExceeded);
    expect(server.requests()).toBe(2);
  });

  it('of too many elements is named by them, with its host', async () => {
    await using server = await serve((_, answer) => answer.writeHead(200, JSON_HEAD).end(`[${'[],'.repeat(1_100_000)}[]]`));
    await using page = await openPage();
    const error = await failure(page.session.json(z.array(z.string()), { url: server.origin }));
    expect(error.message).toMatch(/^An answer of 127\.0\.0\.1:\d+ exceeds the ceiling of 1,200,000 elements of JSON/);
    expect(server.requests()).toBe(1);
  });
});

describe('what a large answer leaves behind', () => {
  const packed = (bytes: number): Buffer => gzipSync(noise(bytes), { level: 1 });
  it.each([
    ['is collected soon', packed(5 * MB), 1],
    ['is collected soon where it was more than can be', packed(17 * MB), 1],
    ['lies as long as it likes where it is no larger than honest answers', packed(3 * MB), 0],
  ])('%s', async (_words, body, times) => {
    await using server = await serve((_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body),
    );
    let large = 0;
    const work = { begin: () => undefined, end: () => undefined, large: () => (large += 1) };
    await using page = await openPage({ work, retriesLeft: 0 });
    await page.session.fetch({ url: server.origin }).catch((error: unknown) => expect(error).toBeInstanceOf(CeilingExceeded));
    expect(large).toBe(times);
  });
});

describe('what the browser hands over', () => {
  it('stays within the same ceilings', () => {
    expect(() => checkLength(16 * MB, 'text/html')).not.toThrow();
    expect(() => checkLength(16 * MB + 1, 'text/html; charset=utf-8')).toThrow(BrowserFailure);
    const failed = new BrowserFailure({ kind: 'ceiling', text: '16 MB of html' });
    expect(errorOfBrowser(failed, 'site.example', 1)).toMatchObject({ code: 'PLATFORM_CHANGED', ceiling: '16 MB of html' });
  });
});

describe('the kind of an answer', () => {
  it.each([
    ['application/json; charset=utf-8', 'json'],
    ['application/vnd.api+json', 'json'],
    ['text/json', 'json'],
    ['TEXT/HTML', 'html'],
    ['application/xhtml+xml', 'html'],
    ['application/rss+xml', 'xml'],
    ['text/xml', 'xml'],
    ['text/plain', 'text'],
    ['application/javascript', 'text'],
    ['application/octet-stream', 'other'],
    ['', 'other'],
  ])('%s is %s', (type, kind) => {
    expect(answerKindOf(type)).toBe(kind);
  });
});
