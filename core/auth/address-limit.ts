import type { CountAttempts } from '#core/auth/attempts.ts';
import { type Asking, isForwarded, isLoopback } from '#core/auth/forwarded.ts';
import { callerNetwork, type Place } from '#core/auth/place.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** Counts each request by who asks, whatever it carries. @throws CommentdockError RATE_LIMIT_EXCEEDED */
export type AddressLimit = (request: Asking, place: Place) => void;

/** @param perMinute 0: no limit. Programs of this machine have none, unless a proxy speaks for somebody else. */
export function createAddressLimit(perMinute: number, count: CountAttempts): AddressLimit {
  const attempts = count('requests', perMinute);
  return (request, place) => {
    if (perMinute === 0 || (isLoopback(request.socket.remoteAddress) && !isForwarded(request))) return;
    const secondsToWait = attempts.take(callerNetwork(request, place));
    if (secondsToWait !== null) {
      const detail = `More than ${perMinute} requests in a minute from one address. Wait ${secondsToWait} seconds. COMMENTDOCK_ADDRESS_LIMIT says how many may be.`;
      throw new CommentdockError('RATE_LIMIT_EXCEEDED', detail, { secondsToWait });
    }
  };
}
