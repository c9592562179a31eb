import type { ExportType } from '#core/contract/options.ts';
import { type AboutSheet, exportTypeLabel } from '#core/writers/about.ts';
import { csvField, type CsvSettings, LINE_END, markOf } from '#core/writers/csv.ts';
import { type Edge, PeopleGraph, type Person } from '#core/writers/network/people.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

const EDGE_COLUMNS = ['Source', 'Target', 'Source name', 'Target name', 'Weight', 'Replies', 'Mentions'];

interface NetworkRequest {
  readonly gexf: PendingFile | undefined;
  readonly edges: PendingFile | undefined;
  readonly about: AboutSheet;
  readonly exportType: ExportType;
  readonly csv: CsvSettings | undefined;
}

/** Who answers and mentions whom: GEXF for Gephi and its kin, and the same edges as CSV. Written after the last row. */
export class NetworkWriter implements RowWriter {
  readonly #request: NetworkRequest;
  readonly #graph = new PeopleGraph();

  constructor(request: NetworkRequest) {
    this.#request = request;
  }

  write(rows: readonly Row[]): void {
    this.#graph.add(rows);
  }

  finish(): void {
    const { gexf, edges } = this.#request;
    // Both at once: what edges there are is gathered once.
    const [graph, list] = [gexf === undefined ? null : new TextFile(gexf), edges === undefined ? null : new TextFile(edges)];
    const { people } = this.#graph;
    const field = csvField(this.#request.csv);
    graph?.write(headOf(this.#request));
    people.forEach((person, at) => graph?.write(nodeOf(person, at)));
    graph?.write('</nodes><edges>\n');
    list?.write(markOf(this.#request.csv) + EDGE_COLUMNS.join(',') + LINE_END);
    let number = 0;
    for (const edge of this.#graph.edges()) {
      graph?.write(edgeOf(edge, number));
      list?.write(lineOf(edge, people).map(field).join(',') + LINE_END);
      number += 1;
    }
    graph?.write('</edges></graph></gexf>\n');
    graph?.flush();
    list?.flush();
  }
}

function headOf({ about, exportType }: NetworkRequest): string {
  const described = `${about.platform}: ${exportTypeLabel(exportType)}. ${about.url} ${about.completeness.summary}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3"><meta><creator>Commentdock</creator><description>${xml(described)}</description></meta>
<graph mode="static" defaultedgetype="directed"><attributes class="node"><attribute id="key" title="key" type="string"/><attribute id="items" title="items" type="integer"/></attributes>
<attributes class="edge"><attribute id="replies" title="replies" type="integer"/><attribute id="mentions" title="mentions" type="integer"/></attributes><nodes>
`;
}

function nodeOf({ key, label, items }: Person, at: number): string {
  const values = `<attvalue for="key" value="${xml(key)}"/><attvalue for="items" value="${items}"/>`;
  return `<node id="${at}" label="${xml(label)}"><attvalues>${values}</attvalues></node>\n`;
}

function edgeOf({ source, target, replies, mentions }: Edge, number: number): string {
  const values = `<attvalue for="replies" value="${replies}"/><attvalue for="mentions" value="${mentions}"/>`;
  return `<edge id="${number}" source="${source}" target="${target}" weight="${replies + mentions}"><attvalues>${values}</attvalues></edge>\n`;
}

function lineOf({ source, target, replies, mentions }: Edge, people: readonly Person[]): readonly (string | number)[] {
  const [from, to] = [people[source] as Person, people[target] as Person];
  return [from.key, to.key, from.label, to.label, replies + mentions, replies, mentions];
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

/** As the value of an attribute or a text. Signs that XML has no place for become U+FFFD. */
function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      .replace(/[&<>"\t\n\r]/g, (sign) => ENTITIES.get(sign) ?? sign)
  );
}
