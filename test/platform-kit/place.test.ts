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

it('gives each target its own addresses, and the reasons why a selector has no list', () => {
  const target = targetsOf<'list' | 'entry'>(({ segments: [first, id] }) => {
    if (first !== 'lists') return null;
    return id === undefined ? { kind: 'list', params: {} } : { kind: 'entry', params: { id } };
  });
  const example = ['https://example.org/lists'] as const;
  const [list, entry] = [target('list', {}, [], example), target('entry', {}, [], example, { likes: 'Nobody sees them.' })];
  const url = parsePastedUrl('https://example.org/lists/7');
  expect([entry.match(url), list.match(url)]).toEqual([{ id: '7' }, null]);
  expect(list.match(parsePastedUrl('https://example.org/lists'))).toEqual({});
  expect(list.match(parsePastedUrl('https://example.org/other'))).toBeNull();
  expect([entry.refuses, 'refuses' in list]).toEqual([{ likes: 'Nobody sees them.' }, false]);
});
