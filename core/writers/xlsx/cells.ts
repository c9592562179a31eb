import { textElement } from '#core/writers/xlsx/cell-text.ts';
import { STYLE } from '#core/writers/xlsx/styles.ts';

const MS_PER_DAY = 86_400_000;
/** 1970-01-01 in days as Excel counts them. */
const UNIX_EPOCH_SERIAL = 25_569;
/** 1900-03-01: Excel's calendar has a 29 February 1900, so that earlier days are off by one. */
const FIRST_RELIABLE_SERIAL = 61;
/** The day after 9999-12-31. */
const SERIAL_LIMIT = 2_958_466;
const PARTS_PER_DAY = 1e9;
const PARTS_PER_MS = PARTS_PER_DAY / MS_PER_DAY;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const DAY_LENGTH = 'yyyy-mm-dd'.length;
/** Excel keeps 15 digits of a number: a longer integer is an id and stays text. */
const FIRST_INEXACT_INTEGER = 1e15;

/** The name of a column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A cell with text, from behind its reference on; never a formula, whatever the text begins with. */
export function textCell(text: string, style: number): string {
  return elementCell(textElement(text), style);
}

/** The same for text that is an element (`textElement`) already. */
export function elementCell(element: string, style: number): string {
  return `"${styleAttribute(style)} t="inlineStr"><is>${element}</is></c>`;
}

/** A cell whose text stands in the workbook's table of shared strings, from behind its reference on. */
export function sharedTextCell(index: number, style: number): string {
  return `"${styleAttribute(style)} t="s"><v>${index}</v></c>`;
}

/** A cell with a number that `isExact`, or with its digits, from behind its reference on. */
export function numberCell(value: number | string, style: number): string {
  return `"${styleAttribute(style)}><v>${value}</v></c>`;
}

/** Whether a cell can hold the number as it is; else its digits must be text. */
export function isExact(value: number): boolean {
  return Number.isFinite(value) && (Math.abs(value) < FIRST_INEXACT_INTEGER || !Number.isInteger(value));
}

/** Whether an ISO date names a day and no time. */
export function isDay(iso: string): boolean {
  return iso.length === DAY_LENGTH;
}

/**
 * Days since 1899-12-30, UTC, as digits; null for what is no ISO date or lies outside of Excel's calendar. Nine digits of
 * a day are 86 microseconds, fine enough for every millisecond to read back, and quicker than all digits of the number.
 * Rounded up: LibreOffice shows the second before where the fraction is a little too small.
 */
export function serialOf(iso: string): string | null {
  if (!ISO_DATE.test(iso)) return null;
  const ms = Date.parse(iso);
  const day = Math.floor(ms / MS_PER_DAY);
  const serial = day + UNIX_EPOCH_SERIAL;
  if (!(serial >= FIRST_RELIABLE_SERIAL && serial < SERIAL_LIMIT)) return null;
  const parts = Math.ceil((ms - day * MS_PER_DAY) * PARTS_PER_MS);
  return parts === 0 ? String(serial) : `${serial}.${String(PARTS_PER_DAY + parts).slice(1)}`;
}

function styleAttribute(style: number): string {
  return style === STYLE.plain ? '' : ` s="${style}"`;
}
