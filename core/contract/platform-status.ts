import {
  CommentdockError,
  ERROR_CATALOGUE,
  type ErrorCode,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
  TransientFailure,
} from '#core/contract/error.ts';

/** What a status says by itself (decisions.md, "Faults"). */
const REFUSED: Readonly<Record<number, ErrorCode>> = {
  401: 'LOGIN_REQUIRED',
  403: 'BLOCKED',
  404: 'NOT_FOUND',
  410: 'NOT_FOUND',
  451: 'GEO_BLOCKED',
};
/** Too often; 420 is what some sites say for 429. */
const THROTTLED: ReadonlySet<number> = new Set([420, 429]);
/** A timeout and too early: on our side of the numbers, and passing by themselves as all of the server's own do. */
const PASSING: ReadonlySet<number> = new Set([408, 425]);

/**
 * The error of a platform's status that nobody accepted: its class says whether the request is tried again.
 * @param who the host, or whoever else answered
 * @param retryAfterS what the host asks to wait, in seconds; null where it does not say
 */
export function errorOfStatus(status: number, who: string, retryAfterS: number | null): CommentdockError {
  const wait = retryAfterS === null ? {} : { secondsToWait: Math.ceil(retryAfterS) };
  const refused = REFUSED[status];
  if (refused) return new PlatformRefusal(refused, `${who} answered ${status}. ${ERROR_CATALOGUE[refused].message}`);
  if (THROTTLED.has(status)) {
    const when = retryAfterS === null ? 'Retry later' : `Retry in ${spoken(retryAfterS)}`;
    return new ThrottledFailure(`${who} asks to slow down (${status}). ${when}; what was fetched is kept.`, wait);
  }
  if (PASSING.has(status) || (status >= 500 && status < 600))
    return new TransientFailure(`${who} has a problem of its own (status ${status}). Retry later; what was fetched is kept.`, wait);
  return new PlatformChanged('status', `${who} answered ${status}, which we do not know from it. An update of Commentdock may be needed.`);
}

/** `40 s`, `15 min`, `3 h`: rounded up. */
export function spoken(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  return seconds <= 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
