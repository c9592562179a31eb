import { CommentdockError, type ErrorCode } from '#core/contract/error.ts';
import type { Session } from '#core/platform-api/session.ts';

/** The two ways to one answer. Each throws what stands before it. */
interface Ways<T> {
  /** True for a site that lets connections of programs hang or breaks them: a wire that breaks is a wall there. */
  readonly breaksWires?: true;
  plain(): Promise<T>;
  browser(): Promise<T>;
}

/** What came, and by which way: `, in the browser` for the ledger, or nothing. */
export interface Reached<T> {
  readonly value: T;
  readonly by: '' | ', in the browser';
}

const WALLS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'BLOCKED']);
const NO_BROWSER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BROWSER_MISSING', 'NETWORK']);

/**
 * Asks by plain HTTP, and by the browser once a wall stands before that: from then on for the rest of this run. A plain browser is let
 * in where programs are not; nothing is solved or got around.
 * @param site names what the wall stands before: requests with the same name share what they learn
 * @throws CommentdockError of `plain` for all but a wall; of `browser`, and the wall's own where there is no browser
 */
export async function plainOrBrowser<T>(session: Session, site: string, ways: Ways<T>): Promise<Reached<T>> {
  const met = await session.once<{ wall: CommentdockError | null }>(`wall before ${site}`, async () => ({ wall: null }));
  if (met.wall === null) {
    try {
      return { value: await ways.plain(), by: '' };
    } catch (error) {
      if (!(error instanceof CommentdockError) || !isWall(error, ways)) throw error;
      met.wall = error;
    }
  }
  try {
    return { value: await ways.browser(), by: ', in the browser' };
  } catch (error) {
    const { wall } = met;
    // A wire that broke may be whole the next time.
    if (wall.code === 'NETWORK') met.wall = null;
    throw isWithoutBrowser(error) ? wall : error;
  }
}

/** True for what the browser fails with before the site has answered it. */
export function isWithoutBrowser(error: unknown): boolean {
  return error instanceof CommentdockError && NO_BROWSER.has(error.code);
}

function isWall({ code }: CommentdockError, { breaksWires }: Pick<Ways<unknown>, 'breaksWires'>): boolean {
  return WALLS.has(code) || (breaksWires === true && code === 'NETWORK');
}
