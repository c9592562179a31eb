import { scriptDataOf } from '#core/platform-kit/embedded-json.ts';

/**
 * The JSON that a Next.js page embeds (`props`, `buildId`...), unchecked; null where the page has no such block.
 * @throws PlatformChanged where the block is no JSON
 */
export function nextDataOf(html: string): unknown {
  return scriptDataOf(html, '__NEXT_DATA__') ?? null;
}
