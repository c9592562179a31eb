import { escapeAttribute } from '#core/writers/xlsx/cell-text.ts';
import { STYLE_SHEET } from '#core/writers/xlsx/styles.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONSHIP_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet as the workbook lists it. */
interface SheetEntry {
  readonly name: string;
  /** The cells of its table, header included, for the filter; null where it has none. */
  readonly tableRange: string | null;
}

/** A file of the package that is written in one piece. */
interface Part {
  readonly name: string;
  readonly xml: string;
}

/** A part that all sheets refer to, with the word for it in content types and relationships. */
interface SharedPart {
  readonly name: string;
  readonly kind: 'styles' | 'sharedStrings';
}

const STYLES: SharedPart = { name: 'xl/styles.xml', kind: 'styles' };
const SHARED_TEXTS: SharedPart = { name: 'xl/sharedStrings.xml', kind: 'sharedStrings' };
export const SHARED_TEXTS_PART = SHARED_TEXTS.name;

/** What the workbook consists of besides its start and its sheets: ECMA-376 part 2 (packages) and part 1, 18.2 (workbook). */
export function workbookParts(
  sheets: readonly SheetEntry[],
  properties: { readonly title: string; readonly createdAt: string; readonly hasSharedTexts: boolean },
): readonly Part[] {
  const shared: readonly SharedPart[] = properties.hasSharedTexts ? [STYLES, SHARED_TEXTS] : [STYLES];
  return [
    { name: 'docProps/core.xml', xml: coreProperties(properties.title, properties.createdAt) },
    { name: 'xl/workbook.xml', xml: workbookXml(sheets) },
    { name: 'xl/_rels/workbook.xml.rels', xml: workbookRelationships(sheets.length, shared) },
    { name: '[Content_Types].xml', xml: contentTypes(sheets.length, shared) },
  ];
}

/** Where the package keeps the sheet and its links; sheets count from 1. */
export function sheetPart(number: number): { readonly sheet: string; readonly relationships: string } {
  return { sheet: `xl/worksheets/sheet${number}.xml`, relationships: `xl/worksheets/_rels/sheet${number}.xml.rels` };
}

/** The file that holds a part's relationships. */
export const RELATIONSHIPS_HEAD = `${XML_HEAD}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">`;
export const RELATIONSHIPS_TAIL = '</Relationships>';

/**
 * The parts in front of the sheets. The first says where the others begin; an `xl/` among the first three is how
 * programs that look at a file's first bytes tell a workbook from another archive.
 */
export const PACKAGE_START: readonly Part[] = [
  {
    name: '_rels/.rels',
    xml:
      RELATIONSHIPS_HEAD +
      `<Relationship Id="rId1" Type="${RELATIONSHIP_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/>` +
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>' +
      `<Relationship Id="rId3" Type="${RELATIONSHIP_NAMESPACE}/extended-properties" Target="docProps/app.xml"/>` +
      RELATIONSHIPS_TAIL,
  },
  {
    name: 'docProps/app.xml',
    xml: `${XML_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Commentdock</Application></Properties>`,
  },
  { name: STYLES.name, xml: STYLE_SHEET },
];

function contentTypes(sheetCount: number, shared: readonly SharedPart[]): string {
  const sheets = numbersTo(sheetCount).map(
    (number) => `<Override PartName="/${sheetPart(number).sheet}" ContentType="${SPREADSHEET_TYPE}.worksheet+xml"/>`,
  );
  return (
    `${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET_TYPE}.sheet.main+xml"/>` +
    sheets.join('') +
    shared.map(({ name, kind }) => `<Override PartName="/${name}" ContentType="${SPREADSHEET_TYPE}.${kind}+xml"/>`).join('') +
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
    '<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/>' +
    '</Types>'
  );
}

function coreProperties(title: string, createdAt: string): string {
  const instant = new Date(createdAt).toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    `${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeAttribute(title)}</dc:title><dc:creator>Commentdock</dc:creator><cp:lastModifiedBy>Commentdock</cp:lastModifiedBy>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${instant}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${instant}</dcterms:modified>` +
    '</cp:coreProperties>'
  );
}

function workbookXml(sheets: readonly SheetEntry[]): string {
  const entries = sheets.map(({ name }, index) => `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  return (
    `${XML_HEAD}<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}">` +
    '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000" tabRatio="600" activeTab="0"/></bookViews>' +
    `<sheets>${entries.join('')}</sheets><definedNames>${definedNames(sheets)}</definedNames></workbook>`
  );
}

/** The names by which spreadsheet programs find a sheet's filter and the rows to repeat on every printed page. */
function definedNames(sheets: readonly SheetEntry[]): string {
  const tables = sheets.flatMap(({ name, tableRange }, index) => (tableRange === null ? [] : [{ name, index, range: tableRange }]));
  const filters = tables.map(({ name, index, range }) => {
    const absolute = range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${name}'!${absolute}</definedName>`;
  });
  const titles = tables.map(
    ({ name, index }) => `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">'${name}'!$1:$1</definedName>`,
  );
  return [...filters, ...titles].join('');
}

function workbookRelationships(sheetCount: number, shared: readonly SharedPart[]): string {
  const parts = [...numbersTo(sheetCount).map((number) => ({ name: sheetPart(number).sheet, kind: 'worksheet' })), ...shared];
  const relationships = parts.map(
    ({ name, kind }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIP_NAMESPACE}/${kind}" Target="${name.slice('xl/'.length)}"/>`,
  );
  return RELATIONSHIPS_HEAD + relationships.join('') + RELATIONSHIPS_TAIL;
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
