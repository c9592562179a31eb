import { type CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import type { Answer } from '#core/platforms/session.ts';

/**
 * What an answer other than 2xx means by the general rules, for platforms that take every answer (`accept: 'any'`) to
 * choose among several doors.
 */
export function refusalOf({ status, refusal }: Pick<Answer, 'status' | 'refusal'>): CommentdockError {
  if (refusal) return refusal;
  if (status === 401) return new PlatformRefusal('LOGIN_REQUIRED');
  if (status === 403) return new PlatformRefusal('BLOCKED');
  if (status === 404 || status === 410) return new PlatformRefusal('NOT_FOUND');
  if (status === 429) return new ThrottledFailure();
  if (status === 451) return new PlatformRefusal('GEO_BLOCKED');
  if (status >= 500) return new TransientFailure(`The platform answered with status ${status}.`);
  return new PlatformChanged('status', `The platform answered with status ${status}.`);
}

/** True for an answer that only points elsewhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** True for an HTML page where an API answers in JSON: it comes from what stands before the API. */
export function isWebPage({ text }: Pick<Answer, 'text'>): boolean {
  return text.trimStart().startsWith('<');
}
