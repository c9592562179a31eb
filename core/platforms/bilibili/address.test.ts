import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import bilibili from '#core/platforms/bilibili/index.ts';
import { avOf, bvOf } from '#core/platforms/bilibili/video-id.ts';
import { mixedKey, signedQuery } from '#core/platforms/bilibili/wbi.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { chooseFor } from '#test/platforms/read-all.ts';

describe('BV ids and av numbers', () => {
  it.each([
    ['BV17x411w7KC', '170001'],
    ['BV1xx411c7mD', '2'],
    ['BV1L9Uoa9EUx', '111298867365120'],
  ])('%s is av%s', (bv, av) => {
    expect([avOf(bv), bvOf(av)]).toEqual([av, bv]);
  });

  it('are two ways to write any number below 2^51', () => {
    fc.assert(fc.property(fc.bigInt({ min: 1n, max: (1n << 51n) - 1n }), (av) => avOf(bvOf(String(av))) === String(av)));
  });

  it.each(['bv17x411w7KC', 'BV27x411w7KC', 'BV17x411w7K', 'BV17x411w70C', 'BV17x411w7KCx', ''])('%s is none', (text) => {
    expect(avOf(text)).toBeNull();
  });
});

describe('WBI', () => {
  const key = mixedKey(
    'https://i0.hdslb.com/bfs/wbi/7cd084941338484aae1ad9425b84077c.png',
    'https://i0.hdslb.com/bfs/wbi/4932caff0ff746eab6f01bf08b70ac45.png',
  );

  it('mixes a key and signs with it', () => {
    expect(key).toBe('ea1db124af3c7062474693fa704f4ff8');
    expect(signedQuery({ foo: '114', bar: '514', zab: 1919810 }, key, 1_702_204_169_999)).toBe(
      'bar=514&foo=114&wts=1702204169&zab=1919810&w_rid=8f6f2b5b3d485fe1886cec6a0be8c5d4',
    );
  });

  it('drops some characters and encodes the others', () => {
    expect(signedQuery({ a: 'x!\'()*y {"o":""}' }, key, 0)).toMatch(/^a=xy%20%7B%22o%22%3A%22%22%7D&wts=0&w_rid=[0-9a-f]{32}$/);
  });
});

describe('bilibili: URLs', () => {
  it.each([
    ['https://www.bilibili.com/video/BV17x411w7KC', 'video', { id: '170001' }],
    ['https://www.bilibili.com/video/BV17x411w7KC/?p=2&spm_id_from=333', 'video', { id: '170001' }],
    ['https://m.bilibili.com/video/av170001', 'video', { id: '170001' }],
    ['bilibili.com/video/AV170001', 'video', { id: '170001' }],
    ['https://b23.tv/BV17x411w7KC', 'video', { id: '170001' }],
    ['https://b23.tv/av2', 'video', { id: '2' }],
    ['https://www.bilibili.com/festival/x?bvid=BV17x411w7KC', 'video', { id: '170001' }],
    ['https://www.bilibili.com/list/watchlater?bvid=BV17x411w7KC&oid=1', 'video', { id: '170001' }],
    ['https://www.bilibili.com/list/ml1?oid=170001', 'video', { id: '170001' }],
    ['https://player.bilibili.com/player.html?aid=170001', 'video', { id: '170001' }],
    ['https://www.bilibili.com/video/BV17x411w7KC#reply123', 'video', { id: '170001', anchor: '123' }],
    ['https://www.bilibili.com/bangumi/play/ep123', 'bangumi', { episode: '123' }],
    ['https://m.bilibili.com/bangumi/play/ss456', 'bangumi', { season: '456' }],
    ['https://b23.tv/ep123', 'bangumi', { episode: '123' }],
    ['https://www.bilibili.com/read/cv99', 'article', { id: '99' }],
    ['https://www.bilibili.com/read/mobile/99', 'article', { id: '99' }],
    ['https://www.bilibili.com/read/cv99#reply5', 'article', { id: '99', anchor: '5' }],
    ['https://www.bilibili.com/opus/1234567890123456789', 'opus', { id: '1234567890123456789' }],
    ['https://t.bilibili.com/1234567890123456789?tab=2', 'opus', { id: '1234567890123456789' }],
    ['https://m.bilibili.com/dynamic/12', 'opus', { id: '12' }],
    ['https://www.bilibili.com/audio/au7', 'audio', { id: '7' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(bilibili, url)).toMatchObject({ target, params, type: 'comments' });
  });

  it.each([
    ['https://space.bilibili.com/42/fans/fans', {}, 'followers'],
    ['https://space.bilibili.com/42/relation/fans', {}, 'followers'],
    ['https://space.bilibili.com/42/fans/follow', {}, 'following'],
    ['https://space.bilibili.com/42/relation/follow', {}, 'following'],
    ['https://space.bilibili.com/42/relation/fans', { following: true }, 'following'],
    ['https://space.bilibili.com/42', { followers: true }, 'followers'],
    ['https://space.bilibili.com/42/video', { following: true }, 'following'],
    ['https://m.bilibili.com/space/42', { followers: true }, 'followers'],
    ['https://live.bilibili.com/123?visit_id=x', { live: true }, 'live_chat'],
    ['https://live.bilibili.com/blanc/123', { live: true }, 'live_chat'],
  ])('%s with %o', (url, options, type) => {
    expect(chooseFor(bilibili, url, options).type).toBe(type);
  });

  it.each(['https://space.bilibili.com/42', 'https://live.bilibili.com/123', 'https://www.bilibili.com/cheese/play/ep1'])(
    'gives nothing without an option for %s',
    (url) => {
      expect(() => chooseFor(bilibili, url)).toThrow(/no row/);
    },
  );

  it.each([
    'https://www.bilibili.com/',
    'https://www.bilibili.com/video/',
    'https://www.bilibili.com/video/BV17x411w70C',
    'https://www.bilibili.com/anime',
    'https://www.bilibili.com/read/home',
    'https://www.bilibili.tv/en/video/123',
    'https://search.bilibili.com/all?keyword=x',
    'https://space.bilibili.com/name',
    'https://notbilibili.com/video/av1',
    'https://b23.tv/',
  ])('refuses %s', (url) => {
    expect(bilibili.targets.filter((target) => target.match(parsePastedUrl(url)) !== null)).toEqual([]);
  });
});
