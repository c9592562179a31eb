/** How hosts say in headers when to ask again, and that an answer was the last one they give for now. */

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A pair of headers. `host`: it counts every request. `endpoint`: it counts requests of one kind, so that "nothing left" says nothing
 * about the others; a 429 is obeyed for the whole host all the same.
 */
interface LimitHeaders {
  readonly remaining: string;
  readonly reset: string;
  readonly counts: 'host' | 'endpoint';
  readonly source: string;
}

export const LIMIT_HEADERS: readonly LimitHeaders[] = [
  {
    remaining: 'ratelimit-remaining',
    reset: 'ratelimit-reset',
    counts: 'host',
    source: 'draft-ietf-httpapi-ratelimit-headers-02 (seconds); Bluesky (seconds since 1970)',
  },
  {
    remaining: 'x-ratelimit-remaining',
    reset: 'x-ratelimit-reset',
    counts: 'host',
    source: 'Mastodon, Vimeo (a date); Reddit (seconds); Disqus (seconds since 1970)',
  },
  { remaining: 'x-ratelimit-perhour-remaining', reset: 'x-ratelimit-perhour-reset', counts: 'host', source: 'Tumblr (seconds)' },
  { remaining: 'x-ratelimit-perday-remaining', reset: 'x-ratelimit-perday-reset', counts: 'host', source: 'Tumblr (seconds)' },
  { remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset-after', counts: 'endpoint', source: 'Discord (seconds)' },
  { remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset', counts: 'endpoint', source: 'X (seconds since 1970)' },
];

/** Above this a number is an instant in seconds, below it a time to wait: thirty years of waiting are not meant. */
const LEAST_EPOCH_S = 1e9;
const LEAST_EPOCH_MS = 1e12;

/**
 * Seconds that a header asks to wait, whichever form it has: seconds (with a fraction), seconds or milliseconds since 1970, an ISO
 * date, a date of HTTP. Null where it is none of these. Never negative.
 */
export function secondsUntil(text: string, nowMs: number): number | null {
  const value = text.trim();
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const number = Number(value);
    if (number >= LEAST_EPOCH_MS) return Math.max(0, (number - nowMs) / 1_000);
    return number >= LEAST_EPOCH_S ? Math.max(0, number - nowMs / 1_000) : number;
  }
  const isDate = /^[A-Z][a-z]{2,8}, \d/.test(value) || /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
  const dateMs = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, (dateMs - nowMs) / 1_000);
}

/** Seconds to wait after a refusal: Retry-After, else when the stated limit is filled again; null where nothing says. */
export function askedWaitSeconds(headers: Headers, status: number, nowMs: number): number | null {
  const retryAfter = headerOf(headers, 'retry-after');
  const asked = retryAfter === null ? null : secondsUntil(retryAfter, nowMs);
  if (asked !== null || status !== 429) return asked;
  const waits = statedLimits(headers, nowMs).filter(({ resetS }) => resetS > 0);
  // Of several limits those that are used up decide; where none says so, the nearest one does.
  const spent = waits.filter(({ remaining }) => remaining !== null && remaining < 1);
  if (spent.length > 0) return Math.max(...spent.map(({ resetS }) => resetS));
  return waits.length === 0 ? null : Math.min(...waits.map(({ resetS }) => resetS));
}

/** Seconds for which the host gives no further answer, after one that it did give; 0 where more are left, or nothing is said. */
export function spentForSeconds(headers: Headers, nowMs: number): number {
  return statedLimits(headers, nowMs)
    .filter(({ counts, remaining }) => counts === 'host' && remaining !== null && remaining < 1)
    .reduce((longest, { resetS }) => Math.max(longest, resetS), 0);
}

interface StatedLimit {
  readonly remaining: number | null;
  readonly resetS: number;
  readonly counts: LimitHeaders['counts'];
}

function statedLimits(headers: Headers, nowMs: number): readonly StatedLimit[] {
  const stated: StatedLimit[] = [];
  for (const { remaining, reset, counts } of LIMIT_HEADERS) {
    const resetText = headerOf(headers, reset);
    const resetS = resetText === null ? null : secondsUntil(resetText, nowMs);
    if (resetS !== null) stated.push({ remaining: numberOf(headerOf(headers, remaining)), resetS, counts });
  }
  return [...stated, ...structuredLimits(headerOf(headers, 'ratelimit'))];
}

/**
 * The one header of the later drafts of draft-ietf-httpapi-ratelimit-headers: `limit=100, remaining=0, reset=50` (03 to 06, 07) or
 * `"default";r=0;t=50`, one for each policy (08 and later).
 */
function structuredLimits(header: string | null): readonly StatedLimit[] {
  if (header === null) return [];
  const policies = header.includes(';') ? header.split(',') : [header];
  return policies.flatMap((policy) => {
    const value = (names: string): number | null => numberOf(new RegExp(`(?:^|[\\s,;])(?:${names})=(\\d+)`).exec(policy)?.[1] ?? null);
    const resetS = value('reset|t');
    return resetS === null ? [] : [{ remaining: value('remaining|r'), resetS, counts: 'host' as const }];
  });
}

function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
