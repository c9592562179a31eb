import { AsciiLines } from '#core/writers/xlsx/ascii-lines.ts';
import { escapeAttribute } from '#core/writers/xlsx/cell-text.ts';
import { RELATIONSHIPS_HEAD, RELATIONSHIPS_TAIL, RELATIONSHIP_NAMESPACE } from '#core/writers/xlsx/parts.ts';

/** Excel takes no longer address for a link. */
const LINK_TEXT_LIMIT = 2_079;
/** An address that needs no rewriting to be a valid target. */
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?][\w\-.~:/?@!$&'()*+,;=]*)?(?:#[\w\-.~:/?@!$&'()*+,;=]*)?$/i;
const WEB_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
/** Signs that the URL standard leaves as they are and Excel's own check of targets (RFC 3986) does not take. */
const UNSAFE_SIGNS = /[[\]{}|\\^`"<>]|%(?![0-9A-Fa-f]{2})|(?<=#.*)#/g;

/** The links of one sheet. They stand behind its rows, and their targets in a file beside it. */
export class SheetLinks {
  readonly #limit: number;
  readonly #cells = new AsciiLines();
  readonly #targets = new AsciiLines();
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Makes the cell a link if its text is an address and there is room for one more. */
  add(cell: string, text: string): boolean {
    if (this.isFull) return false;
    const target = linkTarget(text);
    if (target === null) return false;
    this.#cells.push(cell);
    this.#targets.push(target);
    this.#count += 1;
    return true;
  }

  get isFull(): boolean {
    return this.#count >= this.#limit;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The sheet's `<hyperlinks>`, in pieces. */
  *elements(): Generator<string> {
    if (this.isEmpty) return;
    yield '<hyperlinks>';
    let number = 0;
    for (const cell of this.#cells) yield `<hyperlink ref="${cell}" r:id="rId${++number}"/>`;
    yield '</hyperlinks>';
  }

  /** The file of the relationships that the links point to, in pieces. */
  *relationships(): Generator<string> {
    yield RELATIONSHIPS_HEAD;
    let number = 0;
    for (const target of this.#targets) {
      yield `<Relationship Id="rId${++number}" Type="${RELATIONSHIP_NAMESPACE}/hyperlink" Target="${escapeAttribute(target)}" TargetMode="External"/>`;
    }
    yield RELATIONSHIPS_TAIL;
  }
}

/** The address as a workbook takes it for a link: a web or mail address in RFC 3986 form. Null: not one. */
function linkTarget(text: string): string | null {
  if (text.length > LINK_TEXT_LIMIT) return null;
  if (PLAIN_URL.test(text)) return text;
  if (/\s/.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !WEB_PROTOCOLS.has(url.protocol) || /[[\]]/.test(url.host)) return null;
  const target = url.href.replace(UNSAFE_SIGNS, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return target.length > LINK_TEXT_LIMIT ? null : target;
}
