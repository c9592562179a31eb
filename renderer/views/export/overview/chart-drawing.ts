import type { Bar } from '#renderer/views/export/overview/bars.tsx';

/** What a picture of a chart shows. */
export interface DrawnChart {
  readonly title: string;
  readonly shape: 'columns' | 'list';
  readonly bars: readonly Bar[];
  number(value: number): string;
}

const WIDTH = 800;
const MARGIN = 24;
const TITLE_HEIGHT = 56;
const LINE_HEIGHT = 32;
const BAR_HEIGHT = 14;
const NAME_WIDTH = 250;
const COUNT_WIDTH = 110;
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
};
const ACCENT = '#3451d1';

/** A chart as a picture (SVG) that holds all it needs: no font, no style and no file of elsewhere. Names of strangers are text in it. */
export function drawChart(chart: DrawnChart): string {
  const { title, shape, bars } = chart;
  const height =
    shape === 'columns' ? TITLE_HEIGHT + COLUMNS_HEIGHT + LINE_HEIGHT + MARGIN : TITLE_HEIGHT + bars.length * LINE_HEIGHT + MARGIN;
  const parts = shape === 'columns' ? columns(chart) : lines(chart);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="14">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    label({ x: MARGIN, y: 36, text: shortened(title, LONGEST_TITLE), more: 'font-size="18" font-weight="600"' }),
    ...parts,
    '</svg>',
  ].join('\n');
}

function lines({ bars, number }: DrawnChart): readonly string[] {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const widest = WIDTH - 2 * MARGIN - NAME_WIDTH - COUNT_WIDTH;
  return bars.flatMap(({ name, count, color }, at) => {
    const middle = TITLE_HEIGHT + at * LINE_HEIGHT + LINE_HEIGHT / 2;
    const width = Math.max(2, (count / most) * widest);
    return [
      label({ x: MARGIN, y: middle + 5, text: shortened(name, LONGEST_NAME) }),
      `<rect x="${MARGIN + NAME_WIDTH}" y="${middle - BAR_HEIGHT / 2}" width="${rounded(width)}" height="${BAR_HEIGHT}" rx="3" fill="${paper(color)}"/>`,
      label({ x: WIDTH - MARGIN, y: middle + 5, text: number(count), more: 'text-anchor="end"' }),
    ];
  });
}

function columns({ bars, number }: DrawnChart): readonly string[] {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, bars.length);
  const width = Math.min(WIDEST_COLUMN, step * 0.9);
  const floor = TITLE_HEIGHT + COLUMNS_HEIGHT;
  const drawn = bars.map(({ count, color }, at) => {
    const height = (count / most) * (COLUMNS_HEIGHT - LINE_HEIGHT);
    const x = MARGIN + at * step + (step - width) / 2;
    return `<rect x="${rounded(x)}" y="${rounded(floor - height)}" width="${rounded(width)}" height="${rounded(height)}" fill="${paper(color)}"/>`;
  });
  const [first] = bars;
  const last = bars.at(-1);
  return [
    label({ x: MARGIN, y: TITLE_HEIGHT + 12, text: number(most), more: `fill="${QUIET}"` }),
    ...drawn,
    `<line x1="${MARGIN}" y1="${floor}" x2="${WIDTH - MARGIN}" y2="${floor}" stroke="#858d9b"/>`,
    label({ x: MARGIN, y: floor + 22, text: first?.name ?? '', more: `fill="${QUIET}"` }),
    ...(last === first
      ? []
      : [label({ x: WIDTH - MARGIN, y: floor + 22, text: last?.name ?? '', more: `fill="${QUIET}" text-anchor="end"` })]),
  ];
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

function paper(color: string | undefined): string {
  return color === undefined ? ACCENT : (ON_PAPER[color] ?? ACCENT);
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
