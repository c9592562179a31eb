import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { ledgerUnder, type KeyedPseudonyms } from '#core/contract/pseudonyms.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import type { ExportOptions } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { withPseudonyms } from '#core/writers/pseudonyms.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { ownFolder } from '#test/own.ts';
import { engineRuns } from '#test/platforms/engine-run.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import { readWithHyparquet } from '#test/writers/read-parquet.ts';
import { sampleItem } from '#test/writers/sample.ts';

const SETTINGS: KeyedPseudonyms = { project: 'thesis', dates: 'exact', texts: true, key: new Uint8Array(32).fill(7) };
/** With replies, mentions, pictures, lists of accounts, and ids of every shape. */
const PLATFORMS = [
  'bluesky',
  'hackernews',
  'lemmy',
  'mastodon',
  'reddit',
  'soundcloud',
  'steam',
  'telegram',
  'truth_social',
  'youtube',
  'instagram',
];
const OPTIONS: ExportOptions = { replies: true, sort: null, limit: 60, minTimestamp: null, maxTimestamp: null, countries: [] };

const engineRun = engineRuns();
const registry = await loadPlatforms();

function under(items: readonly Item[], more: Partial<KeyedPseudonyms> = {}, platform = 'reddit'): readonly Item[] {
  return [...withPseudonyms(() => [items], platform, { ...SETTINGS, ...more })([items])].flat();
}

function textUnder(text: string, ...authors: readonly Partial<Item['author']>[]): string {
  const others = authors.map((author, index) => sampleItem({ id: `other-${index}`, author }));
  return under([sampleItem({ text }), ...others])[0]?.text ?? '';
}

/** What tells of somebody wherever it stands; shorter ids and common words may stand anywhere. */
function tellingOf({ id, parentId, author, url, media }: Item): readonly string[] {
  const handles = [author.username?.replace(/^@/, ''), author.id, id, parentId];
  const links = [author.url, author.avatarUrl, url, ...media.map((each) => each.url)];
  return [...handles.filter((each) => (each ?? '').length >= 6 && !/^\d{1,10}$/.test(each ?? '')), ...links].filter((each) => each != null);
}

/** All that a file says, unpacked. */
async function contentOf(path: string): Promise<string> {
  if (path.endsWith('.parquet')) return JSON.stringify(await readWithHyparquet(path));
  const bytes = readFileSync(path);
  if (!path.endsWith('.xlsx')) return String(bytes);
  return Object.values(unzipSync(bytes))
    .map((part) => new TextDecoder().decode(part))
    .join('\n');
}

describe('files with pseudonyms', () => {
  const folder = ownFolder('pseudonyms');
  const exports = PLATFORMS.map((id) => SIMULATED_EXPORTS.find(({ platform }) => platform === id)).filter((each) => each !== undefined);

  it.each(exports)('tell of nobody: $platform $url $selector', async ({ url, selector, cookies, world, platform: id }) => {
    const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
    const plan = { platform, target, world, options: OPTIONS, ...(cookies === undefined ? {} : { cookies }) };
    const { items, completeness, job } = await engineRun(plan);
    const told = new Set(items.flatMap(tellingOf));
    const stored = JSON.stringify(items);
    const written = await writeDataset({
      rows: () => withPseudonyms(() => [items], id, SETTINGS)([items]),
      about: {
        url: 'left out',
        platform: platform.name,
        createdAt: '2026-01-01T00:00:00.000Z',
        finishedAt: null,
        options: '',
        completeness: ledgerUnder(SETTINGS, completeness),
      },
      exportType: job.target.type,
      formats: FILE_FORMATS,
      folder,
      baseName: id,
    });
    expect(items.length).toBeGreaterThan(0);
    expect(JSON.stringify(items)).toBe(stored);
    for (const { path, format } of written) {
      const content = (await contentOf(path)).toLowerCase();
      const found = [...told].filter((each) => content.includes(each.toLowerCase()));
      expect(found, `${nameOf({ platform: id, url, selector, cookies, world } as never)} ${format}`).toEqual([]);
      // A network holds those who answer or mention somebody, who may be none.
      if (format !== 'gexf' && format !== 'edges') expect(/row-|person-/.test(content), format).toBe(true);
    }
  });
});

