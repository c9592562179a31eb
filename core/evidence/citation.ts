import type { EvidenceFacts } from '#core/contract/evidence.ts';

/** `CITATION.cff` (Citation File Format 1.2.0). Texts stand as JSON has them, which YAML reads alike. */
export function citationCff(facts: EvidenceFacts): string {
  const { platform, program, query } = facts;
  return [
    'cff-version: 1.2.0',
    'message: "If you use this dataset, please cite it as below."',
    'type: dataset',
    `title: ${quoted(titleOf(facts))}`,
    'authors:',
    `  - name: ${quoted(`Users of ${platform.name}`)}`,
    `date-released: ${dayOf(facts)}`,
    ...(query.url === null ? [] : [`url: ${quoted(query.url)}`]),
    `version: ${quoted(facts.guid)}`,
    `abstract: ${quoted(`Exported with ${program.name} ${program.version}. ${facts.ledger.summary}`)}`,
    '',
  ].join('\n');
}

/** `CITATION.bib` (BibTeX). */
export function citationBib(facts: EvidenceFacts): string {
  const { platform, program, query, ledger } = facts;
  const day = dayOf(facts);
  const fields = {
    title: `{${inBibTeX(titleOf(facts))}}`,
    author: `{${inBibTeX(`Users of ${platform.name}`)}}`,
    year: day.slice(0, 4),
    ...(query.url === null ? {} : { howpublished: inBibTeX(query.url) }),
    note: inBibTeX(`Exported on ${day} with ${program.name} ${program.version}. ${ledger.summary}`),
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{commentdock-${facts.guid.slice(0, 8)},\n${lines.join(',\n')}\n}\n`;
}

/** What the package is of, for people. */
export function titleOf({ exportType, platform, query, sandbox }: EvidenceFacts): string {
  const kind = exportType.replaceAll('_', ' ');
  const what = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} from ${platform.name}`;
  return `${sandbox ? 'A sample, made up: ' : ''}${query.url === null ? `${what}, with pseudonyms` : `${what}: ${query.url}`}`;
}

function dayOf({ times }: EvidenceFacts): string {
  return (times.finished ?? times.packed).slice(0, 10);
}

/** JSON leaves the separators of Unicode as they are; YAML takes them for ends of lines. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const IN_BIBTEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function inBibTeX(text: string): string {
  return text.replace(/[\\~^{}#$%&_]/g, (sign) => IN_BIBTEX[sign] ?? `\\${sign}`).replace(/\s+/g, ' ');
}
