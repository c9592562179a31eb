import { readJson } from '#core/platforms/kit/wire.ts';

const JSON_SCRIPT = /<script\b[^>]*\btype=["']application\/json["'][^>]*>([\s\S]*?)<\/script>/gi;

/**
 * What stands in the `application/json` scripts of a page, in their order; with `holding` only in those whose text holds it. Unchecked.
 * @throws PlatformChanged where one of them is no JSON
 */
export function jsonScriptsOf(html: string, holding = ''): unknown[] {
  return [...html.matchAll(JSON_SCRIPT)].flatMap(([, text = '']) =>
    text.includes(holding) && text.trim() !== '' ? [readJson(text, 'script')] : [],
  );
}

/**
 * The JSON in the script of this id, unchecked; undefined where the page has none.
 * @throws PlatformChanged where it is no JSON
 */
export function scriptDataOf(html: string, id: string): unknown {
  const found = new RegExp(`<script\\b[^>]*\\bid=["']?${id}["']?[^>]*>([\\s\\S]*?)</script>`, 'i').exec(html);
  return found === null ? undefined : readJson(found[1] ?? '', id);
}