describe('pseudonyms', () => {
  it('are the same in all files of a project, and others in another', () => {
    const item = sampleItem({ author: { name: 'Ann', username: 'ann_l' }, parentId: 'post', url: 'https://example.com/1' });
    const [one, again, other] = [under([item]), under([item, sampleItem({ id: '2' })]), under([item], { key: new Uint8Array(32).fill(8) })];
    expect(again[0]).toEqual(one[0]);
    expect(other[0]?.author.name).not.toBe(one[0]?.author.name);
    expect(under([item], {}, 'youtube')[0]?.author.name).not.toBe(one[0]?.author.name);
    expect(one[0]).toMatchObject({
      author: { url: null, avatarUrl: null, id: null, name: expect.stringMatching(/^person-[a-z2-7]{12}$/) },
    });
    expect(one[0]?.author.name).toBe(one[0]?.author.username);
  });

  it('keep threads together', () => {
    const [parent, reply] = under([sampleItem({ id: 'a' }), sampleItem({ id: 'b', parentId: 'a', kind: 'reply' })]);
    expect(reply?.parentId).toBe(parent?.id);
  });

  it('call somebody who is mentioned what their rows call them', () => {
    const [row, person] = under([
      sampleItem({ text: 'thanks @Ann_L and @nobody, says ann_l. @user@host.example too' }),
      sampleItem({ id: '2', author: { username: '@ann_l', name: 'Ann Lee' } }),
    ]);
    const name = person?.author.name ?? '';
    expect(row?.text).toMatch(new RegExp(`^thanks @${name} and @person-\\w{12}, says ${name}[.] @person-\\w{12} too$`));
  });

  it('know the names of all rows of an export, whichever of them a file has', () => {
    const ann = sampleItem({ id: 'ann', author: { username: 'ann_lee', name: null, id: null } });
    const row = sampleItem({ id: 'row', text: 'so says ann_lee' });
    const hide = withPseudonyms(() => [[ann, row]], 'reddit', SETTINGS);
    const [[first], [second]] = [hide([[row]]), hide([[row]])].map((rows) => [...rows].flat()) as [Item[], Item[]];
    expect(first?.text).toMatch(/^so says person-\w{12}$/);
    expect(second).toEqual(first);
  });

  it('leave a common word alone, and replace a name of several', () => {
    const love = { username: 'love', name: 'Love' };
    expect(textUnder('I love it, @love', love)).toMatch(/^I love it, @person-\w{12}$/);
    expect(textUnder('so says John  Smith here', { username: 'js', name: 'John Smith' })).toMatch(/^so says person-\w{12} here$/);
    expect(textUnder('@John Smith: yes', { username: 'js', name: 'John Smith' })).toMatch(/^@person-\w{12}: yes$/);
  });

  it('replace links and e-mail addresses in texts', () => {
    const words = 'see (https://example.com/ann), www.example.com/b youtu.be/x9 and ann.lee+x@mail.example.com; 3.5/5 no link, e.g. this';
    expect(textUnder(words)).toMatch(/^see \(link-\w{12} link-\w{12} link-\w{12} and mail-\w{12}; 3\.5\/5 no link, e\.g\. this$/);
  });

  it('take a hostile text in a time that grows with its length', () => {
    for (const piece of ['@', 'a@', 'a.', 'ann_l ', 'http://', 'a-', 'ａ＠', '.'])
      expect(textUnder(piece.repeat(20_000), { username: 'ann_l' }).length).toBeGreaterThan(0);
  });

  it('coarsen dates, and leave texts out', () => {
    const item = sampleItem({
      text: 'words',
      title: 'words',
      createdAt: '2026-03-14T15:09:26.000Z',
      createdAtPrecision: 'second',
      relativeTime: '3 minutes ago',
      ownerReply: { text: 'thanks', createdAt: '2026-03-15T01:00:00.000Z' },
      extra: { authorId: 5, level: 3, seenAt: '2026-03-14T15:09:26.000Z', place: 'Springfield', helpful: true, big: 1e12 },
    });
    expect(under([item], { dates: 'day', texts: false })[0]).toMatchObject({
      text: null,
      title: null,
      createdAt: '2026-03-14T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: null,
      ownerReply: { text: null, createdAt: '2026-03-15T00:00:00.000Z' },
    });
    const month = under([{ ...item, createdAtPrecision: 'year' }], { dates: 'month' })[0];
    expect(month).toMatchObject({ createdAt: '2026-03-01T00:00:00.000Z', createdAtPrecision: 'year' });
    expect(month?.extra).toEqual({ level: 3, helpful: true });
  });
});
