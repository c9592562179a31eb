import {
  CommentdockError,
  ERROR_CATALOGUE,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
  TransientFailure,
} from '#core/contract/error.ts';
import type { ErrorCode } from '#core/contract/error.ts';

/** What a status says by itself (decisions.md, "Faults"). */
const REFUSED: Readonly<Record<number, ErrorCode>> = {
  401: 'LOGIN_REQUIRED',
  403: 'BLOCKED',
  404: 'NOT_FOUND',
  410: 'NOT_FOUND',
  451: 'GEO_BLOCKED',
};

/**
 * Statuses that pass by themselves: timeouts, too early and too often on our side of the numbers, all of the server's own. 420 is what
 * some sites say for 429.
 */
export function isPassing(status: number): boolean {
  return status === 408 || status === 420 || status === 425 || status === 429 || (status >= 500 && status < 600);
}

/**
 * The error of a status that nobody accepted.
 * @param retryAfterS what the host asks to wait, in seconds; null where it does not say
 */
export function errorOfStatus(status: number, host: string, retryAfterS: number | null): CommentdockError {
  const wait = retryAfterS === null ? {} : { secondsToWait: Math.ceil(retryAfterS) };
  const refused = REFUSED[status];
  if (refused) return new PlatformRefusal(refused, `${host} answered ${status}. ${ERROR_CATALOGUE[refused].message}`);
  if (status === 429 || status === 420) {
    const when = retryAfterS === null ? 'Retry later' : `Retry in ${spoken(retryAfterS)}`;
    return new ThrottledFailure(`${host} asks to slow down (${status}). ${when}; what was fetched is kept.`, wait);
  }
  if (isPassing(status))
    return new TransientFailure(`${host} has a problem of its own (status ${status}). Retry later; what was fetched is kept.`, wait);
  return new PlatformChanged('status', `${host} answered ${status}, which we do not know from it. An update of Commentdock may be needed.`);
}

/** `40 s`, `15 min`, `3 h`: rounded up. */
export function spoken(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  return seconds <= 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3_600)} h`;
}
