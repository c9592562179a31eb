import { escaped } from '#core/evidence/page.ts';
import type { ReceiptWords } from '#core/evidence/receipt.ts';
import type { SignWidth } from '#core/evidence/receipt-font.ts';

/** Family of the two fonts, as their files name it. */
export const FONT_FAMILY = 'Noto Sans';

/** In units of the drawing. */
const PAGE = { width: 900, margin: 48, labels: 270 } as const;
const LINE = 1.4;
const GAP = 8;
/** Of what one value says; a page has to hold it. */
const MOST_SIGNS = 600;
const INK = { text: '#1b1b1f', quiet: '#5c5c66', rule: '#d8d8de', paper: '#ffffff' } as const;

const IN_BRACKETS =
  'What stands in square brackets is not in the font of this picture: signs by their numbers in Unicode, or how many were left out. ' +
  'receipt.html says it as it was written.';

/** How wide signs are. */
interface ReceiptFonts {
  readonly regular: SignWidth;
  readonly bold: SignWidth;
}

interface TextStyle {
  readonly size: number;
  readonly weight: 'regular' | 'bold';
  readonly ink?: string;
}

const STYLES = {
  heading: { size: 24, weight: 'bold' },
  title: { size: 17, weight: 'regular' },
  count: { size: 60, weight: 'bold' },
  summary: { size: 17, weight: 'regular' },
  label: { size: 15, weight: 'regular', ink: INK.quiet },
  value: { size: 15, weight: 'regular' },
} as const satisfies Record<string, TextStyle>;

/**
 * The receipt as a drawing (SVG 1.1). Nothing a stranger wrote is more than text in it, and none of it is left out unsaid: signs that the fonts do
 * not have, and those that would turn or hide others, stand as `[U+0645 U+0631]`.
 */
export function receiptDrawing({ title, count, summary, rows }: ReceiptWords, fonts: ReceiptFonts): string {
  const drawing = new Drawing(fonts);
  drawing.text('Receipt of completeness', STYLES.heading);
  drawing.text(title, STYLES.title);
  drawing.text(count, STYLES.count);
  drawing.text(summary, STYLES.summary);
  for (const [label, value] of rows) drawing.row(label, value);
  if (drawing.hasBrackets) drawing.row('', IN_BRACKETS);
  return drawing.end();
}

class Drawing {
  hasBrackets = false;
  readonly #fonts: ReceiptFonts;
  readonly #parts: string[] = [];
  #y: number = PAGE.margin;

  constructor(fonts: ReceiptFonts) {
    this.#fonts = fonts;
  }

  text(words: string, style: TextStyle): void {
    this.#y = this.#lines(words, style, { x: PAGE.margin, y: this.#y, width: PAGE.width - 2 * PAGE.margin }) + GAP;
  }

  row(label: string, value: string): void {
    const x = PAGE.margin + PAGE.labels;
    const y = this.#y + GAP;
    const left = this.#lines(label.trim(), STYLES.label, { x: PAGE.margin, y, width: PAGE.labels - PAGE.margin / 2 });
    const right = this.#lines(value, STYLES.value, { x, y, width: PAGE.width - PAGE.margin - x });
    this.#parts.push(`<rect x="${PAGE.margin}" y="${this.#y}" width="${PAGE.width - 2 * PAGE.margin}" height="1" fill="${INK.rule}"/>`);
    this.#y = Math.max(left, right) + GAP;
  }

  end(): string {
    const height = Math.ceil(this.#y + PAGE.margin);
    const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${height}" font-family="${FONT_FAMILY}">`;
    return [frame, `<rect width="${PAGE.width}" height="${height}" fill="${INK.paper}"/>`, ...this.#parts, '</svg>\n'].join('\n');
  }

  /** Returns where the last line ends. */
  #lines(words: string, { size, weight, ink = INK.text }: TextStyle, place: { x: number; y: number; width: number }): number {
    const widthOf = this.#fonts[weight];
    const shown = this.#shown(words, widthOf);
    let { y } = place;
    for (const line of wrapped(shown, place.width / size, widthOf)) {
      const look = weight === 'bold' ? ' font-weight="700"' : '';
      this.#parts.push(
        `<text x="${place.x}" y="${(y + size).toFixed(1)}" font-size="${size}"${look} fill="${ink}">${escaped(line)}</text>`,
      );
      y += size * LINE;
    }
    return y;
  }

  #shown(words: string, widthOf: SignWidth): string {
    const signs = [...words.normalize('NFC').replaceAll(/\s+/g, ' ')];
    const left = signs.length - MOST_SIGNS;
    const kept = left > 0 ? signs.slice(0, MOST_SIGNS) : signs;
    const shown = withNumbers(kept, widthOf) + (left > 0 ? ` [and ${left} more]` : '');
    if (shown !== signs.join('')) this.hasBrackets = true;
    return shown;
  }
}

/** Signs without a glyph, and those that only steer others, by their numbers. */
function withNumbers(signs: readonly string[], widthOf: SignWidth): string {
  let text = '';
  let missing: string[] = [];
  const numbers = (): string => (missing.length === 0 ? '' : `[${missing.join(' ')}]`);
  for (const sign of signs) {
    const code = sign.codePointAt(0) ?? 0;
    if (/\p{C}/u.test(sign) || widthOf(code) === null) {
      missing.push(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
      continue;
    }
    text += numbers() + sign;
    missing = [];
  }
  return text + numbers();
}

/** Lines of at most `width` (shares of the size of the type): broken at spaces, and within words that are longer than a line. */
function wrapped(text: string, width: number, widthOf: SignWidth): readonly string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const end = (): void => {
    lines.push(line.trimEnd());
    [line, used] = ['', 0];
  };
  for (const word of text.split(/(?<= )/)) {
    const signs = [...word].map((sign) => ({ sign, width: widthOf(sign.codePointAt(0) ?? 0) ?? 0 }));
    const needed = signs.reduce((sum, each) => sum + (each.sign === ' ' ? 0 : each.width), 0);
    if (line !== '' && used + needed > width) end();
    for (const each of signs) {
      if (used + each.width > width && each.sign !== ' ') end();
      line += each.sign;
      used += each.width;
    }
  }
  end();
  return lines;
}
