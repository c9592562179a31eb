import type { Fact } from '#renderer/components/facts.tsx';
import { newPage, pageFile } from '#renderer/components/saved-page.ts';
import { type DrawnChart, drawChart } from '#renderer/views/export/overview/chart-drawing.ts';

/** What a report says. */
interface Report {
  readonly language: string;
  readonly title: string;
  /** Where the rows come from. */
  readonly url: string;
  readonly facts: readonly Fact[];
  readonly charts: readonly DrawnChart[];
  /** What stands above the two columns of each table. */
  readonly columns: readonly [name: string, count: string];
  /** By what and when it was made. */
  readonly made: string;
}

/** The page asks nobody, and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const STYLE = `body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1e24; background: #fff; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem } dt { color: #5c6470; font-size: 0.875rem } dd { margin: 0; font-weight: 600 }
figure { margin: 2rem 0; break-inside: avoid } img { width: 100%; height: auto; border: 1px solid #d9dde3; border-radius: 6px }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem } th, td { text-align: start; padding: 0.25rem 0.5rem; border-bottom: 1px solid #e6e9ee } td:last-child, th:last-child { text-align: end }
summary { cursor: pointer; color: #5c6470 } footer, .quiet { color: #5c6470; font-size: 0.875rem } @media print { details { display: none } body { margin: 0 } }`;

/** A page of its own with figures and charts, and each chart as a table, for people who have no Commentdock: it opens offline and prints as it stands. */
export function reportFile({ language, title, url, facts, charts, columns, made }: Report): Blob {
  const page = newPage({ title, language, policy: POLICY });
  const element = (name: string, text: string): HTMLElement => {
    const made = page.createElement(name);
    made.textContent = text;
    return made;
  };
  const list = page.createElement('dl');
  for (const [name, value] of facts) {
    if (value === '') continue;
    const fact = page.createElement('div');
    fact.append(element('dt', name), element('dd', String(value)));
    list.append(fact);
  }
  const figures = charts.map((chart) => {
    const figure = page.createElement('figure');
    const image = page.createElement('img');
    image.alt = chart.title;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawChart(chart))}`;
    const more = page.createElement('details');
    more.append(element('summary', chart.title), tableOf(page, chart, columns));
    figure.append(image, more);
    return figure;
  });
  const source = element('p', url);
  source.className = 'quiet';
  const main = page.createElement('main');
  main.append(element('h1', title), source, list, ...figures);
  page.body.append(main, element('footer', made));
  return pageFile(page, STYLE);
}

function tableOf(page: Document, { bars, number }: DrawnChart, columns: Report['columns']): HTMLTableElement {
  const table = page.createElement('table');
  const head = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = page.createElement('th');
    cell.scope = 'col';
    cell.textContent = column;
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { name, count } of bars) {
    const row = body.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = number(count);
  }
  return table;
}
