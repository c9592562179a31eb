import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { orNull } from '#core/platform-api/item.ts';

/** The line of the source may end beside a `<br>`, before it or after it: that is white space, and no second break. */
const BREAK = /(?:\r\n?|\n)?<br(?:\s[^<>]*)?\/?>(?:[ \t]*(?:\r\n?|\n))?/gi;
const PARAGRAPH_END = /<\/p\s*>/gi;
/** A tag ends before the next one: a "<" that nothing closes is a sign of the text. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>/gi;

/**
 * A field of an API that is text with a few tags in it, not a piece of a page: `<br>` and the end of a paragraph become newlines, all other
 * tags go, entities are decoded once. Newlines and blanks that it has stay, but for a line end beside a `<br>`.
 */
export function plainOfField(html: string): string {
  return decodeEntities(withLineBreaks(html).replace(PARAGRAPH_END, '\n').replace(TAG, ''));
}

/** Every `<br>` as one newline, whether or not the line of the source ends there too; line ends are newlines, all else stays. */
export function withLineBreaks(html: string): string {
  return html.replace(BREAK, '\n').replace(/\r\n?/g, '\n');
}

/** As `plainOfField`; null where there is no field, or nothing is left of it. */
export function plainOrNull(html: string | null | undefined): string | null {
  return orNull(plainOfField(html ?? ''));
}
