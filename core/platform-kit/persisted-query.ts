import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import type { Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';

/** What `ask` gives where the site no longer knows the query. */
export const STALE = 'stale query';

/** A query that a site takes by a name of its own alone: the hash of its text, or a number. It changes as the site does. So does a public key. */
export interface PersistedQuery {
  /** For people: `reviews of Yelp`. */
  readonly title: string;
  /** Names that worked so far, the one to begin with first. */
  readonly known: readonly [string, ...string[]];
  /** What every name looks like, from its start to its end. */
  readonly form: RegExp;
  /** Address of the page that `read` looks into. */
  readonly page: string;
  /** Reads the present name from the site itself, once per run, when all that are known are stale; null where it shows none. */
  read(): Promise<string | null>;
}

interface Names {
  name: string;
  readonly untried: Iterator<string>;
  /** What the site shows, once that was read. */
  shown: Promise<string | null> | null;
}

/**
 * As `askOf`.
 * @throws PlatformChanged where there is no name left; what `ask` throws
 */
export async function askByName<T>(session: Session, query: PersistedQuery, ask: (name: string) => Promise<T | typeof STALE>): Promise<T> {
  const answer = await askOf(session, query, ask);
  if (answer !== STALE) return answer;
  throw new PlatformChanged('query', `The query for ${query.title} is no longer known there, and the site shows no newer one.`);
}

/**
 * Asks with the name that worked last: in this run, in an earlier one, as far as is built in; with the next one as long as that is stale.
 * STALE where there is none left. One that the site showed is kept for the exports that follow.
 * @throws what `ask` throws
 */
export async function askOf<T>(
  session: Session,
  query: PersistedQuery,
  ask: (name: string) => Promise<T | typeof STALE>,
): Promise<T | typeof STALE> {
  const learnt = session.learnt(query.title);
  const isBuiltIn = (name: string): boolean => query.known.includes(name);
  const names = await session.once<Names>(`name of the query for ${query.title}`, async () => {
    const worked = learntOf(session, query.title, query.form);
    const untried = new Set([...(worked === null ? [] : [worked]), ...query.known]).values();
    return { name: untried.next().value ?? query.known[0], untried, shown: null };
  });
  let odd: unknown = null;
  for (;;) {
    const { name } = names;
    const isLearnt = learnt.value() === name;
    const answer = await ask(name).catch((error: unknown): typeof STALE => {
      if (!isLearnt || !(error instanceof CommentdockError) || error.code !== 'PLATFORM_CHANGED') throw error;
      // The site may have given the name to something else since.
      odd = error;
      return STALE;
    });
    if (answer !== STALE) {
      if (!isBuiltIn(name)) learnt.note(name, query.page);
      return answer;
    }
    learnt.drop(name);
    // Another request of the same run may have moved on meanwhile.
    if (names.name !== name || (await movesOn(names, query))) continue;
    if (odd !== null) throw odd;
    return STALE;
  }
}

async function movesOn(names: Names, query: PersistedQuery): Promise<boolean> {
  const { name } = names;
  const known = names.untried.next();
  if (known.done !== true) {
    names.name = known.value;
    return true;
  }
  names.shown ??= readName(query);
  const shown = await names.shown;
  if (!shown || shown === name || !query.form.test(shown)) return false;
  names.name = shown;
  return true;
}

/** An export fails for the query, not for what kept us from reading its name. */
function readName(query: PersistedQuery): Promise<string | null> {
  return orNothing(query.read());
}
