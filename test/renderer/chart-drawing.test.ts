import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { NO_FILTER } from '#renderer/views/export/filters.ts';
import type { Bar, Chart } from '#renderer/views/export/overview/chart.ts';
import { drawFigure } from '#renderer/views/export/overview/chart-drawing.ts';
import { type Figure, figureOf } from '#renderer/views/export/overview/figure.ts';
import { chartWords } from '#test/renderer/chart-words.ts';

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', processEntities: true, htmlEntities: true });
const words = chartWords();
const HOSTILE = [
  '<script>alert(1)</script>',
  '"/><image href="https://elsewhere.example/x.png"/>',
  "it's & that",
  ']]><!--',
  '\u0000\u0008\ud800 broken',
  '🔥'.repeat(60),
  'عربي',
];

interface Drawn {
  readonly svg: {
    readonly rect: readonly Readonly<Record<'x' | 'y' | 'width' | 'height' | 'fill', string>>[];
    readonly text: readonly (string | { readonly '#text': string })[];
  };
}

const ROWS = { q: '', filters: NO_FILTER };

function bars(names: readonly string[]): readonly Bar[] {
  return names.map((name, at) => ({ id: String(at), name, count: at + 1, rows: ROWS }));
}

function figure(all: readonly Bar[], shape: Chart['shape'] = 'list', title = 'Frequent words'): Figure {
  return figureOf({ id: 'words', title, shape, bars: all, most: all.length, total: 10, order: 'most', isWhole: true }, words);
}

function drawn(names: readonly string[], shape: Chart['shape'] = 'list'): string {
  return drawFigure(figure(bars(names), shape));
}

function read(svg: string): Drawn['svg'] {
  expect(XMLValidator.validate(svg)).toBe(true);
  return (parser.parse(svg) as Drawn).svg;
}

describe('a picture of a chart', () => {
  it.each(['list', 'columns'] as const)(
    'of %s is well formed, and holds nothing but text and shapes, whatever strangers are called',
    (shape) => {
      const svg = drawFigure(figure(bars(HOSTILE), shape, HOSTILE.join(' ')));
      expect(Object.keys(read(svg)).filter((name) => ['rect', 'text', 'line'].includes(name)).length).toBeGreaterThan(1);
      expect(svg.match(/<(?!\/?(?:svg|rect|text|line)\b)/g)).toBeNull();
      expect(svg).not.toContain('href="');
    },
  );

  it('has a bar for each, as long as its count says', () => {
    const { rect } = read(drawn(['one', 'two', 'three', 'four']));
    const widths = rect.slice(1).map(({ width }) => Number(width));
    const longest = widths[3] as number;
    expect(widths).toEqual([longest / 4, longest / 2, (longest * 3) / 4, longest]);
    const columns = read(drawn(['Monday', 'Tuesday'], 'columns')).rect.slice(1);
    expect(Number(columns[1]?.height)).toBe(2 * Number(columns[0]?.height));
  });

  it('is of the colours of paper', () => {
    const colors = ['var(--good)', 'var(--unheard-of)', 'var(--compared)'];
    const all = colors.map((color, at) => ({ id: color, name: color, count: at + 1, color, rows: ROWS }));
    expect(read(drawFigure(figure(all))).rect.map(({ fill }) => fill)).toEqual(['#ffffff', '#17734a', '#3451d1', '#9a4f04']);
  });

  it('has a piece for each part, one behind the other or one above the other', () => {
    const part = (name: string, count: number, color: string) => ({ name, count, color, rows: ROWS });
    const all = [{ id: 'a', name: 'a', count: 4, parts: [part('good', 3, 'var(--good)'), part('bad', 1, 'var(--bad)')], rows: ROWS }];
    const [, first, second] = read(drawFigure(figure(all))).rect;
    expect(Number(second?.x)).toBeCloseTo(Number(first?.x) + Number(first?.width));
    expect(Number(first?.width)).toBeCloseTo(3 * Number(second?.width), 0);
    const [, low, high] = read(drawFigure(figure(all, 'columns'))).rect;
    expect(Number(high?.y) + Number(high?.height)).toBeCloseTo(Number(low?.y));
    expect([low?.fill, high?.fill]).toEqual(['#17734a', '#b3261e']);
    // Below the title it says what the colours are.
    expect(
      read(drawFigure(figure(all)))
        .rect.slice(3)
        .map(({ fill }) => fill),
    ).toEqual(['#17734a', '#b3261e']);
    expect(drawFigure(figure(all))).toContain('>good<');
  });

  it('of no bars is one all the same', () => {
    for (const shape of ['list', 'columns'] as const) expect(drawn([], shape)).toContain('</svg>');
  });

  it('cuts long names between signs', () => {
    const svg = drawn(['🔥'.repeat(60)]);
    expect(svg).toContain(`${'🔥'.repeat(31)}…<`);
  });
});
