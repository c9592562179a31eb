import { nearest } from '#core/platform-kit/json-tree.ts';
import { pageScriptsOf } from '#core/platform-kit/page-scripts.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';

const IS_LINKED_DATA = /\btype=["']?application\/ld\+json\b/i;

/**
 * What a page says about itself for search engines (JSON-LD, schema.org): its blocks in their order, unchecked. A block that is no JSON is
 * left out: sites write them carelessly, and several of them besides the one that is looked for.
 */
export function linkedDataOf(html: string): unknown[] {
  const blocks = [...pageScriptsOf(html)].filter(({ tag }) => IS_LINKED_DATA.test(tag));
  return blocks.map(({ text }) => jsonIn(text)).filter((block) => block !== undefined);
}

/** The first node of one of these types (`Product`) in the blocks of a page, whether alone, in a list or in a `@graph`; undefined where there is none. */
export function linkedNodeOf(html: string, ...types: readonly string[]): object | undefined {
  return nearest(linkedDataOf(html), (value) => isOf(value, types));
}

function isOf(value: object, types: readonly string[]): boolean {
  const own = (value as Readonly<Record<string, unknown>>)['@type'];
  return [own].flat().some((type) => typeof type === 'string' && types.includes(type));
}
