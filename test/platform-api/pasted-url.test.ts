import { describe, expect, it } from 'vitest';
import { parsePastedUrl, readableUrl } from '#core/platform-api/pasted-url.ts';

describe('the parts of a pasted address', () => {
  it.each([
    ['https://a.example//one//two/', ['one', 'two']],
    ['https://a.example/caf%C3%A9/@%E5%90%8D', ['café', '@名']],
    ['https://a.example/caf\u00e9/a b', ['café', 'a b']],
    ['https://a.example/one%2Ftwo/three%2f', ['one/two', 'three/']],
    ['https://a.example/50%-off/caf%C3%A9', ['50%-off', 'café']],
    ['https://a.example/caf%E9/%3A', ['caf%E9', ':']],
    ['https://a.example/one%2F50%-off', ['one/50%-off']],
    ['https://a.example/%252F', ['%2F']],
  ])('%s', (url, segments) => {
    const pasted = parsePastedUrl(url);
    expect(pasted.segments).toEqual(segments);
    expect(pasted.path.split('/').filter(Boolean)).toEqual(segments.flatMap((part) => part.split('/').filter(Boolean)));
  });
});

it('a host in capitals that is longer than any URL may have is refused as what it is', () => {
  expect(() => parsePastedUrl(`https://${'A'.repeat(33_000)}.com/`)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
});

describe('what platforms write in ways of their own', () => {
  const boats = { written: { schemes: ['boat:'], forms: [{ pattern: '^!([a-z]{2,5})$', address: 'boat://harbour?name=$1' }] } };
  const trees = { written: { forms: [{ pattern: '^wood://(?=.)', address: 'https://trees.example/', swaps: { '#': ':' } }] } };
  const plain = {};

  it.each([
    [' !Anna ', 'boat://harbour?name=Anna'],
    ['boat://harbour?name=Anna', 'boat://harbour?name=Anna'],
    ['BOAT:anna', 'boat:anna'],
    ['WOOD://@oak#1/leaf#2', 'https://trees.example/@oak:1/leaf:2'],
    ['trees.example/a#b', 'https://trees.example/a#b'],
  ])('%s is %s', (text, href) => {
    expect(parsePastedUrl(text, [plain, boats, trees]).href).toBe(href);
  });

  it.each(['!anna', 'boat://harbour?name=Anna', 'wood://@oak#1', '!a', 'wood://', 'ship://harbour'])(
    '%s is no address to others',
    (text) => {
      expect(readableUrl(text, [plain])).toBeNull();
      expect(readableUrl(text)).toBeNull();
    },
  );

  it('no address to anybody', () => {
    for (const text of ['!a', '!anna and more', 'wood://', 'ship://harbour', 'https://nowhere'])
      expect(readableUrl(text, [boats, trees]), text).toBeNull();
  });
});
