import { readJson } from '#core/platforms/kit/wire.ts';

/** The script block that a Next.js page carries its data in. */
const NEXT_DATA = /<script\b[^>]*\bid=["']?__NEXT_DATA__["']?[^>]*>([\s\S]*?)<\/script>/i;

/**
 * The JSON that a Next.js page embeds (`props`, `buildId`...), unchecked; null where the page has no such block.
 * @throws PlatformChanged where the block is no JSON
 */
export function nextDataOf(html: string): unknown {
  const found = NEXT_DATA.exec(html);
  return found === null ? null : readJson(found[1] ?? '', '__NEXT_DATA__');
}
