import { CommentdockError } from '#core/contract/error.ts';

/** What a date of the command line may be, for helps. */
export const DATES = 'a day, month or year (2026-01-31), an instant, or Unix seconds';

const UNIX_SECONDS = /^\d{9,11}$/;
const ISO_DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A date of the command line in Unix seconds: Unix seconds themselves, an ISO 8601 instant (UTC without an offset), or a day,
 * month or year, which means its first second for `from` and its last one for `until`.
 * @throws CommentdockError INVALID_REQUEST naming the flag
 */
export function secondsOfFlag(flag: string, text: string, edge: 'from' | 'until'): number {
  const given = text.trim();
  if (UNIX_SECONDS.test(given)) return Number(given);
  const seconds = ISO_INSTANT.test(given) ? secondsOf(withOffset(given)) : secondsOfDate(given, edge);
  if (Number.isFinite(seconds)) return seconds;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `${flag} is "${text}"; give a date such as 2026-01-31, an instant such as 2026-01-31T18:00Z, or Unix seconds.`,
  );
}

function withOffset(instant: string): string {
  return /(?:Z|[+-]\d{2}:?\d{2})$/.test(instant) ? instant : `${instant}Z`;
}

function secondsOfDate(text: string, edge: 'from' | 'until'): number {
  const [, year, month, day] = ISO_DATE.exec(text) ?? [];
  const first = secondsOf(`${year}-${month ?? '01'}-${day ?? '01'}T00:00Z`);
  // Date takes the 31st of a short month for the 1st of the next one.
  const isReal = new Date(first * 1000).toJSON()?.startsWith(text) ?? false;
  if (!isReal || edge === 'from') return isReal ? first : Number.NaN;
  const [y, m, d] = [Number(year), Number(month ?? 12), day === undefined ? null : Number(day)];
  return (d === null ? Date.UTC(y, m, 1) : Date.UTC(y, m - 1, d + 1)) / 1000 - 1;
}

function secondsOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}
