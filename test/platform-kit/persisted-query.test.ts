import { expect, it } from 'vitest';
import { CommentdockError, Stopped } from '#core/contract/error.ts';
import { askByName, STALE } from '#core/platform-kit/persisted-query.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

/** A site that knows one name, and shows another. */
function site(knows: string, shows: () => Promise<string | null>) {
  const session = new FakeSession([]);
  const asked: string[] = [];
  let reads = 0;
  const read = () => {
    reads += 1;
    return shows();
  };
  const ask = () =>
    askByName(session, { title: 'reviews', known: ['new', 'old'], read }, async (name) => {
      asked.push(name);
      return name === knows ? `by ${name}` : STALE;
    });
  return { ask, asked, reads: () => reads };
}

const shown = (name: string | null) => () => Promise.resolve(name);

it('asks by the first name that is known, for the whole run', async () => {
  const { ask, asked, reads } = site('old', shown('present'));
  expect([await ask(), await ask()]).toEqual(['by old', 'by old']);
  expect([asked, reads()]).toEqual([['new', 'old', 'old'], 0]);
  const together = site('old', shown(null));
  expect(await Promise.all([together.ask(), together.ask()])).toEqual(['by old', 'by old']);
});

it('reads the present name where all known ones are stale, once', async () => {
  const { ask, reads } = site('present', shown('present'));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['by present', 'by present', 'by present']);
  expect(reads()).toBe(1);
});

it('says that the site has changed where it shows none, or a stale one, or cannot be read', async () => {
  const unreadable = () => Promise.reject(new CommentdockError('BROWSER_MISSING'));
  for (const shows of [shown(null), shown('stale'), shown('new'), unreadable]) {
    const { ask } = site('another', shows);
    await expect(ask()).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'query' });
  }
  await expect(site('another', () => Promise.reject(new Stopped())).ask()).rejects.toBeInstanceOf(Stopped);
});
