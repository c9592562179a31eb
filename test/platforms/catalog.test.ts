import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { catalogOf } from '#core/platforms/catalog.ts';
import { factsOf, type PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatforms, type PlatformCatalog } from '#core/platforms/registry.ts';

const registry = await loadPlatforms();
const facts = registry.all.map(factsOf);

/** A catalog that notes what it loads. */
function watched(): { readonly catalog: PlatformCatalog; readonly loaded: string[] } {
  const loaded: string[] = [];
  const catalog = catalogOf(facts, async (id) => {
    loaded.push(id);
    return registry.find(id) as PlatformDefinition;
  });
  return { catalog, loaded };
}

function outcome(catalog: PlatformCatalog, url: string): unknown {
  try {
    const { platform, target, params } = catalog.claim(url);
    return [platform.id, target.name, params];
  } catch (error) {
    if (error instanceof CommentdockError) return [error.code, error.message];
    throw error;
  }
}

describe('a catalog', () => {
  it('says of every platform what the platform says', () => {
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
    const { catalog, loaded } = watched();
    expect(catalog.all.map(({ id }) => id)).toEqual(registry.all.map(({ id }) => id));
    expect(catalog.find('reddit')).toMatchObject({ name: 'Reddit', targets: expect.any(Array) as unknown[] });
    expect(catalog.find('nowhere')).toBeNull();
    expect(loaded).toEqual([]);
  });

  it('claims every example as a registry of all platforms does', async () => {
    const examples = registry.all.flatMap(({ targets }) => targets.flatMap((target) => target.examples));
    for (const example of examples) {
      const { catalog } = watched();
      await catalog.prepare([example]);
      expect(outcome(catalog, example), example).toEqual(outcome(registry, example));
    }
  });

  it('claims what another call has loaded on its way to all of them', async () => {
    const { catalog, loaded } = watched();
    const all = catalog.prepare(['https://someone.example/@somebody']);
    while (!loaded.includes('reddit')) await nextTurn();
    const url = 'https://www.reddit.com/r/cats/comments/abc';
    await catalog.prepare([url]);
    expect(loaded).not.toContain('youtube');
    expect(outcome(catalog, url)).toEqual(outcome(registry, url));
    await all;
  });

  it('lets other work go on between two platforms that it loads', async () => {
    const order: string[] = [];
    const catalog = catalogOf(facts, async (id) => {
      order.push('platform');
      setImmediate(() => order.push('turn'));
      return registry.find(id) as PlatformDefinition;
    });
    await catalog.prepare(['https://someone.example/@somebody']);
    expect(order).toEqual(facts.flatMap(() => ['platform', 'turn']));
  });

  it.each([
    'https://nowhere.example/',
    'https://tiktok.com/about/nothing',
    'https://someone.example/@somebody',
    'yuotube.com/watch?v=1',
    'not a url',
    '',
    '@durov',
    'lbry://@Somebody#c',
    'market://details?id=com.example.app',
  ])('answers "%s" as a registry of all platforms does', async (url) => {
    const { catalog } = watched();
    await catalog.prepare([url]);
    expect(outcome(catalog, url)).toEqual(outcome(registry, url));
  });

  it('loads what has the name of a host, once, and nothing else', async () => {
    const { catalog, loaded } = watched();
    await catalog.prepare(['https://www.youtube.com/watch?v=dQw4w9WgXcQ']);
    await catalog.prepare(['https://m.youtube.com/watch?v=dQw4w9WgXcQ']);
    expect(loaded).toEqual(['youtube']);
  });

  it('reads words as the search that they are', async () => {
    const { catalog } = watched();
    await catalog.prepare(['exact phrase']);
    expect(catalog.choose('exact phrase', { advanced: true }).platform.id).toBe('google_search');
  });

  it('wants a URL prepared before it is claimed', () => {
    expect(() => watched().catalog.claim('https://www.youtube.com/watch?v=dQw4w9WgXcQ')).toThrow('No platform was loaded for');
  });
});
