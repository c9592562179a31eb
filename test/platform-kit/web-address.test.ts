import { describe, expect, it } from 'vitest';
import { absoluteAddress, encodedAddress, percentEncoded, wholeLink, withScheme } from '#core/platform-kit/web-address.ts';

describe('withScheme', () => {
  it.each([
    ['//cdn.example/a.png', 'https://cdn.example/a.png'],
    ['http://cdn.example/a.png', 'http://cdn.example/a.png'],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('%s is %s', (given, expected) => expect(withScheme(given)).toBe(expected));
});

describe('absoluteAddress', () => {
  it.each([
    ['/a/b?c', 'https://site.example/a/b?c'],
    ['//cdn.example/a', 'https://cdn.example/a'],
    ['http://other.example', 'http://other.example/'],
    ['http://[', null],
    ['https://a b/', null],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('%s leads to %s', (link, address) => expect(absoluteAddress(link, 'https://site.example/x/')).toBe(address));
});

describe('wholeLink', () => {
  it.each([
    ['example.org/a/lo…', 'https://www.example.org/a/long/path', 'https://www.example.org/a/long/path'],
    ['https://example.org/a...', 'https://example.org/abc', 'https://example.org/abc'],
    ['read more…', 'https://example.org/', 'read more…'],
    ['example.com/a…', 'https://example.org/abc', 'example.com/a…'],
    ['example.org/abc', 'https://example.org/abc?x=1', 'example.org/abc'],
    ['example.org/a…', null, 'example.org/a…'],
  ])('%s of %s is %s', (text, href, expected) => expect(wholeLink(text, href)).toBe(expected));
});

it.each([
  ['a/b c', 'a%2Fb%20c', 'a/b%20c'],
  ['ü?', '%C3%BC%3F', '%C3%BC?'],
  // Half of a pair, as JSON may write it.
  [JSON.parse('"a\\ud800"') as string, 'a%EF%BF%BD', 'a%EF%BF%BD'],
  [JSON.parse('"\\udc00b"') as string, '%EF%BF%BDb', '%EF%BF%BDb'],
])('%j goes into an address', (text, part, address) => {
  expect([percentEncoded(text), encodedAddress(text)]).toEqual([part, address]);
});
