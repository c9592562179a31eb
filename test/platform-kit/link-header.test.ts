import { expect, it } from 'vitest';
import { linksInHeader } from '#core/platform-kit/link-header.ts';

it.each([
  [undefined, []],
  ['', []],
  ['<https://a.example/?page=2>; rel="next"', [['https://a.example/?page=2', 'next', '']]],
  [
    '<https://a.example/wp-json/>; rel="https://api.w.org/", </60>; rel="alternate"; title="JSON"; type="application/json", </?p=60>; rel=shortlink',
    [
      ['https://a.example/wp-json/', 'https://api.w.org/', ''],
      ['/60', 'alternate', 'application/json'],
      ['/?p=60', 'shortlink', ''],
    ],
  ],
  [
    '</a>;REL=next,</b>',
    [
      ['/a', 'next', ''],
      ['/b', '', ''],
    ],
  ],
  ['rel="next"', []],
])('%s', (header, links) => expect(linksInHeader(header).map(({ href, rel, type }) => [href, rel, type])).toEqual(links));
