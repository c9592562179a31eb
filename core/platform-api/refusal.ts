import { type CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { errorOfStatus } from '#core/contract/platform-status.ts';
import type { Answer } from '#core/platform-api/session.ts';

/**
 * What an answer other than 2xx means by the general rules, for platforms that take every answer (`accept: 'any'`) to
 * choose among several doors.
 */
export function refusalOf({ status, refusal }: Pick<Answer, 'status' | 'refusal'>): CommentdockError {
  return refusal ?? errorOfStatus(status, 'The platform', null);
}

/**
 * Which failure of two doors to tell. That a thing is not there is believed of a second door where the first one is shut, and not where
 * the form of the first has changed: the second may be gone with it.
 */
export function tellingOf(first: CommentdockError, second: CommentdockError): CommentdockError {
  return first instanceof PlatformChanged && second.code === 'NOT_FOUND' ? first : second;
}

/** As `refusalOf`, of an address that is the same for all things of a site: that it is not there says nothing about one of them. */
export function refusalOfCall(answer: Pick<Answer, 'status' | 'refusal'>): CommentdockError {
  const refusal = refusalOf(answer);
  return refusal.code === 'NOT_FOUND'
    ? new PlatformChanged('status', `The platform's own call answered with status ${answer.status}.`)
    : refusal;
}

/** True for an answer that only redirects. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** True for an HTML page where an API answers in JSON: it comes from what stands before the API. */
export function isWebPage({ text }: Pick<Answer, 'text'>): boolean {
  return text.trimStart().startsWith('<');
}
