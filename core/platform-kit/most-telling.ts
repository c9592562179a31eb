import { type CommentdockError, type ErrorCode, PlatformRefusal } from '#core/contract/error.ts';

/**
 * What is told of several doors that are shut for different reasons: the refusal whose code stands first in `order`, and those whose code
 * is not in it last. BLOCKED where no door said anything.
 */
export function mostTelling(refusals: readonly CommentdockError[], order: readonly ErrorCode[]): CommentdockError {
  const rank = ({ code }: CommentdockError): number => (order.includes(code) ? order.indexOf(code) : order.length);
  return refusals.toSorted((one, other) => rank(one) - rank(other))[0] ?? new PlatformRefusal('BLOCKED');
}
