// How X's page speaks at the moment: ids of its calls, switches it names, and its signature. Read from the page where that is possible.
import { parseHtml } from '#core/platforms/kit/html-tree.ts';
import { optionalText } from '#core/platforms/kit/optional-answer.ts';
import { OPERATION_IDS } from '#core/platforms/twitter/operations.ts';
import type { Operation } from '#core/platforms/twitter/operations.ts';
import { signerOf } from '#core/platforms/twitter/signature.ts';
import type { Signer } from '#core/platforms/twitter/signature.ts';
import type { Session } from '#core/platforms/session.ts';

/** The dialect of one run. */
export interface Dialect {
  readonly ids: Map<string, string>;
  /** Switches that an answer asked for by name. */
  readonly switches: Set<string>;
  signer: Signer | null;
  /** The page is read anew at most once. */
  renewal: Promise<void> | null;
}

const HOME = 'https://x.com/home';
const SCRIPTS = 'https://abs.twimg.com/responsive-web/client-web';
/** Scripts looked into for one thing: the page has hundreds. */
const MOST_SCRIPTS = 30;
const SCRIPT_ADDRESS = /https:\/\/[\w.-]+\.twimg\.com\/[\w./-]+\.js/g;
const CALLS = [/params:\{id:"([\w-]+)",metadata:\{[^{}]*\},name:"(\w+)"/g, /queryId:"([\w-]+)",operationName:"(\w+)"/g] as const;
const SIGNING_SCRIPT = /(?<![\w./-])[\w./-]*?\b(?:ondemand\.s|sign\.o)(?:(?!\bondemand\.s|\bsign\.o)[\w.-])*\.js/;
const PLACE = /\(\w\[(\d{1,2})\],\s*16\)/g;
const DRAWINGS = "svg[id^='loading-x-anim'] g:first-child path:nth-child(2)";

export function dialectOf(session: Session): Promise<Dialect> {
  return session.once('x dialect', async () => {
    const page = await optionalText(session, { url: HOME });
    const signer = page === null ? null : await readSigner(page, session);
    return { ids: new Map(), switches: new Set(), signer, renewal: null };
  });
}

export function idOf(dialect: Dialect, operation: Operation): string {
  return dialect.ids.get(operation) ?? OPERATION_IDS[operation];
}

/** Reads the page anew after a call that it does not know: ids, and the signature. */
export function renewed(dialect: Dialect, operation: Operation, session: Session): Promise<void> {
  dialect.renewal ??= (async () => {
    const page = await optionalText(session, { url: HOME });
    if (page === null) return;
    const isKnown = (script: string): boolean => {
      for (const form of CALLS) for (const [, id = '', name = ''] of script.matchAll(form)) dialect.ids.set(name, id);
      return dialect.ids.has(operation);
    };
    await searchScripts([...namedScripts(page, 'main', 'api'), ...scriptsIn(page)], isKnown, session);
    dialect.signer = await readSigner(page, session);
  })();
  return dialect.renewal;
}

async function readSigner(page: string, session: Session): Promise<Signer | null> {
  const tree = parseHtml(page);
  const verification = tree.first("meta[name='twitter-site-verification']")?.attribute('content') ?? '';
  const outlines = tree.all(DRAWINGS).map((drawing) => (drawing.attribute('d') ?? '').trim());
  if (verification === '' || outlines.length === 0) return null;
  const script = await signingScript(page, session);
  if (script === null) return null;
  const places = [...script.matchAll(PLACE)].map(([, place]) => Number(place));
  return signerOf({ key: bytesOf(verification), outlines, places });
}

/** Linked in the page itself, or loaded by one of its scripts. */
async function signingScript(page: string, session: Session): Promise<string | null> {
  const scripts = scriptsIn(page);
  const direct = [...namedScripts(page, 'ondemand.s'), ...scripts.filter((address) => SIGNING_SCRIPT.test(address))][0];
  if (direct !== undefined) return optionalText(session, { url: direct });
  let found: string | null = null;
  await searchScripts(
    scripts,
    (script, address) => {
      const path = SIGNING_SCRIPT.exec(script)?.[0];
      if (path !== undefined && URL.canParse(path, address)) found = new URL(path, address).href;
      return found !== null;
    },
    session,
  );
  return found === null ? null : optionalText(session, { url: found });
}

async function searchScripts(
  addresses: readonly string[],
  isFound: (script: string, address: string) => boolean,
  session: Session,
): Promise<void> {
  for (const address of [...new Set(addresses)].slice(0, MOST_SCRIPTS)) {
    const script = await optionalText(session, { url: address });
    if (script !== null && isFound(script, address)) return;
  }
}

function scriptsIn(page: string): string[] {
  return [...new Set(page.match(SCRIPT_ADDRESS))];
}

/** Scripts that the page does not link but names, by their hash: `"api":"0a1b2c3"`, or `12:"api"` and `12:"0a1b2c3"`. */
function namedScripts(page: string, ...names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const linked = scriptsIn(page).filter((address) => address.slice(address.lastIndexOf('/') + 1).startsWith(`${name}.`));
    const quoted = name.replace('.', '\\.');
    const chunk = new RegExp(`\\b(\\d+):"${quoted}"`).exec(page)?.[1];
    const hash =
      new RegExp(`"?\\b${quoted}"?:"([0-9a-f]{7,})"`).exec(page)?.[1] ??
      (chunk === undefined ? undefined : new RegExp(`\\b${chunk}:"([0-9a-f]{7})"`).exec(page)?.[1]);
    return hash === undefined ? linked : [...linked, `${SCRIPTS}/${name}.${hash}a.js`];
  });
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
