// How X's page speaks at the moment: ids of its calls, switches it names, and its signature. Read from the page where that is possible.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { type Found, isLoggedOut, lookThrough } from '#core/platforms/twitter/front-end.ts';
import { type Operation, OPERATION_IDS } from '#core/platforms/twitter/operations.ts';
import { type Ingredients, type Signer, signerOf } from '#core/platforms/twitter/signature.ts';
import type { Session } from '#core/platform-api/session.ts';

/** The dialect of one run. */
export interface Dialect {
  readonly ids: Map<string, string>;
  /** Switches that an answer asked for by name. */
  readonly switches: Set<string>;
  signer: Signer | null;
  /** What a script of the site says of how to sign, as it is kept; null where there is no signer. */
  places: string | null;
  /** What went wrong where there is no signer: the error of a call that is refused for it. */
  unsigned: CommentdockError | null;
  /** The page is read anew at most once. */
  renewal: Promise<void> | null;
}

/** The second is a profile: some sessions get other scripts there. */
const PAGES = ['https://x.com/home', 'https://x.com/xdevelopers'] as const;
const OPERATIONS = Object.keys(OPERATION_IDS) as Operation[];
const PLACE = /\(\w\[(\d{1,2})\],\s*16\)/g;
const DRAWINGS = "svg[id^='loading-x-anim'] g:first-child path:nth-child(2)";
const OPERATION_ID = /^[\w-]{5,60}$/;
const PLACES = 'places of the signature of X';
const PLACE_LIST = /^\d{1,2}(?:,\d{1,2})*$/;
const SWITCHES = 'switches of X';
const SWITCH_LIST = /^\w{1,200}(?:,\w{1,200})*$/;
const NO_SESSION =
  'X gives its page as to somebody who is not logged in, so its requests cannot be signed. A likely cause are cookies that have expired: give fresh ones (auth_token and ct0), or log in anew.';

export function dialectOf(session: Session): Promise<Dialect> {
  return session.once('x dialect', async () => {
    const dialect: Dialect = {
      ids: new Map(
        OPERATIONS.flatMap((name) => {
          const id = learntOf(session, nameOf(name), OPERATION_ID);
          return id === null ? [] : [[name, id] as const];
        }),
      ),
      switches: new Set(learntOf(session, SWITCHES, SWITCH_LIST)?.split(',')),
      signer: null,
      places: null,
      unsigned: null,
      renewal: null,
    };
    const causes: CommentdockError[] = [];
    for (const url of PAGES) {
      const learnt = await learn([await optionalText(session, { url })], 'signature', session);
      take(dialect, learnt);
      if (learnt.unsigned === null) break;
      causes.push(learnt.unsigned);
    }
    if (dialect.signer === null) dialect.unsigned = gravest(causes);
    return dialect;
  });
}

export function idOf(dialect: Dialect, operation: Operation): string {
  return dialect.ids.get(operation) ?? OPERATION_IDS[operation];
}

/** Keeps what a call has just worked with, for the exports that follow. */
export function noteWorking(dialect: Dialect, session: Session, operation: Operation): void {
  const [page] = PAGES;
  const id = dialect.ids.get(operation);
  if (id !== undefined && id !== OPERATION_IDS[operation]) session.learnt(nameOf(operation)).note(id, page);
  if (dialect.switches.size > 0) session.learnt(SWITCHES).note([...dialect.switches].join(','), page);
  if (dialect.places !== null) session.learnt(PLACES).note(dialect.places, page);
}

/** Reads the pages anew after a call that X does not know: the ids of all calls, and the signature. What earlier exports learnt of both is forgotten. */
export function renewed(dialect: Dialect, session: Session, operation: Operation): Promise<void> {
  dialect.renewal ??= (async () => {
    session.learnt(nameOf(operation)).drop(idOf(dialect, operation));
    if (dialect.places !== null) session.learnt(PLACES).drop(dialect.places);
    dialect.ids.clear();
    const pages = await Promise.all(PAGES.map((url) => optionalText(session, { url })));
    take(dialect, await learn(pages, 'all', session));
  })();
  return dialect.renewal;
}

interface Signed {
  readonly signer: Signer;
  readonly places: string;
}

