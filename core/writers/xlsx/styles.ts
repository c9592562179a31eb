/** Indexes into `cellXfs` of the style sheet below: keep both in the same order. */
export const STYLE = {
  plain: 0,
  header: 1,
  dateTime: 2,
  day: 3,
  link: 4,
  title: 5,
  heading: 6,
  label: 7,
  value: 8,
  valueNumber: 9,
  valueDateTime: 10,
  valueLink: 11,
  boolean: 12,
  lines: 13,
  positive: 14,
  negative: 15,
  neutral: 16,
} as const;

const DATE_TIME_FORMAT = 164;
const DAY_FORMAT = 165;
const BOOLEAN_FORMAT = 166;
/** Excel shows a boolean by its own words; LibreOffice takes it for 0 or 1 and needs telling. */
const BOOLEAN_WORDS = '&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;';
const GROUPED_INTEGER_FORMAT = 3;

const FONTS = [
  '<font><sz val="11"/><color rgb="FF1F2328"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="16"/><color rgb="FF1F3A5F"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="12"/><color rgb="FF1F3A5F"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="11"/><color rgb="FF59636E"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="11"/><color rgb="FF006100"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="11"/><color rgb="FF9C0006"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="11"/><color rgb="FF7F5F00"/><name val="Calibri"/><family val="2"/></font>',
];

/** The first two are fixed by the format. */
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/><bgColor indexed="64"/></patternFill></fill>',
  ...['FFC6EFCE', 'FFFFC7CE', 'FFFFEB9C'].map(
    (rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`,
  ),
];

const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FFD0D7DE"/></bottom><diagonal/></border>',
];

/** Of a text of several lines in a row of one, LibreOffice shows the first then and not the last. */
const FIRST_LINE = '<alignment vertical="top"/>';
const TOP = '<alignment horizontal="left" vertical="top" wrapText="1"/>';

const CELL_STYLES = [
  xf({}),
  xf({ font: 1, fill: 2, alignment: '<alignment horizontal="left" vertical="center"/>' }),
  xf({ format: DATE_TIME_FORMAT }),
  xf({ format: DAY_FORMAT }),
  xf({ font: 2 }),
  xf({ font: 3, alignment: '<alignment vertical="center"/>' }),
  xf({ font: 4, border: 1, alignment: '<alignment vertical="center"/>' }),
  xf({ font: 5, alignment: FIRST_LINE }),
  xf({ alignment: TOP }),
  xf({ format: GROUPED_INTEGER_FORMAT, alignment: TOP }),
  xf({ format: DATE_TIME_FORMAT, alignment: TOP }),
  xf({ font: 2, alignment: TOP }),
  xf({ format: BOOLEAN_FORMAT, alignment: '<alignment horizontal="center"/>' }),
  xf({ alignment: FIRST_LINE }),
  xf({ font: 6, fill: 3 }),
  xf({ font: 7, fill: 4 }),
  xf({ font: 8, fill: 5 }),
];

/** `xl/styles.xml`. */
export const STYLE_SHEET =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="3">' +
  `<numFmt numFmtId="${DATE_TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
  `<numFmt numFmtId="${DAY_FORMAT}" formatCode="yyyy\\-mm\\-dd"/>` +
  `<numFmt numFmtId="${BOOLEAN_FORMAT}" formatCode="${BOOLEAN_WORDS}"/>` +
  '</numFmts>' +
  list('fonts', FONTS) +
  list('fills', FILLS) +
  list('borders', BORDERS) +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  list('cellXfs', CELL_STYLES) +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';

function xf(style: {
  readonly format?: number;
  readonly font?: number;
  readonly fill?: number;
  readonly border?: number;
  readonly alignment?: string;
}): string {
  const { format = 0, font = 0, fill = 0, border = 0, alignment } = style;
  const apply = [
    format > 0 ? ' applyNumberFormat="1"' : '',
    font > 0 ? ' applyFont="1"' : '',
    fill > 0 ? ' applyFill="1"' : '',
    border > 0 ? ' applyBorder="1"' : '',
    alignment === undefined ? '' : ' applyAlignment="1"',
  ].join('');
  const head = `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${apply}`;
  return alignment === undefined ? `${head}/>` : `${head}>${alignment}</xf>`;
}

function list(name: string, elements: readonly string[]): string {
  return `<${name} count="${elements.length}">${elements.join('')}</${name}>`;
}
