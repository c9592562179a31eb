import type { AboutLine } from '#core/writers/about.ts';
import { numberCell, serialOf, textCell } from '#core/writers/xlsx/cells.ts';
import { SheetLinks } from '#core/writers/xlsx/links.ts';
import { RELATIONSHIP_NAMESPACE, SHEET_NAMESPACE, XML_HEAD } from '#core/writers/xlsx/parts.ts';
import { STYLE } from '#core/writers/xlsx/styles.ts';

const LABEL_WIDTH = 32;
const VALUE_WIDTH = 90;
const TITLE_HEIGHT = 27;
const HEADING_HEIGHT = 20;
const MAX_LINKS = 1;

/** A sheet of text, such as `About`: labels in column A, values in column B. `links` is whole once the XML is made. */
export function textSheet(lines: readonly AboutLine[]): { readonly xml: string; readonly links: SheetLinks } {
  const links = new SheetLinks(MAX_LINKS);
  const rows = lines.map((line, index) => rowXml(line, index + 1, links)).join('');
  const xml =
    `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    `<dimension ref="A1:B${lines.length}"/><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>` +
    '<sheetFormatPr defaultRowHeight="15"/>' +
    `<cols><col min="1" max="1" width="${LABEL_WIDTH}" customWidth="1"/><col min="2" max="2" width="${VALUE_WIDTH}" customWidth="1"/></cols>` +
    `<sheetData>${rows}</sheetData>` +
    [...links.elements()].join('') +
    '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="portrait" fitToWidth="1" fitToHeight="0"/>' +
    `<ignoredErrors><ignoredError sqref="A1:B${lines.length}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
  return { xml, links };
}

function rowXml(line: AboutLine, number: number, links: SheetLinks): string {
  const label = (text: string, style: number): string => `<c r="A${number}${textCell(text, style)}`;
  switch (line.kind) {
    case 'blank':
      return '';
    case 'title':
      return `<row r="${number}" ht="${TITLE_HEIGHT}" customHeight="1">${label(line.text, STYLE.title)}</row>`;
    case 'heading':
      return `<row r="${number}" ht="${HEADING_HEIGHT}" customHeight="1">${label(line.text, STYLE.heading)}<c r="B${number}" s="${STYLE.heading}"/></row>`;
    case 'colour':
      return `<row r="${number}">${label(line.label, STYLE[line.colour])}<c r="B${number}${textCell(line.value, STYLE.value)}</row>`;
    default:
      return `<row r="${number}">${label(line.label, STYLE.label)}<c r="B${number}${valueCell(line, `B${number}`, links)}</row>`;
  }
}

/** From behind the cell's reference on. */
function valueCell(
  line: Exclude<Extract<AboutLine, { readonly label: string }>, { readonly kind: 'colour' }>,
  reference: string,
  links: SheetLinks,
): string {
  if (line.kind === 'number') return numberCell(line.value, STYLE.valueNumber);
  if (line.kind === 'link' && links.add(reference, line.value)) return textCell(line.value, STYLE.valueLink);
  const serial = line.kind === 'instant' ? serialOf(line.value) : null;
  return serial === null ? textCell(line.value, STYLE.value) : numberCell(serial, STYLE.valueDateTime);
}
