import { CommentdockError } from '#core/contract/error.ts';
import { tierOf } from '#core/contract/tier.ts';
import type { OwnerServices } from '#core/owner/context.ts';
import type { Caller } from '#core/operations/context.ts';
import { inSeconds, LIFTING, MINUTE_MS, waitMs } from '#core/owner/limits.ts';
import type { RequestLog } from '#core/owner/ports.ts';

/** What a caller may still ask in this minute. */
interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole limit is free again. */
  readonly resetAtMs: number;
  /** Null: the request may pass. Else whole seconds until one may. */
  readonly secondsToWait: number | null;
}

/** Requests of the last minute by token. */
export interface RateLimit {
  /** Counts a request, unless the limit is reached. */
  take(tokenUuid: string, limit: number, nowMs: number): Allowance;
}

/** A sliding window of one minute that goes on where the log of a former start ends. Refused requests do not count. */
export function createRateLimit(log: RequestLog, startedAtMs: number): RateLimit {
  const newestFirst = new Map<string, number[]>();
  for (const { tokenUuid, atMs } of log.since(startedAtMs - MINUTE_MS)) {
    newestFirst.set(tokenUuid, [atMs, ...(newestFirst.get(tokenUuid) ?? [])]);
  }
  return {
    take(tokenUuid, limit, nowMs) {
      const noted = log.isShared ? newestOf(log, tokenUuid, nowMs) : (newestFirst.get(tokenUuid) ?? []);
      const passed = noted.filter((atMs) => atMs > nowMs - MINUTE_MS);
      const wait = waitMs({ allowed: limit, windowMs: MINUTE_MS }, passed, 1, nowMs);
      if (wait === 0) {
        passed.unshift(nowMs);
        log.add(tokenUuid, nowMs);
      }
      if (!log.isShared) newestFirst.set(tokenUuid, passed);
      return {
        limit,
        remaining: Math.max(0, limit - passed.length),
        resetAtMs: (passed[0] ?? nowMs) + MINUTE_MS,
        secondsToWait: wait === 0 ? null : inSeconds(wait),
      };
    },
  };
}

function newestOf(log: RequestLog, tokenUuid: string, nowMs: number): number[] {
  return log
    .since(nowMs - MINUTE_MS)
    .flatMap((request) => (request.tokenUuid === tokenUuid ? [request.atMs] : []))
    .toReversed();
}

/**
 * Counts a request of a caller by the plan. Null: nothing is counted, since the owner's own hands and sandbox requests are
 * not limited. `refusal`: why this one may not pass.
 */
export function countRequest(
  { tokenUuid, clientId, sandbox }: Pick<Caller, 'tokenUuid' | 'clientId'> & { readonly sandbox: boolean },
  { config, settings, now }: Pick<OwnerServices, 'config' | 'settings' | 'now'>,
  rateLimit: RateLimit,
): { readonly allowance: Allowance; readonly refusal: CommentdockError | null } | null {
  const counted = tokenUuid ?? clientId;
  if (config.limits === 'off' || counted === null || sandbox) return null;
  const { requestsPerMinute } = tierOf(settings.plan());
  const allowance = rateLimit.take(counted, requestsPerMinute, now());
  const { secondsToWait } = allowance;
  if (secondsToWait === null) return { allowance, refusal: null };
  const detail = `More than ${requestsPerMinute} requests in a minute. Wait ${secondsToWait} seconds. ${LIFTING}`;
  return { allowance, refusal: new CommentdockError('RATE_LIMIT_EXCEEDED', detail, { secondsToWait }) };
}

/** Of a caller without a limit. */
export function fullAllowance(limit: number, nowMs: number): Allowance {
  return { limit, remaining: limit, resetAtMs: nowMs, secondsToWait: null };
}

/** The headers of interface.md's rate limit; the reset is in Unix seconds. */
export function allowanceHeaders({ limit, remaining, resetAtMs }: Allowance): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAtMs / 1000)),
  };
}
