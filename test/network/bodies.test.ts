import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TransientFailure } from '#core/contract/error.ts';
import { decodeText } from '#core/network/charset.ts';
import { unpack } from '#core/network/decompression.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

const TEXT = 'Grüße, Привет, 你好 👋 '.repeat(5_000);
const BODY = Buffer.from(TEXT);

describe('packed bodies', () => {
  it.each([
    ['gzip', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['zstd', zstdCompressSync(BODY)],
    ['gzip, br', brotliCompressSync(gzipSync(BODY))],
    ['identity', BODY],
    ['GZIP', gzipSync(BODY)],
  ])('unpacks %s', (encoding, packed) => {
    expect(unpack(packed, encoding, 'host').equals(BODY)).toBe(true);
  });

  it.each([
    ['gzip', gzipSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['zstd', zstdCompressSync(BODY)],
    ['deflate', deflateSync(BODY)],
  ])('calls a cut-off %s body passing', (encoding, packed) => {
    expect(() => unpack(packed.subarray(0, packed.length / 2), encoding, 'host')).toThrow(TransientFailure);
    expect(() => unpack(Buffer.from('not packed'), encoding, 'host')).toThrow(TransientFailure);
  });

  it('offers what it can unpack and reads it from a server', async () => {
    let offered = '';
    await using server = await serve((incoming, answer) => {
      offered = String(incoming.headers['accept-encoding']);
      answer
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'zstd' })
        .end(zstdCompressSync(JSON.stringify({ text: TEXT })));
    });
    await using page = await openPage();
    expect(await page.session.json(z.object({ text: z.string() }), { url: server.origin })).toEqual({ text: TEXT });
    expect(offered).toBe('gzip, deflate, br, zstd');
  });
});

describe('charsets', () => {
  const russian = 'Привет';
  const chinese = '你好';
  const western = 'Grüße – “naïve” €';

  it.each<[string, Buffer, string, string]>([
    ['nothing said: UTF-8', Buffer.from(russian), 'text/plain', russian],
    ['the content type', iconv.encode(russian, 'windows-1251'), 'text/html; charset=windows-1251', russian],
    ['the content type, quoted and in capitals', iconv.encode(russian, 'koi8-r'), 'text/html; charset="KOI8-R"', russian],
    ['ISO-8859-1 means windows-1252', iconv.encode(western, 'windows-1252'), 'text/html; charset=ISO-8859-1', western],
    ['gb2312 means gb18030', iconv.encode('朱镕基', 'gb18030'), 'text/html; charset=gb2312', '朱镕基'],
    ['Shift_JIS', iconv.encode('日本語①', 'windows-31j'), 'text/html; charset=Shift_JIS', '日本語①'],
    ['EUC-KR', iconv.encode('안녕', 'euc-kr'), 'text/html; charset=euc-kr', '안녕'],
    [
      'a UTF-8 mark, before what the content type says',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(russian)]),
      'text/html; charset=windows-1251',
      russian,
    ],
    ['a UTF-16 mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(russian, 'utf16le')]), 'text/plain', russian],
    ['a UTF-16BE mark', Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(russian, 'utf-16be')]), 'text/plain', russian],
    ['an unknown name: UTF-8', Buffer.from(russian), 'text/html; charset=klingon', russian],
  ])('%s', (_, body, type, text) => {
    expect(decodeText(body, type)).toBe(text);
  });

  it.each([
    ['meta charset', `<!doctype html><html><head><meta charset="gbk"><title>${chinese}</title>`, 'gbk', 'text/html'],
    ['meta http-equiv', `<html><head><meta http-equiv="Content-Type" content="text/html; charset=gbk"><p>${chinese}`, 'gbk', 'text/html'],
    ['an XML declaration', `<?xml version="1.0" encoding="gbk"?><feed>${chinese}</feed>`, 'gbk', 'application/atom+xml'],
    ['markup without a content type', `<?xml version='1.0' encoding='gbk'?><feed>${chinese}</feed>`, 'gbk', ''],
  ])('%s', (_, text, charset, type) => {
    expect(decodeText(iconv.encode(text, charset), type)).toBe(text);
  });

  it('does not look for a meta tag in JSON, nor believe UTF-16 in readable markup', () => {
    const json = JSON.stringify({ html: '<meta charset="gbk">', text: russian });
    expect(decodeText(Buffer.from(json), 'application/json')).toBe(json);
    expect(decodeText(Buffer.from(`<meta charset="utf-16">${russian}`), 'text/html')).toContain(russian);
  });

  it('reads JSON behind a byte order mark', async () => {
    await using server = await serve((_, answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end('\uFEFF{"a":1}'));
    await using page = await openPage();
    expect(await page.session.json(z.object({ a: z.number() }), { url: server.origin })).toEqual({ a: 1 });
  });
});
