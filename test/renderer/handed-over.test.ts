import { expect, test, vi } from 'vitest';
import { handedOver } from '#renderer/views/home/handed-over.ts';
import { placeOf } from '#renderer/shell/place.ts';
import { placeOfDeepLink } from '#electron/deep-link.ts';

vi.mock('electron', () => ({ app: {} }));

const URL_OF_IT = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1#part';

test('an address comes over whole, and stands on the first view', () => {
  const hash = `#/?${new URLSearchParams({ url: URL_OF_IT }).toString()}`;
  expect(handedOver(hash)).toBe(URL_OF_IT);
  expect(placeOf(hash)).toEqual({ view: 'home' });
});

test('what the desktop app makes of a link is understood', () => {
  const place = placeOfDeepLink(`commentdock://export?${new URLSearchParams({ url: URL_OF_IT }).toString()}`);
  expect(handedOver(place ?? '')).toBe(URL_OF_IT);
});

test.each(['', '#/', '#/exports', '#/?', '#/?url=', '#/?url=javascript%3Aalert(1)', '#/exports?url=https%3A%2F%2Fexample.com'])(
  '%s hands nothing over',
  (hash) => {
    expect(handedOver(hash)).toBeNull();
  },
);
