import { expect, it } from 'vitest';
import { targetsOf } from '#core/platform-kit/place.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

it('gives an address to the target that it names alone', () => {
  const target = targetsOf<'post' | 'person'>(({ segments: [first = '', id = ''] }) =>
    first === 'p' ? { kind: 'post', params: { id } } : first === 'u' ? { kind: 'person', params: { id } } : null,
  );
  const targets = [
    target('post', { own: { type: 'comments' } }, ['site.example/p/<id>'], ['https://site.example/p/1']),
    target('person', {}, ['site.example/u/<id>'], ['https://site.example/u/1']),
  ];
  const claims = (url: string) => targets.map(({ match }) => match(parsePastedUrl(url)));
  expect(claims('https://site.example/p/7')).toEqual([{ id: '7' }, null]);
  expect(claims('https://site.example/u/7')).toEqual([null, { id: '7' }]);
  expect(claims('https://site.example/x/7')).toEqual([null, null]);
  expect(targets[0]).toMatchObject({ name: 'post', exports: { own: { type: 'comments' } }, examples: ['https://site.example/p/1'] });
});
