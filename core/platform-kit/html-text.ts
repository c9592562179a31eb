import { decodeHTML, decodeXML } from 'entities';
import { readHtml } from '#core/platform-kit/html-reading.ts';

export type HtmlAttributes = Readonly<Record<string, string>>;

/** Where a platform's HTML is made plain otherwise than a browser shows it. */
export interface HtmlTextRules {
  /**
   * White space outside `pre`. collapse (default): a run is one blank. keepNewlines: newlines stay, other runs are one
   * blank. keepBlanks: blanks stay, a newline is one blank. Beside a tag that breaks the line none of it counts.
   */
  readonly whiteSpace?: WhiteSpace;
  /** What stands for a link; default: its visible text. */
  readonly link?: (link: { readonly href: string | null; readonly text: string; readonly attributes: HtmlAttributes }) => string;
  /** What stands for a picture; default: nothing. */
  readonly image?: (attributes: HtmlAttributes) => string;
  /** What stands for an element with all it holds, written as it is; null (default): the element is read as any other. */
  readonly instead?: (tag: string, attributes: HtmlAttributes) => string | null;
  /** Elements of which the address of their first link is all that is left, on a line of its own (the preview of a page). */
  readonly linkAlone?: (tag: string, attributes: HtmlAttributes) => boolean;
  /** What parts the cells of a table row; default: a tab. */
  readonly cell?: string;
  /** Elements left out with all they hold, besides scripts and styles. */
  readonly omit?: (tag: string, attributes: HtmlAttributes) => boolean;
  /** Elements set off by a blank line; default: those a browser gives a margin. Other blocks begin a line. */
  readonly blankLine?: ReadonlySet<string>;
}

type WhiteSpace = 'collapse' | 'keepNewlines' | 'keepBlanks';

const BLANK_LINE = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const OWN_LINE = new Set([
  'address',
  'article',
  'aside',
  'body',
  'center',
  'dd',
  'details',
  'div',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'section',
  'summary',
  'table',
  'tr',
  ...BLANK_LINE,
]);
const LISTS = new Set(['ul', 'ol', 'dl']);
const NEVER_SHOWN = new Set(['script', 'style', 'template', 'head', 'title', 'noscript']);
const MOST_BREAKS = 2;

const ANY_SPACE = ' \t\n\f\r';

/** `edge`: characters that are dropped at the ends of a line; `inner`: what the rest becomes. */
const WHITE_SPACE: Record<WhiteSpace, { edge: string; inner: (text: string) => string }> = {
  collapse: { edge: ANY_SPACE, inner: (text) => text.replace(/[ \t\n\f\r]+/g, ' ') },
  keepNewlines: {
    edge: ANY_SPACE,
    inner: (text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[ \t\f]+/g, ' ')
        .replace(/ (?=\n)/g, '')
        .replace(/\n{3,}/g, '\n\n'),
  },
  keepBlanks: { edge: '\n\r', inner: (text) => text.replace(/\r\n?|\n/g, ' ') },
};

/**
 * HTML as the plain text a browser shows: entities decoded, `<br>` one newline, a paragraph a blank line, never more than
 * one blank line in a row, white space one blank; in `pre` everything stays. An empty string where nothing is shown.
 */