interface Learnt {
  readonly ids: ReadonlyMap<string, string>;
  readonly signed: Signed | null;
  /** Null where there is a signer. */
  readonly unsigned: CommentdockError | null;
}

/** What was learnt last counts, but for a signature that was there and is not found again. */
function take(dialect: Dialect, { ids, signed, unsigned }: Learnt): void {
  for (const [name, id] of ids) dialect.ids.set(name, id);
  if (signed === null && dialect.signer !== null) return;
  dialect.signer = signed?.signer ?? null;
  dialect.places = signed?.places ?? null;
  dialect.unsigned = unsigned;
}

/** @param pages null: it did not come */
async function learn(pages: readonly (string | null)[], wanted: 'signature' | 'all', session: Session): Promise<Learnt> {
  const came = pages.filter((page) => page !== null);
  const ingredients = came.map(ingredientsOf).find((each) => each !== null) ?? null;
  const places = wanted === 'signature' ? learntOf(session, PLACES, PLACE_LIST) : null;
  const known = ingredients === null || places === null ? null : signedBy(ingredients, places);
  if (known !== null) return { ids: new Map(), signed: known, unsigned: null };
  // Without a key there is nothing to sign with: then the scripts are looked through for ids alone.
  const found = await lookThrough(came, session, ({ ids, signing }) => {
    const isSigned = ingredients === null || signing !== null;
    return isSigned && (wanted === 'signature' || OPERATIONS.every((name) => ids.has(name)));
  });
  const signed = ingredients === null ? noKeyIn(came) : await signerBy(found, ingredients, came, session);
  return signed instanceof CommentdockError
    ? { ids: found.ids, signed: null, unsigned: signed }
    : { ids: found.ids, signed, unsigned: null };
}

function noKeyIn(came: readonly string[]): CommentdockError {
  if (came.some(isLoggedOut)) return new PlatformRefusal('LOGIN_REQUIRED', NO_SESSION);
  return unsigned(came.length === 0 ? 'its page did not come' : 'its page has no key for it');
}

async function signerBy(
  { signing, read, asked }: Found,
  ingredients: Omit<Ingredients, 'places'>,
  came: readonly string[],
  session: Session,
): Promise<Signed | CommentdockError> {
  if (signing === null && came.some(isLoggedOut)) return new PlatformRefusal('LOGIN_REQUIRED', NO_SESSION);
  if (signing === null) return unsigned(`none of the ${read} scripts that came (of ${asked}) names the one that signs`);
  const script = await optionalText(session, { url: signing });
  if (script === null) return unsigned('the script that signs did not come');
  const places = [...script.matchAll(PLACE)].map(([, place]) => place).join(',');
  return signedBy(ingredients, places) ?? unsigned('the script that signs is of a form that we do not know');
}

/** @param places numbers, with commas between them */
function signedBy(ingredients: Omit<Ingredients, 'places'>, places: string): Signed | null {
  const signer = signerOf({ ...ingredients, places: places === '' ? [] : places.split(',').map(Number) });
  return signer === null ? null : { signer, places };
}

function nameOf(operation: Operation): string {
  return `id of ${operation} of X`;
}

/** What the page itself holds of the signature. */
function ingredientsOf(page: string): Omit<Ingredients, 'places'> | null {
  const tree = parseHtml(page);
  const verification = tree.first("meta[name='twitter-site-verification']")?.attribute('content') ?? '';
  const outlines = tree.all(DRAWINGS).map((drawing) => (drawing.attribute('d') ?? '').trim());
  return verification === '' || outlines.length === 0 ? null : { key: bytesOf(verification), outlines };
}

/** Not asked for again: what the pages gave is kept for the run. */
function unsigned(why: string): CommentdockError {
  return new CommentdockError(
    'PLATFORM_CHANGED',
    `The signature that X's own page puts on its requests could not be made: ${why}. X refuses this list without it. Retry later; what was fetched is kept.`,
  );
}

/** A session that has ended explains the rest. */
function gravest(causes: readonly CommentdockError[]): CommentdockError | null {
  return causes.find(({ code }) => code === 'LOGIN_REQUIRED') ?? causes.at(-1) ?? null;
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
