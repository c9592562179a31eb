// The calls of Douyin's web page: by plain HTTP, from inside a page, whose script signs them, and as the page makes them by itself.
import { type CommentdockError, ERROR_CATALOGUE, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { type Refused, refusedByForm } from '#core/platform-kit/families/bytedance/refused.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { SITE } from '#core/platforms/douyin/address.ts';
import { envelopeSchema } from '#core/platforms/douyin/wire.ts';

/** A call, and the page that asks the same. */
interface Call {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly page: string;
}

/** An answer, or why no door gave one. */
type Found = { readonly answer: Answer; readonly door: string } | { readonly refusals: readonly CommentdockError[] };

/** What every call says of its page. */
const OF_PAGE = { device_platform: 'webapp', aid: 6383, channel: 'channel_pc_web' } as const;
const SIGNER = { global: 'byted_acrawler', timeoutMs: 3_000 };
const DOORS = ['plain', 'page'] as const;
type DoorName = (typeof DOORS)[number];
const DOOR_NAMES: Readonly<Record<DoorName, string>> = { plain: 'web API', page: 'web API in a page' };
/** Of several doors that are shut for different reasons, the first of these says more. */
export const TELLING: readonly ErrorCode[] = [
  'CAPTCHA',
  'LOGIN_REQUIRED',
  'BLOCKED',
  'PLATFORM_CHANGED',
  'NOT_FOUND',
  'NETWORK',
  'BROWSER_MISSING',
];
const ASKS_FOR_CHECK = /verify|captcha|验证码/i;
const WANTS_LOGIN = 8;
const REFUSED_CODES = new Set([2154]);
const GONE_CODES = new Set([2053, 2054]);
const REASONS: ReadonlyMap<string, ErrorCode> = new Map([
  ['video_delete', 'NOT_FOUND'],
  ['self_see', 'PRIVATE'],
  ['part_see', 'PRIVATE'],
  ['status_self_see', 'PRIVATE'],
]);
const TAKEN_FOR_PROGRAM =
  'Douyin takes this machine for a program and answers with nothing. Open the video in a window of Commentdock, give the cookies of your session, or choose another route (options.vpn).';
const FORM = { name: 'Douyin', asksForCheck: ASKS_FOR_CHECK, takenForProgram: TAKEN_FOR_PROGRAM };

/**
 * The answer to a call, through the door that opened before in this run, else through the first that opens.
 * @throws CommentdockError what no door says otherwise
 */
export async function askDouyin(session: Session, call: Call): Promise<Found> {
  const kept = await session.once('douyin door', async () => ({ from: 0 }));
  const refusals: CommentdockError[] = [];
  for (const [place, name] of DOORS.entries()) {
    if (place < kept.from) continue;
    const answer = await throughDoor(session, name, call);
    const refused = answer instanceof Error ? { error: answer, isFinal: name === 'plain' && !isWall(answer) } : refusedBy(answer);
    if (refused === null) {
      kept.from = place;
      return { answer: answer as Answer, door: DOOR_NAMES[name] };
    }
    if (refused.isFinal) throw refused.error;
    refusals.push(refused.error);
    // What a door refused once it refuses for every list.
    kept.from = Math.max(kept.from, Math.min(place + 1, DOORS.length - 1));
  }
  return { refusals };
}

/** Why an answer is none; null where it is one. */
export function refusedBy(answer: Answer): Refused | null {
  return refusedByForm(answer, FORM) ?? refusedByWords(answer);
}

function refusedByWords(answer: Answer): Refused | null {
  const read = checked(envelopeSchema, jsonIn(answer.text));
  if (!read.success) return { error: new PlatformChanged(read.problem?.path.join('.') || '$'), isFinal: false };
  const { status_code: code = null, status_msg: words, filter_detail: filter } = read.data;
  const reason = REASONS.get(filter?.filter_reason ?? '');
  const meaning = reason ?? (GONE_CODES.has(code ?? 0) ? 'NOT_FOUND' : code === WANTS_LOGIN ? 'LOGIN_REQUIRED' : null);
  if (meaning !== null)
    return { error: new PlatformRefusal(meaning, `${ERROR_CATALOGUE[meaning].message} (${words || `code ${code ?? 0}`})`), isFinal: true };
  if (code === null && ASKS_FOR_CHECK.test(answer.text)) return { error: new PlatformRefusal('CAPTCHA'), isFinal: false };
  if (REFUSED_CODES.has(code ?? 0)) return { error: new PlatformRefusal('BLOCKED', TAKEN_FOR_PROGRAM), isFinal: false };
  if (answer.status !== 200) return { error: refusalOf(answer), isFinal: false };
  if ((code ?? 0) === 0) return null;
  const error = new PlatformChanged(
    'status_code',
    `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (Douyin's code ${code}${words ? `: ${words}` : ''})`,
  );
  return { error, isFinal: false };
}

function isWall(error: CommentdockError): boolean {
  return error instanceof PlatformRefusal;
}

function throughDoor(session: Session, door: DoorName, { path, query, page }: Call): Promise<Answer | CommentdockError> {
  const request = { url: SITE + path, query: { ...OF_PAGE, ...query }, accept: 'any' } as const;
  return orShut(
    door === 'plain'
      ? session.fetch({ ...request, headers: { referer: `${SITE}/` } })
      : session.inPage({ ...request, page: { url: page, ready: SIGNER, accept: 'any' } }),
  );
}
