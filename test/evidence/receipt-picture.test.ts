import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiptDrawing } from '#core/evidence/receipt-drawing.ts';
import { widthsOf } from '#core/evidence/receipt-font.ts';
import { receiptPicture } from '#core/evidence/receipt-picture.ts';

const ROOT = '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef';
const PLAIN = {
  title: 'Comments from YouTube: https://www.youtube.com/watch?v=abc',
  count: '896 of 903',
  summary: '896 of 903 comments; 7 held back by the platform.',
  rows: [
    ['    held back by the platform', '7'],
    ['Root of the package (SHA-256)', ROOT],
  ],
} as const;
const [WIDTH, ZOOM] = [900, 2];

const fontOf = (path: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(`#noto-sans/${path}`)));
const regular = widthsOf(fontOf('400Regular/NotoSans_400Regular.ttf'));
const bold = widthsOf(fontOf('700Bold/NotoSans_700Bold.ttf'));
const drawn = (title: string): string => receiptDrawing({ ...PLAIN, title }, { regular, bold });
const textsOf = (drawing: string): string => [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join('\n');

/** Width, height and rows of pixels as they are filtered, of a PNG of 8 bits a channel. */
function readPng(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly rows: Buffer } {
  const png = Buffer.from(bytes);
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), rows: inflateSync(Buffer.concat(data)) };
}

describe('the receipt as a picture', () => {
  it('says what the page says, the root in one line', () => {
    const texts = textsOf(receiptDrawing(PLAIN, { regular, bold }));
    for (const said of ['896 of 903', PLAIN.title, PLAIN.summary, 'held back by the platform', ROOT]) expect(texts).toContain(said);
    expect(texts).not.toContain('square brackets');
  });

  it('is a whole PNG, of the same bytes each time, and of others for another root', async () => {
    const [one, again] = [await receiptPicture(PLAIN), await receiptPicture(PLAIN)];
    expect(Buffer.from(one).equals(again)).toBe(true);
    const { width, height, rows } = readPng(one);
    expect(width).toBe(WIDTH * ZOOM);
    expect(rows).toHaveLength(height * (1 + width * 4));
    const other = await receiptPicture({ ...PLAIN, rows: [['Root of the package (SHA-256)', ROOT.replace('5', '6')]] });
    expect(Buffer.from(one).equals(other)).toBe(false);
  });

  it('draws signs as wide as it takes them to be, and none over the edge', async () => {
    const { Resvg } = await import('#resvg');
    await receiptPicture(PLAIN);
    const font = { fontBuffers: [fontOf('400Regular/NotoSans_400Regular.ttf')], loadSystemFonts: false };
    const [line, size] = ['mmmmmmmmmm https://example.com/0123456789 Ωмир', 20];
    const taken = [...line].reduce((sum, sign) => sum + (regular(sign.codePointAt(0) ?? 0) ?? Number.NaN), 0) * size;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="50"><text y="30" font-family="Noto Sans" font-size="${size}">${line}</text></svg>`;
    expect(new Resvg(svg, { font }).innerBBox()?.width ?? 0).toBeCloseTo(taken, -1);
    const long = drawn(`https://example.com/${'m'.repeat(400)} ${'wide words '.repeat(15)}`);
    const ends = [...long.matchAll(/<text x="(\d+)" y="[^"]*" font-size="(\d+)"( font-weight="700")? [^>]*>([^<]*)</g)].map(
      ([, x, of, heavy, text]) =>
        Number(x) +
        Number(of) * [...(text ?? '')].reduce((sum, sign) => sum + ((heavy ? bold : regular)(sign.codePointAt(0) ?? 0) ?? 0), 0),
    );
    expect(ends.length).toBeGreaterThan(8);
    expect(Math.max(...ends)).toBeLessThan(WIDTH);
  });
});

describe('what strangers wrote in it', () => {
  it('is text and nothing else', () => {
    const drawing = drawn('</text><image href="https://evil.example/x.png"/><script>alert(1)</script>&amp;');
    expect(drawing).not.toMatch(/<image|<script|&amp;(?!amp;|lt;|gt;|quot;)/);
    expect(textsOf(drawing)).toContain('&lt;script&gt;');
  });

  it.each([
    ['Arabic', 'مرحبا', '[U+0645 U+0631 U+062D U+0628 U+0627]'],
    ['Japanese', '日本', '[U+65E5 U+672C]'],
    ['emoji', 'so good 😀', 'so good [U+1F600]'],
    ['a sign that turns the direction', 'safe\u202Egpj.exe', 'safe[U+202E]gpj.exe'],
    ['half a sign', 'x\uD800y', 'x[U+D800]y'],
    ['what no XML may hold', 'x\u0000\uFFFEy', 'x[U+0000 U+FFFE]y'],
  ])('stands by its numbers where the font does not have it, and that is said: %s', (_, written, shown) => {
    const texts = textsOf(drawn(written));
    expect(texts).toContain(shown);
    expect(texts).toContain('square brackets');
  });

  it('stands as it is where the font has it', () => {
    const texts = textsOf(drawn('Žluťoučký кінь Ελλάδα e\u0301 “a” – €'));
    expect(texts).toContain('Žluťoučký кінь Ελλάδα é “a” – €');
    expect(texts).not.toContain('square brackets');
  });

  it('is cut where it is too long for a page, and that is said', () => {
    const drawing = drawn(`https://example.com/${'a'.repeat(65_000)}`);
    expect(textsOf(drawing).replaceAll('\n', '')).toContain('[and 64420 more]');
    expect(Number(/height="(\d+)"/.exec(drawing)?.[1])).toBeLessThan(1_500);
  });

  it('never keeps the picture from being drawn', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { numRuns: 60, seed: 20_261_127 });
    const rows = texts.map((text) => [text, text] as const);
    const { height } = readPng(await receiptPicture({ ...PLAIN, rows }));
    expect(height).toBeGreaterThan(rows.length * ZOOM * 20);
  });
});
