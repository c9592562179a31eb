import { expect, it } from 'vitest';
import { addressesOf, mediaOf } from '#core/platform-kit/media.ts';

it('media are pictures, then films, with whole addresses', () => {
  expect(mediaOf(['//i.example/1.jpg', null, ''], [undefined, 'https://v.example/1.mp4'])).toEqual([
    { type: 'image', url: 'https://i.example/1.jpg' },
    { type: 'video', url: 'https://v.example/1.mp4' },
  ]);
  expect(mediaOf([])).toEqual([]);
  expect(addressesOf(['//i.example/1.jpg', ' '])).toEqual(['https://i.example/1.jpg']);
});
