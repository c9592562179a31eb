/** UTF-16 units that a cell of Excel holds. */
export const CELL_TEXT_LIMIT = 32_767;

/** Ends a text that was cut. */
export const CUT_MARK = '… [cut at 32,767 characters; whole in CSV and JSON]';

/** Text that goes into XML as it stands has none of these. */
const NEEDS_CARE = /[&<>\u0000-\u001F\uFFFE\uFFFF]|_x|^ | $/;
/** How a reader would take an underscore for the start of an escape: what follows it ends in one, or in what becomes one. */
const REST_OF_ESCAPE = /^x[0-9A-Fa-f]{4}(?:_|[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF])/;
const ESCAPE_LENGTH = 7;
const UNDERSCORE = 0x5f;
const FIRST_NONCHARACTER = 0xfffe;
/** What stands for a code unit in XML; null: it stands for itself. Beyond these only underscores and noncharacters matter. */
const LOW_ESCAPES: readonly (string | null)[] = Array.from({ length: 0x40 }, (_, code) => escapeOfLow(code));
const KEEPS_ITS_BLANKS = /^\s|\s$|[\t\n]/;

/** By code: 1 for signs that need no care anywhere within a text. */
export const PLAIN_ASCII: Uint8Array = Uint8Array.from({ length: 0x7f }, (_, code) =>
  code >= 0x20 && !'&<>_'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Most text is: it fits a cell and can be put between `<t>` and `</t>` as it stands. */
export function isPlainText(text: string): boolean {
  return text.length <= CELL_TEXT_LIMIT && !NEEDS_CARE.test(text);
}

/** Whether an element made by `textElement` may hold an escape. */
export function mayHoldEscapes(element: string): boolean {
  return element.includes('_x');
}

/**
 * The content of a string cell: `<t>` with the text in it, cut to what a cell holds. What XML cannot carry is written
 * as `_xHHHH_` and an underscore that would read as such as `_x005F_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring). A lone
 * surrogate becomes U+FFFD where the text is encoded.
 */
export function textElement(text: string): string {
  const fitting = cutToCell(text);
  const escaped = escapeText(fitting);
  return KEEPS_ITS_BLANKS.test(fitting) ? `<t xml:space="preserve">${escaped}</t>` : `<t>${escaped}</t>`;
}

/** `text`, or as much of it as a cell holds together with the mark. A surrogate pair is never torn. */
function cutToCell(text: string): string {
  if (text.length <= CELL_TEXT_LIMIT) return text;
  const end = CELL_TEXT_LIMIT - CUT_MARK.length;
  const last = text.charCodeAt(end - 1);
  const tearsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, tearsPair ? end - 1 : end) + CUT_MARK;
}

/** An attribute's value, between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function escapeText(text: string): string {
  let escaped = '';
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= LOW_ESCAPES.length && code !== UNDERSCORE && code < FIRST_NONCHARACTER) continue;
    const escape = code < LOW_ESCAPES.length ? LOW_ESCAPES[code] : escapeOfHigh(code, text, at);
    if (escape === null || escape === undefined) continue;
    escaped += text.slice(done, at) + escape;
    done = at + 1;
  }
  return done === 0 ? text : escaped + text.slice(done);
}

/** XML 1.0 has no form for control characters, and its parsers turn a carriage return into a line feed. */
function escapeOfLow(code: number): string | null {
  const markup = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }[String.fromCharCode(code)];
  if (markup !== undefined) return markup;
  return code < 0x20 && code !== 0x09 && code !== 0x0a ? hexEscape(code) : null;
}

function escapeOfHigh(code: number, text: string, at: number): string | null {
  if (code >= FIRST_NONCHARACTER) return hexEscape(code);
  return REST_OF_ESCAPE.test(text.slice(at + 1, at + ESCAPE_LENGTH)) ? hexEscape(UNDERSCORE) : null;
}

function hexEscape(code: number): string {
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
