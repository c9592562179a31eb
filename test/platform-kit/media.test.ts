import { expect, it } from 'vitest';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { addressesOf, mediaOf, picturesIn } from '#core/platform-kit/media.ts';

it('media are pictures, then films, with whole addresses', () => {
  expect(mediaOf(['//i.example/1.jpg', null, ''], [undefined, 'https://v.example/1.mp4'])).toEqual([
    { type: 'image', url: 'https://i.example/1.jpg' },
    { type: 'video', url: 'https://v.example/1.mp4' },
  ]);
  expect(mediaOf([])).toEqual([]);
  expect(addressesOf(['//i.example/1.jpg', ' '])).toEqual(['https://i.example/1.jpg']);
});

it('pictures of an element are those that have an address of the web', () => {
  const page = parseHtml('<p><img src="/1.png"><img><img src="data:image/png;base64,AA"></p><img src="//i.example/2.png">');
  expect(picturesIn(page, 'https://site.example')).toEqual([
    { type: 'image', url: 'https://site.example/1.png' },
    { type: 'image', url: 'https://i.example/2.png' },
  ]);
});
