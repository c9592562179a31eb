import { expect, it } from 'vitest';
import { LearntBook, type LearntStore, type LearntValue, PlatformLearnt } from '#core/engine/learnt.ts';

const SOURCE = 'https://user:secret@site.example/page?session=1#top';
const HOUR_MS = 3_600_000;

it.each<[string, string]>([
  ['nothing', ''],
  ['a very long one', 'a'.repeat(1_001)],
  ['another host', 'evil.example/a'],
  ['an address', 'https://evil.example'],
  ['credentials', 'a@evil.example'],
  ['a host and its port', 'evil.example:443'],
  ['a query', 'a&b=c?d'],
  ['a line of its own', 'a\r\nCookie'],
  ['a control character', 'a\u0000b'],
  ['a blank', 'a b'],
  ['letters of another script', '\u0430bc'],
  ['what is decoded later', 'a%2F..%2Fb'],
])('keeps no value that is more than one word: %s', (_what, value) => {
  const learnt = new PlatformLearnt([], () => 1);
  learnt.about('id').note(value, SOURCE);
  expect([learnt.about('id').value(), learnt.takeUnsaved()]).toEqual([null, null]);
});

it('keeps where and when a value was told, and to the hour that it works', () => {
  let now = 1_000;
  const learnt = new PlatformLearnt([], () => now);
  const kept = { name: 'id', value: 'a-1', source: 'https://site.example/page', learntAtMs: 1_000 };
  learnt.about('id').note('a-1', SOURCE);
  expect(learnt.takeUnsaved()).toEqual([{ ...kept, workedAtMs: 1_000 }]);
  now += HOUR_MS - 1;
  learnt.about('id').note('a-1', 'https://site.example/other');
  expect(learnt.takeUnsaved()).toBeNull();
  now += 1;
  learnt.about('id').note('a-1', 'https://site.example/other');
  expect(learnt.takeUnsaved()).toEqual([{ ...kept, workedAtMs: 1_000 + HOUR_MS }]);
});

it('has one value of a name, and no more names than a platform may have', () => {
  const learnt = new PlatformLearnt([], () => 1);
  for (const value of ['first', 'second']) learnt.about('id').note(value, SOURCE);
  learnt.about('id').drop('first');
  expect(learnt.about('id').value()).toBe('second');
  for (let index = 0; index < 60; index += 1) learnt.about(`name ${index}`).note('value', SOURCE);
  learnt.about('n'.repeat(101)).note('value', SOURCE);
  expect(learnt.takeUnsaved()?.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `name ${59 - index}`));
});

it('is shared by the exports of a platform, those that run too, and by no other', () => {
  const stored = new Map<string, readonly LearntValue[]>();
  const store: LearntStore = {
    of: (platform) => stored.get(platform) ?? [],
    replace: (platform, values) => void stored.set(platform, values),
    clear: (platform) => (platform === null ? stored.clear() : void stored.delete(platform)),
  };
  const book = new LearntBook(store, () => 1);
  const running = book.of('yelp').about('id');
  running.note('value', SOURCE);
  store.replace('yelp', book.of('yelp').takeUnsaved() ?? []);
  expect([book.of('yelp').about('id').value(), book.of('airbnb').about('id').value()]).toEqual(['value', null]);
  expect(new LearntBook(store, () => 1).of('yelp').about('id').value()).toBe('value');
  book.clear('airbnb');
  expect(running.value()).toBe('value');
  book.clear(null);
  expect([running.value(), stored.size]).toEqual([null, 0]);
});
