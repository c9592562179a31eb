import { expect, it } from 'vitest';
import { matcherOf } from '#core/platform-kit/place.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

it('gives each target its own addresses', () => {
  const matching = matcherOf<'list' | 'entry'>(({ segments: [first, id] }) => {
    if (first !== 'lists') return null;
    return id === undefined ? { kind: 'list', params: {} } : { kind: 'entry', params: { id } };
  });
  const entry = parsePastedUrl('https://example.org/lists/7');
  expect(matching('entry')(entry)).toEqual({ id: '7' });
  expect(matching('list')(entry)).toBeNull();
  expect(matching('list')(parsePastedUrl('https://example.org/lists'))).toEqual({});
  expect(matching('list')(parsePastedUrl('https://example.org/other'))).toBeNull();
});
