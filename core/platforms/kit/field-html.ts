import { decodeEntities } from '#core/platforms/kit/html-text.ts';

const BREAK = /<br\s*\/?>/gi;
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/**
 * A field of an API that is text with a few tags in it, not a piece of a page: `<br>` becomes a newline, all other tags go, entities are
 * decoded once. Newlines and blanks that it has stay.
 */
export function plainOfField(html: string): string {
  return decodeEntities(html.replace(/\r\n?/g, '\n').replace(BREAK, '\n').replace(TAG, ''));
}
