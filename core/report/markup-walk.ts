import { type Field, fieldNamed, type Visitor } from '#core/report/fields.ts';
import { unwrapMarkup } from '#core/report/wrapped-text.ts';

/** By their values parsers find what they look for. */
const MARKS =
  /^(?:class|id|role|rel|type|name|property|itemprop|http-equiv|charset|lang|dir|style|method|for|target|slot|is|xmlns.*|version|encoding|data-(?:testid|test-id|hook|qa|role|component|type|e2e|click-id|test)|aria-(?:hidden|expanded|live|level))$/i;
const WRITTEN = /^(?:title|alt|placeholder|summary|label|content|aria-label|value)$/i;
const TAG = /<([A-Za-z][\w:.-]*)/y;
const ATTRIBUTE = /([\s/]*)([^\s"'<>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y;
const TAG_END = /[\s/]*>/y;
/** What stands in them is no markup. */
const WITHIN = /^(?:script|style|noscript|textarea|title|template)$/i;
const PROSE = 'prose';

interface MarkupParts {
  readonly visitor: Pick<Visitor, 'text' | 'key'>;
  readonly value: (text: string, field: Field) => string;
  /** Of the inside of a script element. */
  readonly script: (code: string, type: string) => string;
  /** Of an attribute by which things are found. */
  readonly mark: (text: string, field: Field) => string;
}

/**
 * Changes texts, attributes and scripts of HTML or XML, whole or cut off; tags and names of attributes stay. Reads from mark to mark and never goes
 * back. Linear in the length.
 */
export function changeMarkup(markup: string, side: Field['side'], parts: MarkupParts): string {
  return new MarkupWalk(markup, side, parts).changed();
}

class MarkupWalk {
  readonly #markup: string;
  readonly #side: Field['side'];
  readonly #parts: MarkupParts;
  readonly #out: string[] = [];
  #at = 0;
  /** The element that was opened last, if it is still open. */
  #element = '';

  constructor(markup: string, side: Field['side'], parts: MarkupParts) {
    this.#markup = markup;
    this.#side = side;
    this.#parts = parts;
  }

  changed(): string {
    while (this.#at < this.#markup.length) {
      const open = this.#markup.indexOf('<', this.#at);
      const end = open < 0 ? this.#markup.length : open;
      this.#text(end);
      if (open >= 0) this.#tagOrText();
    }
    return this.#out.join('');
  }

  #copy(end: number): void {
    this.#out.push(this.#markup.slice(this.#at, end));
    this.#at = end;
  }

  #endBehind(sign: string): number {
    const found = this.#markup.indexOf(sign, this.#at);
    return found < 0 ? this.#markup.length : found + sign.length;
  }

  #text(end: number): void {
    const raw = this.#markup.slice(this.#at, end);
    this.#at = end;
    if (raw.trim() === '') {
      this.#out.push(raw);
      return;
    }
    const { text, wrap } = unwrapMarkup(raw);
    this.#out.push(wrap(this.#parts.value(text, this.#prose)));
  }

  get #prose(): Field {
    const field = fieldNamed(this.#element, this.#side);
    return { ...field, name: this.#element || PROSE, isProse: true };
  }

  #tagOrText(): void {
    const rest = this.#markup.slice(this.#at, this.#at + 9);
    if (rest.startsWith('<!--')) this.#inside('<!--', '-->');
    else if (rest.startsWith('<![CDATA[')) this.#inside('<![CDATA[', ']]>');
    else if (rest.startsWith('</')) {
      this.#element = '';
      this.#copy(this.#endBehind('>'));
    } else if (rest.startsWith('<!') || rest.startsWith('<?')) this.#copy(this.#endBehind('>'));
    else this.#tag();
  }

  /** Comments and character data may hold anything. */
  #inside(open: string, close: string): void {
    const end = this.#endBehind(close);
    const raw = this.#markup.slice(this.#at, end);
    const inner = raw.slice(open.length, raw.endsWith(close) ? -close.length : undefined);
    this.#out.push(open, this.#parts.value(inner, this.#prose), raw.slice(open.length + inner.length));
    this.#at = end;
  }

  #tag(): void {
    TAG.lastIndex = this.#at;
    const name = TAG.exec(this.#markup)?.[1];
    if (name === undefined) {
      this.#copy(this.#at + 1);
      return;
    }
    this.#copy(TAG.lastIndex);
    const attributes = this.#attributes(name);
    TAG_END.lastIndex = this.#at;
    if (!TAG_END.test(this.#markup)) return;
    const isClosed = this.#markup.slice(this.#at, TAG_END.lastIndex).includes('/');
    this.#copy(TAG_END.lastIndex);
    this.#element = isClosed ? '' : name;
    if (!isClosed && WITHIN.test(name)) this.#rawElement(name, attributes.get('type') ?? '');
  }

  #attributes(element: string): ReadonlyMap<string, string> {
    const seen = new Map<string, string>();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const found = ATTRIBUTE.exec(this.#markup);
      if (found === null) return seen;
      const [whole, space, name = '', equals, double, single, bare] = found;
      const raw = double ?? single ?? bare;
      const quote = double !== undefined ? '"' : single !== undefined ? "'" : '';
      this.#at += whole.length;
      if (raw === undefined) {
        this.#out.push(whole);
        continue;
      }
      const { text, wrap } = unwrapMarkup(raw);
      seen.set(name.toLowerCase(), text);
      this.#out.push(`${space}${name}${equals}${quote}${wrap(this.#attribute(text, name, element))}${quote}`);
    }
  }

  #attribute(text: string, name: string, element: string): string {
    const field = fieldNamed(name.replace(/^data-/, ''), this.#side);
    if (MARKS.test(name)) return this.#parts.mark(text, { ...field, kind: 'structure' });
    // Fields of a form and what a page says of itself: whose value it is says another attribute.
    if (WRITTEN.test(name)) return this.#parts.value(text, { ...field, kind: element === 'input' ? 'secret' : 'text', isProse: true });
    return this.#parts.value(text, field);
  }

  #rawElement(name: string, type: string): void {
    const close = new RegExp(`</${name}`, 'gi');
    close.lastIndex = this.#at;
    const end = close.exec(this.#markup)?.index ?? this.#markup.length;
    const inner = this.#markup.slice(this.#at, end);
    const lower = name.toLowerCase();
    this.#at = end;
    if (lower === 'script') this.#out.push(this.#parts.script(inner, type));
    else if (lower === 'style') this.#out.push(inner);
    else {
      const { text, wrap } = unwrapMarkup(inner);
      this.#out.push(wrap(this.#parts.value(text, { ...this.#prose, kind: 'text' })));
    }
  }
}
