import { PlatformChanged } from '#core/contract/error.ts';
import type { Session } from '#core/platform-api/session.ts';
import { orNothing } from '#core/platform-kit/knock.ts';

/** What `ask` gives where the site no longer knows the query. */
export const STALE = 'stale query';

/** A query that a site takes by a name of its own alone: the hash of its text, or a number. It changes as the site does. */
export interface PersistedQuery {
  /** For people: `reviews of Yelp`. */
  readonly title: string;
  /** Names that worked so far, the one to begin with first. */
  readonly known: readonly [string, ...string[]];
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
 * Asks with the name that worked last in this run; with the next one as long as that is stale.
 * @throws PlatformChanged where there is none left; what `ask` throws
 */
export async function askByName<T>(session: Session, query: PersistedQuery, ask: (name: string) => Promise<T | typeof STALE>): Promise<T> {
  const names = await session.once<Names>(`name of the query for ${query.title}`, async () => {
    const [name, ...untried] = query.known;
    return { name, untried: untried.values(), shown: null };
  });
  for (;;) {
    const { name } = names;
    const answer = await ask(name);
    if (answer !== STALE) return answer;
    // Another request of the same run may have moved on meanwhile.
    if (names.name === name) await moveOn(names, query);
  }
}

async function moveOn(names: Names, query: PersistedQuery): Promise<void> {
  const { name } = names;
  const known = names.untried.next();
  if (known.done !== true) {
    names.name = known.value;
    return;
  }
  names.shown ??= readName(query);
  const shown = await names.shown;
  if (!shown || shown === name) {
    throw new PlatformChanged('query', `The query for ${query.title} is no longer known there, and the site shows no newer one.`);
  }
  names.name = shown;
}

/** An export fails for the query, not for what kept us from reading its name. */
function readName(query: PersistedQuery): Promise<string | null> {
  return orNothing(query.read());
}
