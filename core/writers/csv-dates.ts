import type { CsvDialect } from '#core/contract/layout.ts';

/** A date as a file has it; null: as it stands. */
export type WriteDate = (iso: string, precision: 'day' | 'instant') => string | null;

const DAY_MS = 86_400_000;
/** Day number of 1970-01-01 where 1 is 1900-01-01, as spreadsheets count. */
const DAYS_BEFORE_1970 = 25_569;
/** A hundredth of a second is what is left of a day number. */
const PARTS_OF_A_DAY = 1e8;

/** How dates are written in this style; null: as they are. A `day` is the same day in every time zone. */
export function datesOf(style: NonNullable<CsvDialect['dates']>, timeZone: string): WriteDate | null {
  if (style === 'iso') return null;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const local: WriteDate = (iso, precision) => {
    const ms = Date.parse(iso);
    if (Number.isNaN(ms)) return null;
    return precision === 'day' ? new Date(ms).toISOString().slice(0, 10) : clock.format(ms);
  };
  if (style === 'local') return local;
  return (iso, precision) => {
    const text = local(iso, precision);
    // What a clock shows, as if it were UTC: a day number has no time zone.
    const ms = text === null ? Number.NaN : Date.parse(precision === 'day' ? text : `${text.replace(' ', 'T')}Z`);
    return Number.isNaN(ms) ? null : String(Math.round((ms / DAY_MS + DAYS_BEFORE_1970) * PARTS_OF_A_DAY) / PARTS_OF_A_DAY);
  };
}
