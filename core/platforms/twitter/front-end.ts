// The scripts of X's own page: those that it links, those that it names by a hash, and those that these import. In 2026 the page of
// some links one bundle and names the rest, that of others links some 170 chunks, where what is looked for stands in any.
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import type { Session } from '#core/platform-api/session.ts';

/** What a look through the scripts has found so far. */
export interface Found {
  /** Ids of calls, by the name of the call. The first script that tells one counts. */
  readonly ids: Map<string, string>;
  /** Where the script that signs lies. */
  signing: string | null;
  /** How many scripts were read, and how many were asked for. */
  read: number;
  asked: number;
}

const NAMED_SCRIPTS = 'https://abs.twimg.com/responsive-web/client-web';
/** Scripts looked into for one thing, imported ones included. */
const MOST_SCRIPTS = 600;
const AT_ONCE = 8;
const SCRIPT_ADDRESS = /https:\/\/[\w.-]+\.twimg\.com\/[\w./-]+\.js/g;
const IMPORTED = /\b(?:from|import)\s?\(?\s?[`"'](\.{1,2}\/[\w./-]{1,200}\.js)[`"']/g;
/** Words of the page in other languages, pictures, colours for program code: hundreds of scripts without a call. */
const WITHOUT_CALLS = /\/i18n\/|\/icons\/|react-syntax-highlighter/;
const CALLS = [
  /params:\{id:[`"]([\w-]+)[`"],metadata:\{[^{}]*\},name:[`"](\w+)[`"]/g,
  /queryId:[`"]([\w-]+)[`"],operationName:[`"](\w+)[`"]/g,
] as const;
const SIGNING_SCRIPT = /(?<![\w./-])[\w./-]*?\b(?:ondemand\.s|sign\.o)(?:(?!\bondemand\.s|\bsign\.o)[\w.-])*\.js/;
/** Linked by the page that people get who are not logged in. */
const LOGGED_OUT = /\/entry-client-logged-out[\w.-]*\.js/;

/** True for the page of those who are not logged in: its scripts know neither the calls nor the signature. */
export function isLoggedOut(page: string): boolean {
  return LOGGED_OUT.test(page);
}

/** Looks through the scripts of the pages, side by side, until that is enough or nothing is left. */
export async function lookThrough(pages: readonly string[], session: Session, isEnough: (found: Found) => boolean): Promise<Found> {
  const linked = pages.flatMap(scriptsIn);
  const direct = [
    ...pages.flatMap((page) => namedScripts(page, 'ondemand.s')),
    ...linked.filter((address) => SIGNING_SCRIPT.test(address)),
  ];
  const found: Found = { ids: new Map(), signing: direct[0] ?? null, read: 0, asked: 0 };
  const waiting = new Set([...pages.flatMap((page) => namedScripts(page, 'main', 'api')), ...linked].filter(mayHaveCalls));
  const asked = new Set<string>();
  while (!isEnough(found) && asked.size < MOST_SCRIPTS) {
    const next = [...waiting.difference(asked)].slice(0, Math.min(AT_ONCE, MOST_SCRIPTS - asked.size));
    if (next.length === 0) break;
    for (const address of next) asked.add(address);
    const scripts = await Promise.all(next.map((url) => optionalText(session, { url })));
    found.asked = asked.size;
    for (const [index, script] of scripts.entries()) {
      const address = next[index];
      if (script === null || address === undefined) continue;
      note(found, script, address);
      for (const imported of importsOf(script, address)) waiting.add(imported);
    }
  }
  return found;
}

function note(found: Found, script: string, address: string): void {
  found.read += 1;
  for (const form of CALLS) for (const [, id = '', name = ''] of script.matchAll(form)) if (!found.ids.has(name)) found.ids.set(name, id);
  const path = found.signing === null ? SIGNING_SCRIPT.exec(script)?.[0] : undefined;
  if (path !== undefined) found.signing = URL.parse(path, address)?.href ?? null;
}

function importsOf(script: string, address: string): string[] {
  return [...script.matchAll(IMPORTED)]
    .flatMap(([, path = '']) => URL.parse(path, address)?.href ?? [])
    .filter((imported) => mayHaveCalls(imported) && !SIGNING_SCRIPT.test(imported));
}

function mayHaveCalls(address: string): boolean {
  return !WITHOUT_CALLS.test(address);
}

function scriptsIn(page: string): string[] {
  return page.match(SCRIPT_ADDRESS) ?? [];
}

/** Scripts that the page does not link but names, by their hash: `"api":"0a1b2c3"`, or `12:"api"` and `12:"0a1b2c3"`. */
function namedScripts(page: string, ...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const linked = scriptsIn(page).filter((address) => address.slice(address.lastIndexOf('/') + 1).startsWith(`${name}.`));
    const quoted = name.replace('.', '\\.');
    const chunk = new RegExp(`\\b(\\d+):"${quoted}"`).exec(page)?.[1];
    const hash =
      new RegExp(`"?\\b${quoted}"?:"([0-9a-f]{7,})"`).exec(page)?.[1] ??
      // Of seven digits until August 2026, of sixteen since.
      (chunk === undefined ? undefined : new RegExp(`\\b${chunk}:"([0-9a-f]{7,40})"`).exec(page)?.[1]);
    return hash === undefined ? linked : [...linked, `${NAMED_SCRIPTS}/${name}.${hash}a.js`];
  });
}
