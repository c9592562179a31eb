// Calls of the site's API: plain HTTP, and a fetch from inside a page where that is refused.
import { type CommentdockError, type ErrorCode, PlatformChanged } from '#core/contract/error.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { SITE } from '#core/platforms/truth_social/address.ts';

/** An answer, or why no door gave one. */
type Found = { readonly answer: Answer; readonly door: string } | { readonly refusals: readonly CommentdockError[] };

const DOORS = ['plain', 'page'] as const;
type DoorName = (typeof DOORS)[number];
const DOOR_NAMES: Readonly<Record<DoorName, string>> = { plain: 'API', page: 'API in a page' };
/** Of several doors that are shut for different reasons, the first of these says more. */
export const TELLING: readonly ErrorCode[] = ['CAPTCHA', 'LOGIN_REQUIRED', 'BLOCKED', 'PLATFORM_CHANGED', 'NETWORK', 'BROWSER_MISSING'];
/** No other door says anything else. */
const FINAL = new Set(['NOT_FOUND', 'RATE_LIMITED', 'NETWORK', 'GEO_BLOCKED']);

/**
 * A JSON answer of the API, through the door that opened before in this run, else through the first that opens.
 * @param path with its query, as the site's own page writes it
 * @param page the page that asks the same
 * @throws CommentdockError what no door says otherwise
 */
export async function ask(session: Session, path: string, page: string): Promise<Found> {
  const kept = await session.once('truth social door', async () => ({ from: 0 }));
  const refusals: CommentdockError[] = [];
  for (const [place, name] of DOORS.entries()) {
    if (place < kept.from) continue;
    const answer = await throughDoor(session, name, SITE + path, page);
    const refusal = answer instanceof Error ? answer : refusalIn(answer);
    if (refusal === null) {
      kept.from = place;
      return { answer: answer as Answer, door: DOOR_NAMES[name] };
    }
    if (FINAL.has(refusal.code) && !(name === 'page' && refusal.code === 'NETWORK')) throw refusal;
    refusals.push(refusal);
  }
  kept.from = DOORS.length;
  return { refusals };
}

function throughDoor(session: Session, door: DoorName, url: string, page: string): Promise<Answer | CommentdockError> {
  const request = { url, accept: 'any' } as const;
  return orShut(
    door === 'plain'
      ? session.fetch({ ...request, headers: { accept: 'application/json', referer: `${SITE}/` } })
      : session.inPage({ ...request, page: { url: page, accept: 'any' } }),
  );
}

/** Why an answer is none; null where it is one. */
export function refusalIn(answer: Answer): CommentdockError | null {
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  return answer.isJson ? null : new PlatformChanged('$', 'Truth Social answers with something else in the place of a list.');
}
