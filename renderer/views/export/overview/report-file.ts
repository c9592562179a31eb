import { newPage, pageFile } from '#renderer/components/saved-page.ts';
import { drawFigure } from '#renderer/views/export/overview/chart-drawing.ts';
import type { Figure } from '#renderer/views/export/overview/figure.ts';

/** Names of numbers, and the numbers: of two exports beside one another under a head that names them. */
export interface TableOfFacts {
  /** Empty: of one export. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a report says. */
interface Report {
  readonly language: string;
  readonly title: string;
  /** Where the rows come from: of two exports that are compared, both. */
  readonly urls: readonly string[];
  readonly facts: TableOfFacts;
  readonly figures: readonly Figure[];
  /** By what and when it was made. */
  readonly made: string;
}

/** The page asks nobody, and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const STYLE = `body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1e24; background: #fff; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem } dt { color: #5c6470; font-size: 0.875rem } dd { margin: 0; font-weight: 600 }
figure { margin: 2rem 0; break-inside: avoid } img { width: 100%; height: auto; border: 1px solid #d9dde3; border-radius: 6px }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem } th, td { text-align: start; padding: 0.25rem 0.5rem; border-bottom: 1px solid #e6e9ee } td:not(:first-child), th:not(:first-child) { text-align: end }
summary { cursor: pointer; color: #5c6470 } footer, .quiet { color: #5c6470; font-size: 0.875rem } @media print { details { display: none } body { margin: 0 } }`;

/** A page of its own with figures and charts, and each chart as a table, for people who have no Commentdock: it opens offline and prints as it stands. */
export function reportFile({ language, title, urls, facts, figures, made }: Report): Blob {
  const page = newPage({ title, language, policy: POLICY });
  const element = (name: string, text: string): HTMLElement => {
    const made = page.createElement(name);
    made.textContent = text;
    return made;
  };
  const charts = figures.map((figure) => {
    const drawn = page.createElement('figure');
    const image = page.createElement('img');
    image.alt = figure.title;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawFigure(figure))}`;
    const more = page.createElement('details');
    more.append(element('summary', figure.title), tableOf(page, figure));
    drawn.append(image, more);
    return drawn;
  });
  const sources = urls.map((url) => {
    const source = element('p', url);
    source.className = 'quiet';
    return source;
  });
  const main = page.createElement('main');
  main.append(element('h1', title), ...sources, facts.head.length === 0 ? listOf(page, facts.rows) : tableOf(page, facts), ...charts);
  page.body.append(main, element('footer', made));
  return pageFile(page, STYLE);
}

function listOf(page: Document, rows: TableOfFacts['rows']): HTMLElement {
  const list = page.createElement('dl');
  for (const [name = '', value = ''] of rows) {
    const [fact, term, said] = [page.createElement('div'), page.createElement('dt'), page.createElement('dd')];
    term.textContent = name;
    said.textContent = value;
    fact.append(term, said);
    list.append(fact);
  }
  return list;
}

function tableOf(page: Document, { head: columns, rows }: TableOfFacts): HTMLTableElement {
  const table = page.createElement('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = page.createElement('th');
    cell.scope = 'col';
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const cell of cells) row.insertCell().textContent = cell;
  }
  return table;
}
