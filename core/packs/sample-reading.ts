import type { Item } from '#core/contract/item.ts';
import type { ChosenTarget, Json, Next, Page, PlatformDefinition } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { PackFault } from '#core/packs/pack-fault.ts';
import { type Sample, SAMPLE_OPTIONS } from '#core/packs/samples.ts';

/** Small exports of a simulator have some ten. */
const MOST_PAGES = 500;

/** What an export of a sample is about. @throws PackFault where no target claims it */
export function targetOf(platform: PlatformDefinition, { url, selector }: Pick<Sample, 'url' | 'selector'>): ChosenTarget {
  const pasted = parsePastedUrl(url, [platform]);
  for (const target of platform.targets) {
    const params = target.match(pasted);
    const row = target.exports[selector];
    if (params !== null && row !== undefined) return { target: target.name, params, type: row.type, selector, url: pasted.href };
  }
  throw new PackFault(`claims ${url} by no target`);
}

/**
 * Reads a whole export, one request after the other, always in the same order.
 * @throws PackFault where it does not end
 */
export async function readSample(
  { start }: Pick<PlatformDefinition, 'start'>,
  target: ChosenTarget,
  readPage: (cursor: Json) => Promise<Page>,
): Promise<readonly Item[]> {
  const items = new Map<string, Item>();
  const waiting: Next[] = [...start(target, SAMPLE_OPTIONS)];
  for (let pages = 0; waiting.length > 0; pages += 1) {
    if (pages > MOST_PAGES) throw new PackFault(`does not come to an end within ${MOST_PAGES} pages`);
    const next = waiting.shift() as Next;
    const isOptional = next.role === 'replies' || next.optional === true;
    const page = await readPage(next.cursor).catch((error: unknown): Page => {
      if (!isOptional || error instanceof PackFault) throw error;
      return { items: [] };
    });
    for (const item of page.items) if (!items.has(item.id)) items.set(item.id, item);
    waiting.push(...(page.next ?? []));
  }
  return [...items.values()];
}
