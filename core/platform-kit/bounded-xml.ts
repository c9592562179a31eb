import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import { inDigits, XML_CEILING } from '#core/platform-kit/ceilings.ts';

/** What begins with these ends with those, and holds no elements. */
const SPANS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Looks through the text of a document once, before anything is made of it. What is no XML passes: the parser says so.
 * @throws CeilingExceeded; PlatformChanged at `at` where it declares a document type: none of our sources has one, and its entities could
 *   be made to grow without end
 */
export function checkXml(text: string, at: string): void {
  let nodes = 0;
  let depth = 0;
  for (let start = text.indexOf('<'); start !== -1;) {
    const span = SPANS.find(([opening]) => text.startsWith(opening, start));
    const end = span === undefined ? endOfTag(text, start) : text.indexOf(span[1], start + span[0].length);
    if (end === -1) return;
    if (span === undefined) {
      if (text.charAt(start + 1) === '!') throw new PlatformChanged(at);
      nodes += 1 + attributesIn(text, start, end);
      if (text.charAt(start + 1) === '/') depth -= 1;
      else if (text.charAt(end - 1) !== '/') depth += 1;
    }
    if (nodes > XML_CEILING.nodes) throw new CeilingExceeded(`${inDigits(XML_CEILING.nodes)} nodes of XML`);
    if (depth > XML_CEILING.depth) throw new CeilingExceeded(`${inDigits(XML_CEILING.depth)} levels of XML`);
    start = text.indexOf('<', end);
  }
}

/** Where the `>` stands that ends the tag; those within quotes do not. -1 where none does. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (quote !== '') quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at;
  }
  return -1;
}

/** At most so many: those within values count too. */
function attributesIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text.charAt(at) === '=') count += 1;
  return count;
}
