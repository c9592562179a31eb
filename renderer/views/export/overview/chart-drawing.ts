import type { Figure, Line, Panel } from '#renderer/views/export/overview/figure.ts';

const WIDTH = 800;
const MARGIN = 24;
const TITLE_HEIGHT = 56;
const LINE_HEIGHT = 32;
const BAR_HEIGHT = 14;
const NAME_WIDTH = 250;
const INDENT = 20;
const SWATCH = 12;
const LEGEND_HEIGHT = 22;
const COUNT_WIDTH = 120;
const COLUMNS_HEIGHT = 260;
const WIDEST_COLUMN = 48;
/** As many signs of a name as fit before its bar. */
const LONGEST_NAME = 32;
const LONGEST_TITLE = 80;

const TEXT = '#1b1e24';
const QUIET = '#5c6470';
/** A picture is for paper and for other programs: it has the colours of the light scheme, whatever the window has. */
const ON_PAPER: Readonly<Record<string, string>> = {
  'var(--good)': '#17734a',
  'var(--bad)': '#b3261e',
  'var(--line-strong)': '#858d9b',
  'var(--gap-notServed)': '#5d6b85',
  'var(--compared)': '#9a4f04',
};
const ACCENT = '#3451d1';

/** What a picture needs of a figure. */
type DrawnFigure = Pick<Figure, 'title' | 'shape' | 'panels' | 'legend' | 'longest'>;

/** A figure as a picture (SVG) that holds all it needs: no font, no style and no file of elsewhere. Names of strangers are text in it. */
export function drawFigure({ title, shape, panels, legend, longest }: DrawnFigure): string {
  let top = TITLE_HEIGHT + legend.length * LEGEND_HEIGHT;
  const parts = panels.flatMap((panel) => {
    const drawn = shape === 'columns' ? columns(panel, longest, top) : lines(panel, top);
    top += heightOf(panel, shape);
    return drawn;
  });
  const height = top + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="14">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    label({ x: MARGIN, y: 36, text: shortened(title, LONGEST_TITLE), more: 'font-size="18" font-weight="600"' }),
    ...parts,
    ...legend.flatMap((meaning, at) => legendLine(meaning, TITLE_HEIGHT + at * LEGEND_HEIGHT)),
    '</svg>',
  ].join('\n');
}

function legendLine({ name, color }: Figure['legend'][number], y: number): readonly string[] {
  return [
    `<rect x="${MARGIN}" y="${y}" width="${SWATCH}" height="${SWATCH}" rx="2" fill="${paper(color)}"/>`,
    label({ x: MARGIN + INDENT, y: y + SWATCH - 1, text: shortened(name, LONGEST_TITLE), more: `fill="${QUIET}"` }),
  ];
}

function heightOf({ lines: all, name }: Panel, shape: Figure['shape']): number {
  return shape === 'columns' ? COLUMNS_HEIGHT + LINE_HEIGHT + (name === null ? 0 : LINE_HEIGHT) : all.length * LINE_HEIGHT;
}

function lines({ lines: all }: Panel, top: number): readonly string[] {
  const widest = WIDTH - 2 * MARGIN - NAME_WIDTH - COUNT_WIDTH;
  return all.flatMap(({ name, told, isBelow, pieces }, at) => {
    const middle = top + at * LINE_HEIGHT + LINE_HEIGHT / 2;
    let from = MARGIN + NAME_WIDTH;
    const bars = pieces.map(({ size, color }) => {
      const [x, width] = [from, Math.max(2, size * widest)];
      from += width;
      return `<rect x="${rounded(x)}" y="${middle - BAR_HEIGHT / 2}" width="${rounded(width)}" height="${BAR_HEIGHT}" rx="3" fill="${paper(color)}"/>`;
    });
    return [
      label({ x: MARGIN + (isBelow ? INDENT : 0), y: middle + 5, text: shortened(name, LONGEST_NAME) }),
      ...bars,
      label({ x: WIDTH - MARGIN, y: middle + 5, text: told, more: 'text-anchor="end"' }),
    ];
  });
}

function columns({ lines: all, name }: Panel, longest: string, above: number): readonly string[] {
  const top = above + (name === null ? 0 : LINE_HEIGHT);
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, all.length);
  const floor = top + COLUMNS_HEIGHT;
  const [first, last] = [all.at(0), all.at(-1)];
  return [
    ...(name === null ? [] : [label({ x: MARGIN, y: above + 14, text: shortened(name, LONGEST_TITLE), more: 'font-weight="600"' })]),
    label({ x: MARGIN, y: top + 12, text: longest, more: `fill="${QUIET}"` }),
    ...all.flatMap((line, at) => column(line, { x: MARGIN + at * step, step, floor })),
    `<line x1="${MARGIN}" y1="${floor}" x2="${WIDTH - MARGIN}" y2="${floor}" stroke="#858d9b"/>`,
    label({ x: MARGIN, y: floor + 22, text: first?.name ?? '', more: `fill="${QUIET}"` }),
    ...(last === first
      ? []
      : [label({ x: WIDTH - MARGIN, y: floor + 22, text: last?.name ?? '', more: `fill="${QUIET}" text-anchor="end"` })]),
  ];
}

function column(
  { pieces }: Line,
  { x, step, floor }: { readonly x: number; readonly step: number; readonly floor: number },
): readonly string[] {
  const width = Math.min(WIDEST_COLUMN, step * 0.9);
  let foot = floor;
  return pieces.map(({ size, color }) => {
    const height = size * (COLUMNS_HEIGHT - LINE_HEIGHT);
    foot -= height;
    return `<rect x="${rounded(x + (step - width) / 2)}" y="${rounded(foot)}" width="${rounded(width)}" height="${rounded(height)}" fill="${paper(color)}"/>`;
  });
}

function label({
  x,
  y,
  text,
  more = '',
}: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly more?: string;
}): string {
  const fill = more.includes('fill=') ? '' : ` fill="${TEXT}"`;
  return `<text x="${x}" y="${y}"${fill}${more === '' ? '' : ` ${more}`}>${escaped(text)}</text>`;
}

function paper(color: string): string {
  return ON_PAPER[color] ?? ACCENT;
}

function shortened(text: string, longest: number): string {
  const signs = [...text];
  return signs.length <= longest ? text : `${signs.slice(0, longest - 1).join('')}…`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What XML has no sign for is left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
