// The ways to a page of comments: signed and by offset, by a number that the last answer gave, or by counting pages.
import { CommentdockError } from '#core/contract/error.ts';
import { API, blocked, askOrRefused, type Refused } from '#core/platforms/bilibili/ask.ts';
import type { DoorName } from '#core/platforms/bilibili/cursor.ts';
import type { Subject } from '#core/platforms/bilibili/items.ts';
import { mayRenewWbiKey, signedQuery, wbiKey, WRONG_SIGNATURE } from '#core/platforms/bilibili/wbi.ts';
import { pageSchema, type WirePage } from '#core/platforms/bilibili/wire.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';

/** Which page, and in which order. `at` null: the first page. */
interface Wanted {
  readonly subject: Subject;
  readonly at: string | number | null;
  readonly isNewest: boolean;
}

interface Door {
  readonly name: DoorName;
  /** Why this door cannot be tried, where it cannot. */
  readonly request: (wanted: Wanted, session: Session) => Promise<PlatformRequest | CommentdockError>;
  /** Where the list goes on after a page; null: nowhere. `had`: rows so far. */
  readonly next: (page: WirePage, at: string | number | null, had: number) => string | number | null;
}

export const PER_PAGE = 20;

const DOORS: readonly Door[] = [
  {
    name: 'signed',
    async request({ subject, at, isNewest }, session) {
      const key = await wbiKey(session);
      if (key instanceof CommentdockError) return key;
      const query = {
        oid: subject.oid,
        type: subject.type,
        mode: isNewest ? 2 : 3,
        pagination_str: JSON.stringify({ offset: String(at ?? '') }),
        plat: 1,
        web_location: 1315875,
      };
      return { url: `${API}/x/v2/reply/wbi/main?${signedQuery(query, key, Date.now())}` };
    },
    next: ({ cursor }) => (cursor?.is_end === true ? null : (cursor?.pagination_reply?.next_offset ?? null)),
  },
  {
    name: 'cursor',
    request: async ({ subject, at, isNewest }) => ({
      url: `${API}/x/v2/reply/main`,
      query: { type: subject.type, oid: subject.oid, mode: isNewest ? 2 : 3, next: at ?? 0, ps: PER_PAGE, plat: 1 },
    }),
    next: ({ cursor }) => (cursor?.is_end === true ? null : (cursor?.next ?? null)),
  },
  {
    name: 'page',
    request: async ({ subject, at, isNewest }) => ({
      url: `${API}/x/v2/reply`,
      query: { type: subject.type, oid: subject.oid, sort: isNewest ? 0 : 1, pn: at ?? 1, ps: PER_PAGE },
    }),
    next: ({ page }, at, had) => (had >= (page?.count ?? Infinity) ? null : Number(at ?? 1) + 1),
  },
];

/**
 * A page through the door that is kept, or, for the first page, through the first that opens.
 * @throws CommentdockError what the doors say where none opens
 */
export async function openDoor(
  kept: DoorName | null,
  wanted: Wanted,
  session: Session,
): Promise<{ readonly page: WirePage; readonly door: Door }> {
  const doors = kept === null ? DOORS : DOORS.filter(({ name }) => name === kept);
  const refused: Refused[] = [];
  for (const door of doors) {
    const outcome = await tryDoor(door, wanted, session, door === doors.at(-1) ? 'general' : 'once');
    if (!('error' in outcome)) return { page: outcome, door };
    if (outcome.isFinal) throw outcome.error;
    refused.push(outcome);
  }
  // A door that is not there says less than one that is shut.
  throw (
    refused.findLast(({ error }) => error.code !== 'NOT_FOUND')?.error ?? refused.at(-1)?.error ?? blocked('it gives no key to sign with')
  );
}

/** Where the list goes on; null at its end: no rows, no place, or the place that was just asked for. */
export function placeAfter(door: Door, page: WirePage, at: string | number | null, had: number): string | number | null {
  if ((page.replies ?? []).length === 0) return null;
  const next = door.next(page, at, had);
  return next === null || next === '' || next === 0 || next === at ? null : next;
}

async function tryDoor(door: Door, wanted: Wanted, session: Session, tries: 'general' | 'once'): Promise<WirePage | Refused> {
  for (;;) {
    const request = await door.request(wanted, session);
    if (request instanceof CommentdockError) return { error: request, code: null, isFinal: false };
    const outcome = await askOrRefused(session, { ...request, tries });
    if ('error' in outcome) {
      if (door.name !== 'signed' || outcome.code !== WRONG_SIGNATURE || !(await mayRenewWbiKey(session))) return outcome;
      continue;
    }
    const page = readWire(pageSchema, outcome.data ?? {}, 'data');
    return isSoftBlock(page) ? { error: blocked('it asks for a check of the browser'), code: null, isFinal: false } : page;
  }
}

/** A good answer without rows, and with the ticket of a check instead, or with nothing at all. */
function isSoftBlock({ replies, top_replies: top, hots, v_voucher: voucher, cursor, page }: WirePage): boolean {
  const isEmpty = [replies, top, hots].every((rows) => (rows ?? []).length === 0);
  return isEmpty && (Boolean(voucher) || (!cursor && !page));
}
