import { endOfJson } from '#core/platform-kit/bounded-json.ts';
import { pageScriptsOf } from '#core/platform-kit/page-scripts.ts';
import { readJson } from '#core/platform-kit/wire.ts';

const IS_JSON = /\btype=["']application\/json["']/i;

/**
 * What stands in the `application/json` scripts of a page, in their order; with `holding` only in those whose text holds it. Unchecked.
 * @throws PlatformChanged where one of them is no JSON
 */
export function jsonScriptsOf(html: string, holding = ''): unknown[] {
  return [...pageScriptsOf(html)].flatMap(({ tag, text }) =>
    IS_JSON.test(tag) && text.includes(holding) && text.trim() !== '' ? [readJson(text, 'script')] : [],
  );
}

/**
 * The JSON in the script of this id, unchecked; undefined where the page has none.
 * @throws PlatformChanged where it is no JSON
 */
export function scriptDataOf(html: string, id: string): unknown {
  const isNamed = new RegExp(`\\bid=["']?${id}(?![\\w-])`, 'i');
  for (const { tag, text } of pageScriptsOf(html)) if (isNamed.test(tag)) return readJson(text, id);
  return undefined;
}

/**
 * The JSON object or array that begins right behind `mark`, unchecked, whatever follows it; undefined where the text has none. For pages
 * that set their state in a script: `window.__STATE__ = {...};`.
 * @throws PlatformChanged where it is no JSON
 */
export function jsonBehind(text: string, mark: RegExp): unknown {
  const found = mark.exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const end = endOfJson(text, start);
  return end === null ? undefined : readJson(text.slice(start, end), mark.source);
}
