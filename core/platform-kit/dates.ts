import { PlatformChanged } from '#core/contract/error.ts';

/** An instant of the platform as ISO 8601 UTC with milliseconds; null where it is absent, 0 or no date. */
export function isoFromSeconds(seconds: number | null | undefined): string | null {
  return seconds ? isoFromMs(seconds * 1000) : null;
}

export function isoFromMs(ms: number | null | undefined): string | null {
  if (!ms) return null;
  const date = new Date(Math.floor(ms));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Seconds, and nanoseconds where there are any, as Google writes an instant in an array. */
export function isoFromInstant(instant: readonly (number | null | undefined)[] | null | undefined): string | null {
  const [seconds, nanos] = instant ?? [];
  return seconds ? isoFromMs(seconds * 1000 + Math.floor((nanos ?? 0) / 1_000_000)) : null;
}

const OFFSET = /[+-]\d{2}:?\d{2}$/;
const YEAR = /\d{4}/;

/** Text with an offset or `Z`; a bare `YYYY-MM-DD` is midnight UTC. Null for what names no year: `Date` takes "May 1" and "page 5" for days of 2001. */
export function isoFromText(text: string | null | undefined): string | null {
  if (!text || !YEAR.test(text.replace(OFFSET, ''))) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const ZONE = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i;

/** As `isoFromText`, with text that names no offset taken as UTC. */
export function isoFromUtcText(text: string | null | undefined): string | null {
  const hasTime = text?.includes(':') === true;
  return isoFromText(hasTime && !ZONE.test(text) ? `${text}Z` : text);
}

/** True where an instant lies before a bound in Unix seconds; false where either is unknown. */
export function isBefore(iso: string | null | undefined, seconds: number | null): boolean {
  return iso != null && seconds !== null && Date.parse(iso) < seconds * 1000;
}

/** A moment as a platform writes it: a number of whatever unit, or text as `isoFromUtcText` takes it. */
type Moment = number | string | null | undefined;

/**
 * Whether something was changed after it was written. Platforms write "never" as null, 0, an empty text, a date before all others, or the very
 * moment of writing. Null where nothing is said of changes: `changed` is left out, or no date.
 */
export function isEditedAfter(written: Moment, changed: Moment): boolean | null {
  if (changed === undefined) return null;
  const last = ordinalOf(changed);
  return Number.isNaN(last) ? null : last > (ordinalOf(written) || 0);
}

function ordinalOf(moment: Moment): number {
  if (typeof moment === 'number') return moment;
  if (moment == null || moment.trim() === '') return 0;
  return Date.parse(isoFromUtcText(moment.trim()) ?? '');
}

/**
 * As `isoFromUtcText`, with null only where nothing is stated. `at`: where in the answer the text stands.
 * @throws PlatformChanged for words that are no date
 */
export function statedInstant(text: string | null | undefined, at: string): string | null {
  if (text == null || text.trim() === '') return null;
  const instant = isoFromUtcText(text.trim());
  if (instant === null) throw new PlatformChanged(at);
  return instant;
}
