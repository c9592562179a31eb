import { expect, it } from 'vitest';
import { CommentdockError, PlatformChanged, Stopped } from '#core/contract/error.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import { askByName, STALE } from '#core/platform-kit/persisted-query.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

const PAGE = 'https://site.example/page?visitor=1';

/** A site that knows one name, and shows another. `change`: thrown for a name in place of an answer. */
function site(knows: string, shows: () => Promise<string | null>, more: { learnt?: PlatformLearnt; change?: string } = {}) {
  const { learnt = new PlatformLearnt([], Date.now), change } = more;
  const session = new FakeSession([], { learnt });
  const asked: string[] = [];
  let reads = 0;
  const read = () => {
    reads += 1;
    return shows();
  };
  const ask = () =>
    askByName(session, { title: 'reviews', known: ['new', 'old'], form: /^[a-z]{3,20}$/, page: PAGE, read }, async (name) => {
      asked.push(name);
      if (name === change) throw new PlatformChanged('data.reviews');
      return name === knows ? `by ${name}` : STALE;
    });
  return { ask, asked, reads: () => reads, kept: () => learnt.about('reviews').value() };
}

const shown = (name: string | null) => () => Promise.resolve(name);

/** What an earlier export learnt. */
function learntBefore(value: string): PlatformLearnt {
  const learnt = new PlatformLearnt([], Date.now);
  learnt.about('reviews').note(value, PAGE);
  return learnt;
}

it('asks by the first name that is known, for the whole run', async () => {
  const { ask, asked, reads, kept } = site('old', shown('present'));
  expect([await ask(), await ask()]).toEqual(['by old', 'by old']);
  expect([asked, reads(), kept()]).toEqual([['new', 'old', 'old'], 0, null]);
  const together = site('old', shown(null));
  expect(await Promise.all([together.ask(), together.ask()])).toEqual(['by old', 'by old']);
});

it('reads the present name where all known ones are stale, once', async () => {
  const { ask, reads, kept } = site('present', shown('present'));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['by present', 'by present', 'by present']);
  expect([reads(), kept()]).toEqual([1, 'present']);
});

it('begins with what an earlier export learnt, and forgets it where it is stale', async () => {
  const right = site('present', shown(null), { learnt: learntBefore('present') });
  expect([await right.ask(), right.asked, right.reads(), right.kept()]).toEqual(['by present', ['present'], 0, 'present']);
  const stale = site('present', shown('present'), { learnt: learntBefore('former') });
  expect(await stale.ask()).toBe('by present');
  expect([stale.asked, stale.reads(), stale.kept()]).toEqual([['former', 'new', 'old', 'present'], 1, 'present']);
  const builtIn = site('old', shown(null), { learnt: learntBefore('former') });
  expect([await builtIn.ask(), builtIn.asked, builtIn.kept()]).toEqual(['by old', ['former', 'new', 'old'], null]);
});

it('takes no name of another form, from earlier or from a page', async () => {
  const learnt = learntBefore('no.such.form');
  const { ask, asked, kept } = site('present', shown('present/../../other'), { learnt });
  await expect(ask()).rejects.toMatchObject({ path: 'query' });
  expect([asked, kept()]).toEqual([['new', 'old'], null]);
});

it('forgets a name that is answered with something else, and tells that where nothing newer helps', async () => {
  const renamed = site('old', shown(null), { learnt: learntBefore('present'), change: 'present' });
  expect([await renamed.ask(), renamed.kept()]).toEqual(['by old', null]);
  const changed = site('none', shown('present'), { learnt: learntBefore('present'), change: 'present' });
  await expect(changed.ask()).rejects.toMatchObject({ path: 'data.reviews' });
  expect(changed.kept()).toBeNull();
});

it('says that the site has changed where it shows none, or a stale one, or cannot be read', async () => {
  const unreadable = () => Promise.reject(new CommentdockError('BROWSER_MISSING'));
  for (const shows of [shown(null), shown('stale'), shown('new'), unreadable]) {
    const { ask } = site('another', shows);
    await expect(ask()).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'query' });
  }
  await expect(site('another', () => Promise.reject(new Stopped())).ask()).rejects.toBeInstanceOf(Stopped);
});
