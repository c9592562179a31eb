import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFolderPacks, writeFolderPacks } from '#core/packs/folder-packs.ts';
import { openCatalog } from '#core/platforms/catalog.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import { PackCatalog } from '#core/threads/pack-catalog.ts';
import { ownFolder } from '#test/own.ts';
import { EXAMPLE, FACTS, madePack } from '#test/packs/made-packs.ts';

const folder = ownFolder('pack-catalog');

interface Room extends AsyncDisposable {
  readonly catalog: PlatformCatalog;
  readonly warnings: string[];
  /** Whose code did not answer. */
  readonly silent: string[];
}

async function opened(patienceMs?: number): Promise<Room> {
  const warnings: string[] = [];
  const silent: string[] = [];
  const packs = new PackCatalog({
    shelf: { inUse: () => readFolderPacks(folder) },
    warn: (words) => warnings.push(words),
    onSilent: ({ id }) => silent.push(id),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  return { catalog: await openCatalog(packs), warnings, silent, [Symbol.asyncDispose]: () => packs[Symbol.asyncDispose]() };
}

async function claimed(catalog: PlatformCatalog, url: string): Promise<string> {
  await catalog.prepare([url]);
  const { platform, target, params } = catalog.claim(url);
  return `${platform.id} ${target.name} ${JSON.stringify(params)}`;
}

describe('a catalog with packs', () => {
  it('knows them by their manifests, and whose an address is by their code, beside the built-in platforms', async () => {
    await writeFolderPacks(folder, [madePack()]);
    await using room = await opened();
    expect(room.catalog.find('gazette')).toMatchObject({ name: 'Gazette' });
    expect(await claimed(room.catalog, `${EXAMPLE}?page=2`)).toBe('gazette story {"id":"7"}');
    expect(await claimed(room.catalog, 'https://www.reddit.com/r/cats/comments/abc')).toMatch(/^reddit /);
    await expect(claimed(room.catalog, 'https://gazette.press/other')).rejects.toThrow('Gazette has no export for this kind of URL');
    await writeFolderPacks(folder, []);
    await expect(claimed(room.catalog, EXAMPLE)).rejects.toThrow('is not supported');
  });

  it('has a pack stand in the place of a built-in platform, and the built-in one back', async () => {
    const url = 'https://news.ycombinator.com/item?id=8863';
    await using room = await opened();
    const builtIn = await claimed(room.catalog, url);
    const facts = { ...FACTS, id: 'hackernews', name: 'Other News' };
    await writeFolderPacks(folder, [
      madePack({ facts, claims: `(url) => url.host === 'news.ycombinator.com' ? [{ target: 'story', params: { id: url.href } }] : []` }),
    ]);
    expect(await claimed(room.catalog, url)).toBe(`hackernews story {"id":"${url}"}`);
    expect(room.catalog.all.filter(({ id }) => id === 'hackernews')).toHaveLength(1);
    await writeFolderPacks(folder, []);
    expect(await claimed(room.catalog, url)).toBe(builtIn);
  });

  it.each([
    ['stands still at an address', { claims: '() => { for (;;); }' }],
    ['stands still when it is loaded', { load: 'for (;;);' }],
    ['fills its memory', { claims: '() => { const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length)); }' }],
    ['throws', { claims: `() => { throw new Error('not mine'); }` }],
    ['gives what no claim is', { claims: '() => [{ target: 1 }]' }],
  ])('leaves out a pack that %s, says so, and goes on with the built-in ones', async (_, deeds) => {
    await writeFolderPacks(folder, [madePack(deeds)]);
    await using room = await opened(1_500);
    await expect(claimed(room.catalog, EXAMPLE)).rejects.toThrow('is not supported');
    expect(room.warnings).toEqual([expect.stringContaining('The pack of gazette does not say whose an address is')]);
    expect(room.silent).toEqual(['gazette']);
    expect(room.catalog.find('gazette')).toBeNull();
    expect(await claimed(room.catalog, 'https://www.reddit.com/r/cats/comments/abc')).toMatch(/^reddit /);
  });

  it('blames a pack that stands still, and none that is asked meanwhile', async () => {
    const other = { ...FACTS, id: 'herald', name: 'Herald' };
    const url = 'https://herald.press/story/7';
    const examples: readonly [string] = [url];
    const facts = { ...other, homepage: 'https://herald.press', targets: other.targets.map((target) => ({ ...target, examples })) };
    const claims = `(url) => url.host === 'herald.press' ? [{ target: 'story', params: { id: '7' } }] : []`;
    await writeFolderPacks(folder, [madePack({ claims: '() => { for (;;); }' }), madePack({ facts, claims })]);
    await using room = await opened(3_000);
    const asked = await Promise.allSettled([claimed(room.catalog, EXAMPLE), claimed(room.catalog, url)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(room.silent).toEqual(['gazette']);
  });

  it('blames nobody where it is closed before an answer', async () => {
    await writeFolderPacks(folder, [madePack({ claims: '() => { for (;;); }' })]);
    const room = await opened();
    const asked = expect(claimed(room.catalog, EXAMPLE)).rejects.toMatchObject({ code: 'STOPPED' });
    await room[Symbol.asyncDispose]();
    await asked;
    expect(room.silent).toEqual([]);
  });

  it('leaves out a file that is not what was taken', async () => {
    await writeFolderPacks(folder, [madePack()]);
    const [entry] = await readFolderPacks(folder);
    writeFileSync(entry!.path, madePack({ load: '// another' }));
    await using room = await opened();
    expect(room.catalog.find('gazette')).toBeNull();
    expect(room.warnings).toEqual([expect.stringContaining('is not the file that was taken')]);
  });
});
