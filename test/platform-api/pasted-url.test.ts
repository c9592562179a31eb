import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

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
