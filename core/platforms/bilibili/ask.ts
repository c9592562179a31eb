// Calls of bilibili's API: one envelope with a code of its own for every answer.
import {
  CommentdockError,
  type ErrorCode,
  ERROR_CATALOGUE,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
} from '#core/contract/error.ts';
import { fetchAsDevice, RISK } from '#core/platforms/bilibili/device.ts';
import { type Envelope, envelopeSchema } from '#core/platforms/bilibili/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';

export const API = 'https://api.bilibili.com';
const HEADERS = { referer: 'https://www.bilibili.com/' };

/** Said by the site when an address is banned for a while, besides 403. */
const BANNED = 412;

/** What bilibili's codes mean. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [12002, 'COMMENTS_DISABLED'],
  [12061, 'COMMENTS_DISABLED'],
  [-404, 'NOT_FOUND'],
  [62002, 'NOT_FOUND'],
  [62004, 'NOT_FOUND'],
  [RISK, 'BLOCKED'],
  [-403, 'BLOCKED'],
  [-412, 'BLOCKED'],
  [-799, 'RATE_LIMITED'],
  [-101, 'LOGIN_REQUIRED'],
  [22115, 'PRIVATE'],
]);
/** No other door says anything else. */
const FINAL = new Set([12002, 12061, -404, 62002, 62004]);
const GONE = /不存在|已删除|已被删除|已失效|未找到|找不到/;

/** A refusal by a code in a well-formed answer. */
export interface Refused {
  readonly error: CommentdockError;
  readonly code: number | null;
  readonly isFinal: boolean;
}

/**
 * The data of a call.
 * @throws CommentdockError what its code, or its status, says
 */
export async function askBilibili(session: Session, request: PlatformRequest): Promise<Envelope> {
  const answer = await send(session, request);
  if (answer.status === BANNED) throw blocked(`status ${BANNED}`);
  const envelope = answer.json(envelopeSchema);
  if (envelope.code !== 0) throw errorOf(envelope);
  return envelope;
}

/** As `askBilibili`; a refusal is handed back, so that another door can be tried. */
export async function askOrRefused(session: Session, request: PlatformRequest): Promise<Envelope | Refused> {
  const outcome = await orShut(envelopeOf(session, request));
  return outcome instanceof CommentdockError ? { error: outcome, code: null, isFinal: false } : outcome;
}

async function envelopeOf(session: Session, request: PlatformRequest): Promise<Envelope | Refused> {
  const answer = await send(session, request);
  if (answer.status === BANNED) return { error: blocked(`status ${BANNED}`), code: null, isFinal: false };
  const envelope = answer.json(envelopeSchema);
  if (envelope.code === 0) return envelope;
  return { error: errorOf(envelope), code: envelope.code, isFinal: FINAL.has(envelope.code) };
}

function send(session: Session, request: PlatformRequest): Promise<Answer> {
  return fetchAsDevice(session, { ...request, headers: HEADERS, accept: [BANNED] }, isRisk);
}

function isRisk(answer: Answer): boolean {
  return answer.status === 200 && answer.isJson && answer.json(envelopeSchema).code === RISK;
}

export function blocked(why: string): PlatformRefusal {
  return new PlatformRefusal(
    'BLOCKED',
    `bilibili refuses this machine for now (${why}). Wait some hours, give the cookies of your session (SESSDATA), or choose another route (options.vpn).`,
  );
}

function errorOf({ code, message }: Envelope): CommentdockError {
  const words = message ?? '';
  const said = words === '' || words === String(code) ? `(code ${code})` : `(code ${code}: ${words})`;
  const meaning = CODES.get(code) ?? (GONE.test(words) ? 'NOT_FOUND' : undefined);
  if (meaning === undefined) return new PlatformChanged('code', `bilibili answers with a code that we do not know ${said}.`);
  if (meaning === 'RATE_LIMITED') return new ThrottledFailure(`${ERROR_CATALOGUE.RATE_LIMITED.message} ${said}`);
  return meaning === 'BLOCKED' ? blocked(`code ${code}`) : new PlatformRefusal(meaning, `${ERROR_CATALOGUE[meaning].message} ${said}`);
}
