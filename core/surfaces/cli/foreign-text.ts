/**
 * What steers a terminal instead of being shown by it: control characters (C1 too: U+009B begins a sequence as ESC [ does), what turns the
 * direction of a line, and the line ends of Unicode.
 */
const STEERING = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;
const RUN_OF_STEERING = new RegExp(`${STEERING.source}+`, 'gu');
const RUN_OF_BLANKS = /[\t\n\v\f\r]+/g;

/**
 * A line with names and texts of strangers, as a terminal may have it: line ends are blanks, the rest of what steers stands there as `\u001b`.
 * JSON stays the same value: within its texts that is how such a character is written.
 */
export function inertLine(line: string): string {
  return line.replace(RUN_OF_BLANKS, ' ').replace(STEERING, escapeOf);
}

/** As `inertLine`, for the cell of a table, where what steers is left out. */
export function inertCell(text: string): string {
  return text.replace(RUN_OF_STEERING, ' ');
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
