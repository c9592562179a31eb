import { readJson, readJsonWithIds } from '#core/platform-kit/wire.ts';

/** The argument is a string of JavaScript that holds JSON. */
const PUSHED = /inlineQueryResults\.results\["[^"]*"\](?:\.push\(\s*|\s*=\s*(?:\(\s*)?)("[^"\\]*(?:\\.[^"\\]*)*")/g;
const ESCAPE = /\\(?:x([\da-f]{2})|(.))/gis;
const FORM_KEY = /"?formkey"?\s*:\s*\\?["']([\da-f]{20,})/i;

/**
 * The answers to the queries that a page was made from, in their order, unchecked.
 * @throws PlatformChanged where one of them is no JSON
 */
export function inlineResultsOf(html: string): unknown[] {
  return [...html.matchAll(PUSHED)].map(([, literal = '']) => {
    const json = literal.replace(ESCAPE, (all, hex: string | undefined, other: string | undefined) =>
      hex === undefined ? (other === "'" ? "'" : all) : `\\u00${hex}`,
    );
    return readJsonWithIds(String(readJson(json, 'inlineQueryResults')), 'inlineQueryResults');
  });
}

/** What the API wants to be sent with every question; null where the page has none. */
export function formKeyOf(html: string): string | null {
  return FORM_KEY.exec(html)?.[1] ?? null;
}
