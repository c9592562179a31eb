import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';

/** Lists of posts below which nothing can be exported by their addresses, and why: a batch that is to expand them says so. */
const NOTHING_BELOW: Readonly<Record<string, string>> = {
  'wikipedia: https://en.wikipedia.org/w/index.php?title=Cats&action=history': 'nobody answers an edit',
  'wikipedia: https://en.wikipedia.org/wiki/Special:Contributions/Somebody': 'nobody answers an edit',
};

const registry = await loadPlatforms();
const lists = SIMULATED_EXPORTS.flatMap((each) => {
  const platform = registry.find(each.platform);
  const options = each.selector === undefined ? {} : { [each.selector]: true };
  if (platform === null || chooseFor(platform, each.url, options).type !== 'posts') return [];
  return [[nameOf(each), { each, platform, options }] as const];
});

/** Whether a batch can export what stands below the post. */
function hasExport(url: string, platform: string): boolean {
  try {
    const choice = registry.choose(url, {});
    return choice.platform.id === platform && choice.target.type !== 'posts';
  } catch (error) {
    if (error instanceof CommentdockError) return false;
    throw error;
  }
}

describe('addresses of listed posts', () => {
  it.each(lists)('%s: lead to what stands below them', async (name, { each, platform, options }) => {
    const cookies = each.cookies === undefined ? undefined : { ...each.cookies };
    const { items } = await readAll(platform, each.url, [{ match: '', simulator: each.world() }], options, cookies);
    const open = items.filter(({ url }) => url !== null && hasExport(url, platform.id));
    expect(open.length > 0 || items.length === 0, items[0]?.url ?? 'no address').toBe(NOTHING_BELOW[name] === undefined);
  });
});
