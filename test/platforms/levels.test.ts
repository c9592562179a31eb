import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';

const registry = await loadPlatforms();
const threads = SIMULATED_EXPORTS.flatMap((each) => {
  const platform = registry.find(each.platform);
  if (!platform?.options.includes('replies')) return [];
  const options = { replies: true, ...(each.selector === undefined ? {} : { [each.selector]: true }) };
  const { type } = chooseFor(platform, each.url, options);
  return type === 'comments' ? [[nameOf(each), { each, platform, options }] as const] : [];
});

interface Lack {
  readonly id: string;
  readonly missing: number;
}

/** Items that state more replies than came below them; of a thread the topmost alone, as some platforms count those of all levels. */
function lacking(items: readonly Item[]): readonly Lack[] {
  const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const above = (id: string): string[] => {
    const chain: string[] = [];
    for (let at = parents.get(id) ?? null; at !== null && !chain.includes(at); at = parents.get(at) ?? null) chain.push(at);
    return chain;
  };
  const below = new Map<string, number>();
  for (const id of parents.keys()) for (const each of above(id)) below.set(each, (below.get(each) ?? 0) + 1);
  const all = items.map(({ id, replyCount }) => ({ id, missing: (replyCount ?? 0) - (below.get(id) ?? 0) }));
  const short = new Set(all.flatMap(({ id, missing }) => (missing > 0 ? [id] : [])));
  return all.filter(({ id }) => short.has(id) && above(id).every((each) => !short.has(each)));
}

describe('replies of every level', () => {
  it.each(threads)('%s: come, or are a gap', async (_name, { each, platform, options }) => {
    const cookies = each.cookies === undefined ? undefined : { ...each.cookies };
    const { items, gaps } = await readAll(platform, each.url, [{ match: '', simulator: each.world() }], options, cookies);
    const lacks = lacking(items);
    const missing = lacks.reduce((sum, lack) => sum + lack.missing, 0);
    const told = gaps.some(({ count }) => count === 0) ? Infinity : gaps.reduce((sum, { count }) => sum + count, 0);
    expect(told >= missing ? [] : lacks).toEqual([]);
  });
});
