import { decodeEntities } from '#core/platforms/kit/html-text.ts';
import { orNull } from '#core/platforms/kit/item.ts';

const BREAK = /<br\s*\/?>|<\/p\s*>/gi;
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/**
 * A field of an API that is text with a few tags in it, not a piece of a page: `<br>` and the end of a paragraph become newlines, all other
 * tags go, entities are decoded once. Newlines and blanks that it has stay.
 */
export function plainOfField(html: string): string {
  return decodeEntities(html.replace(/\r\n?/g, '\n').replace(BREAK, '\n').replace(TAG, ''));
}

/** As `plainOfField`; null where there is no field, or nothing is left of it. */
export function plainOrNull(html: string | null | undefined): string | null {
  return orNull(plainOfField(html ?? ''));
}
