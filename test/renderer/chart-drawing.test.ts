import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { type DrawnChart, drawChart } from '#renderer/views/export/overview/chart-drawing.ts';

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', processEntities: true, htmlEntities: true });
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
    readonly rect: readonly { readonly width: string; readonly height: string; readonly fill: string }[];
    readonly text: readonly (string | { readonly '#text': string })[];
  };
}

function chart(names: readonly string[], shape: DrawnChart['shape'] = 'list'): DrawnChart {
  const bars = names.map((name, at) => ({ id: String(at), name, count: at + 1 }));
  return { title: 'Frequent words', shape, bars, number: String };
}

function read(svg: string): Drawn['svg'] {
  expect(XMLValidator.validate(svg)).toBe(true);
  return (parser.parse(svg) as Drawn).svg;
}

describe('a picture of a chart', () => {
  it.each(['list', 'columns'] as const)(
    'of %s is well formed, and holds nothing but text and shapes, whatever strangers are called',
    (shape) => {
      const svg = drawChart({ ...chart(HOSTILE, shape), title: HOSTILE.join(' ') });
      expect(Object.keys(read(svg)).filter((name) => ['rect', 'text', 'line'].includes(name)).length).toBeGreaterThan(1);
      expect(svg.match(/<(?!\/?(?:svg|rect|text|line)\b)/g)).toBeNull();
      expect(svg).not.toContain('href="');
    },
  );

  it('has a bar for each, as long as its count says', () => {
    const { rect } = read(drawChart(chart(['one', 'two', 'three', 'four'])));
    const widths = rect.slice(1).map(({ width }) => Number(width));
    const longest = widths[3] as number;
    expect(widths).toEqual([longest / 4, longest / 2, (longest * 3) / 4, longest]);
    const columns = read(drawChart(chart(['Monday', 'Tuesday'], 'columns'))).rect.slice(1);
    expect(Number(columns[1]?.height)).toBe(2 * Number(columns[0]?.height));
  });

  it('is of the colours of paper', () => {
    const bars = [
      { id: 'a', name: 'positive', count: 1, color: 'var(--good)' },
      { id: 'b', name: 'other', count: 1, color: 'var(--unheard-of)' },
    ];
    expect(read(drawChart({ ...chart([]), bars })).rect.map(({ fill }) => fill)).toEqual(['#ffffff', '#17734a', '#3451d1']);
  });

  it('of no bars is one all the same', () => {
    for (const shape of ['list', 'columns'] as const) expect(drawChart(chart([], shape))).toContain('</svg>');
  });

  it('cuts long names between signs', () => {
    const svg = drawChart(chart(['🔥'.repeat(60)]));
    expect(svg).toContain(`${'🔥'.repeat(31)}…<`);
  });
});
