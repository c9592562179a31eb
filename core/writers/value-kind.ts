import type { CellValue, Column } from '#core/contract/columns.ts';

/** Of what kind the values of a column are, for files whose columns have types. `instant`: ISO 8601 in UTC, to the millisecond at best. */
export type ValueKind = 'integer' | 'fraction' | 'boolean' | 'instant' | 'text';

const BITS = { integer: 1, fraction: 2, boolean: 4, instant: 8, text: 16 } as const satisfies Record<ValueKind, number>;
/** More digits of a second would be lost. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** The kind of one value as a bit; 0 for an empty cell. Only columns of dates hold instants: what looks like one elsewhere is text. */
export function kindsOf(value: CellValue, { type, isFraction }: Pick<Column, 'type' | 'isFraction'>): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return BITS.boolean;
  if (typeof value === 'number') return isFraction !== true && Number.isSafeInteger(value) ? BITS.integer : BITS.fraction;
  return type === 'date' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)) ? BITS.instant : BITS.text;
}

/** The one kind that holds values of all these. Numbers mix; anything else that does is text. */
export function kindOfKinds(kinds: number): ValueKind {
  if (kinds === BITS.integer) return 'integer';
  if (kinds === BITS.boolean) return 'boolean';
  if (kinds === BITS.instant) return 'instant';
  return kinds !== 0 && (kinds & ~(BITS.integer | BITS.fraction)) === 0 ? 'fraction' : 'text';
}

/** What the values of one of our own columns are whatever the rows; 0 where only they can tell: dates are as their platform wrote them. */
export function certainKinds({ type, isFraction }: Pick<Column, 'type' | 'isFraction'>): number {
  if (type === 'number') return isFraction === true ? BITS.fraction : BITS.integer;
  if (type === 'date') return 0;
  return type === 'boolean' ? BITS.boolean : BITS.text;
}