export function htmlToText(html: string, rules: HtmlTextRules = {}): string {
  const reader = new TextReader(rules);
  readHtml(html, {
    onopentag: (tag, attributes) => reader.open(tag, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (tag) => reader.close(tag),
  });
  return reader.result();
}

/** Character references decoded once, as HTML has them (`&nbsp;`, `&#39;`); tags stay as they are. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}

/** Only `&amp; &lt; &gt; &quot; &apos;` and numeric references decoded, once. */
export function decodeXmlEntities(text: string): string {
  return text.includes('&') ? decodeXML(text) : text;
}

interface OpenLink {
  readonly attributes: HtmlAttributes;
  readonly outer: LineWriter;
}

/** Follows the tags of one piece of HTML, each opened and closed, and tells a writer what they mean. */
export class TextReader {
  private readonly rules: HtmlTextRules;
  private readonly blankLine: ReadonlySet<string>;
  private writer: LineWriter;
  private link: OpenLink | null = null;
  /** How many open elements are left out: the parser closes each that it opened. */
  private omitted = 0;
  private listDepth = 0;
  /** The element whose first link alone is left, while it is open: how many elements are open in it. */
  private alone: { depth: number; isFound: boolean } | null = null;

  constructor(rules: HtmlTextRules = {}) {
    this.rules = rules;
    this.blankLine = rules.blankLine ?? BLANK_LINE;
    this.writer = new LineWriter(rules.whiteSpace ?? 'collapse');
  }

  open(tag: string, attributes: HtmlAttributes): void {
    if (this.alone !== null) return this.openAlone(this.alone, tag, attributes);
    if (this.omitted === 0 && this.rules.linkAlone?.(tag, attributes)) {
      this.writer.breakLine(1);
      this.alone = { depth: 0, isFound: false };
      return;
    }
    const instead = this.omitted > 0 ? null : (this.rules.instead?.(tag, attributes) ?? null);
    if (this.omitted > 0 || instead !== null || NEVER_SHOWN.has(tag) || this.rules.omit?.(tag, attributes)) {
      if (instead !== null) this.writer.word(instead);
      this.omitted += 1;
      return;
    }
    if (tag === 'br') this.writer.newline();
    else if (tag === 'img') this.writer.word(this.rules.image?.(attributes) ?? '');
    else if (tag === 'a') this.openLink(attributes);
    else if (tag === 'td' || tag === 'th') this.writer.cell(this.rules.cell ?? '\t');
    else this.block(tag);
    if (LISTS.has(tag)) this.listDepth += 1;
    if (tag === 'pre') this.writer.openPre();
  }

  text(text: string): void {
    if (this.omitted === 0 && this.alone === null) this.writer.text(text);
  }

  close(tag: string): void {
    if (this.alone !== null) {
      this.alone.depth -= 1;
      if (this.alone.depth < 0) {
        this.alone = null;
        this.writer.breakLine(1);
      }
      return;
    }
    if (this.omitted > 0) {
      this.omitted -= 1;
      return;
    }
    if (LISTS.has(tag)) this.listDepth -= 1;
    if (tag === 'pre') this.writer.closePre();
    if (tag === 'a') this.closeLink();
    else this.block(tag);
  }

  result(): string {
    this.closeLink();
    return this.writer.result();
  }

  private openAlone(alone: NonNullable<TextReader['alone']>, tag: string, { href }: HtmlAttributes): void {
    alone.depth += 1;
    if (alone.isFound || tag !== 'a' || href === undefined) return;
    alone.isFound = true;
    this.writer.word(href);
  }

  /** A list inside a list has no margin. */
  private block(tag: string): void {
    if (this.blankLine.has(tag) && !(LISTS.has(tag) && this.listDepth > 0)) this.writer.breakLine(MOST_BREAKS);
    else if (OWN_LINE.has(tag)) this.writer.breakLine(1);
  }

  /** A link within a link ends the outer one, as in a browser. */
  private openLink(attributes: HtmlAttributes): void {
    if (!this.rules.link) return;
    this.closeLink();
    this.link = { attributes, outer: this.writer };
    this.writer = new LineWriter(this.rules.whiteSpace ?? 'collapse');
  }

  private closeLink(): void {
    const { link } = this;
    if (!link || !this.rules.link) return;
    this.link = null;
    const text = this.writer.result();
    this.writer = link.outer;
    this.writer.word(this.rules.link({ href: link.attributes['href'] ?? null, text, attributes: link.attributes }));
  }
}

/** Puts words and breaks together. Breaks wait until a word follows, so that none stand at the ends or in excess. */
class LineWriter {
  private readonly whiteSpace: (typeof WHITE_SPACE)[WhiteSpace];
  private written = '';
  private breaks = 0;
  /** White space at the end of the last text: counts only if a word follows on the same line. */
  private held = '';
  private preDepth = 0;
  private preText = '';

  constructor(whiteSpace: WhiteSpace) {
    this.whiteSpace = WHITE_SPACE[whiteSpace];
  }

  text(text: string): void {
    if (this.preDepth > 0) {
      this.preText += text;
      return;
    }
    const { edge, inner } = this.whiteSpace;
    const end = endBefore(text, edge);
    // At the start of a line nothing is held.
    if (end === 0) {
      if (!this.atLineStart()) this.held += text;
      return;
    }
    const words = this.atLineStart() ? text.slice(startBehind(text, edge), end) : this.held + text.slice(0, end);
    this.held = text.slice(end);
    this.put(inner(words));
  }

  /** Text taken as it is. */
  word(word: string): void {
    if (word === '') return;
    if (this.preDepth > 0) {
      this.preText += word;
      return;
    }
    const before = this.held;
    this.held = '';
    this.put((this.atLineStart() ? '' : this.whiteSpace.inner(before)) + word);
  }

  newline(): void {
    if (this.preDepth > 0) this.preText += '\n';
    else this.wait(this.breaks + 1);
  }

  breakLine(breaks: number): void {
    if (this.preDepth === 0) this.wait(Math.max(this.breaks, breaks));
  }

  cell(between: string): void {
    this.held = '';
    if (!this.atLineStart()) this.word(between);
  }

  openPre(): void {
    this.preDepth += 1;
  }

  closePre(): void {
    this.preDepth -= 1;
    if (this.preDepth > 0) return;
    const block = this.preText
      .replace(/\r\n?/g, '\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '');
    this.preText = '';
    if (block !== '') this.put(block);
  }

  result(): string {
    if (this.preDepth > 0) {
      this.preDepth = 1;
      this.closePre();
    }
    return this.written;
  }

  private atLineStart(): boolean {
    return this.written === '' || this.breaks > 0;
  }

  private wait(breaks: number): void {
    this.held = '';
    this.breaks = Math.min(breaks, MOST_BREAKS);
  }

  private put(text: string): void {
    this.written += this.written === '' ? text : '\n'.repeat(this.breaks) + text;
    this.breaks = 0;
  }
}

/** Where the characters of `edge` begin that end a text. An expression for the end of a text looks for it from every place in it. */
function endBefore(text: string, edge: string): number {
  let end = text.length;
  while (end > 0 && edge.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

function startBehind(text: string, edge: string): number {
  let start = 0;
  while (start < text.length && edge.includes(text.charAt(start))) start += 1;
  return start;
}
