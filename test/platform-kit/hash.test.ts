import { expect, it } from 'vitest';
import { hex, madeUpId, md5Hex, sha256Hex, tellApart } from '#core/platform-kit/hash.ts';

it('is the MD5 of RFC 1321', () => {
  expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  expect(md5Hex('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0');
});

it('reads text as UTF-8', () => {
  expect(md5Hex('弹幕')).toBe('a1728ac04ac7d2bd44bafe09ac801964');
  expect(md5Hex('ä')).toBe('8419b71c87a225a2c70b50486fbee545');
});

it('is the SHA-256 of FIPS 180', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('writes two digits a byte', () => {
  expect(hex(new Uint8Array([0, 15, 255]))).toBe('000fff');
});

it('makes up the same id for the same facts alone', () => {
  expect(madeUpId('Ann', null, 'words')).toBe(madeUpId('Ann', null, 'words'));
  const others = [
    madeUpId('Ann', 'words', null),
    madeUpId('Ann', 'null', 'words'),
    madeUpId('Ann', '', 'words'),
    madeUpId('Ann,', 'words'),
  ];
  expect(new Set([madeUpId('Ann', null, 'words'), ...others]).size).toBe(5);
});

it('tells equal ids apart by their order, anew with every page', () => {
  const page = ['a', 'b', 'a', 'a', 'b'];
  expect(page.map(tellApart())).toEqual(['a', 'b', 'a:2', 'a:3', 'b:2']);
  expect(page.slice(2).map(tellApart())).toEqual(['a', 'a:2', 'b']);
});
