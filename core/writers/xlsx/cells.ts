import { textElement } from '#core/writers/xlsx/cell-text.ts';
import { STYLE } from '#core/writers/xlsx/styles.ts';

const MS_PER_DAY = 86_400_000;
/** 1970-01-01 in days as Excel counts them. */
const UNIX_EPOCH_SERIAL = 25_569;
/** 1900-03-01: Excel's calendar has a 29 February 1900, so that earlier days are off by one. */
const FIRST_RELIABLE_SERIAL = 61;
/** The day after 9999-12-31. */
const SERIAL_LIMIT = 2_958_466;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;
const DAY_LENGTH = 'yyyy-mm-dd'.length;
/** Excel keeps 15 digits of a number: a longer integer is an id and stays text. */
const FIRST_INEXACT_INTEGER = 1e15;

/** The name of a column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A cell with text; never a formula, whatever the text begins with. `reference` as in "B7". */
export function textCell(reference: string, text: string, style: number): string {
  return `<c r="${reference}"${styleAttribute(style)} t="inlineStr"><is>${textElement(text)}</is></c>`;
}

/** A cell whose text stands in the workbook's table of shared strings. */
export function sharedTextCell(reference: string, index: number, style: number): string {
  return `<c r="${reference}"${styleAttribute(style)} t="s"><v>${index}</v></c>`;
}

/** A cell with a number that `isExact`. */
export function numberCell(reference: string, value: number, style: number): string {
  return `<c r="${reference}"${styleAttribute(style)}><v>${value}</v></c>`;
}

/** Whether a cell can hold the number as it is; else its digits must be text. */
export function isExact(value: number): boolean {
  return Number.isFinite(value) && (Math.abs(value) < FIRST_INEXACT_INTEGER || !Number.isInteger(value));
}

/** A true date in UTC; what is no ISO date, or lies outside of Excel's calendar, stays text. */
export function dateCell(reference: string, iso: string, style: number): string {
  const serial = serialOf(iso);
  return serial === null ? textCell(reference, iso, STYLE.plain) : `<c r="${reference}" s="${style}"><v>${serial}</v></c>`;
}

/** Whether an ISO date names a day and no time. */
export function isDay(iso: string): boolean {
  return iso.length === DAY_LENGTH;
}

/**
 * Days since 1899-12-30, UTC; null for what is no ISO date or lies outside of Excel's calendar. Written in all its
 * digits: LibreOffice shows the second before where the fraction is a little too small.
 */
export function serialOf(iso: string): number | null {
  if (!ISO_DATE.test(iso)) return null;
  const serial = Date.parse(iso) / MS_PER_DAY + UNIX_EPOCH_SERIAL;
  return serial >= FIRST_RELIABLE_SERIAL && serial < SERIAL_LIMIT ? serial : null;
}

function styleAttribute(style: number): string {
  return style === STYLE.plain ? '' : ` s="${style}"`;
}
