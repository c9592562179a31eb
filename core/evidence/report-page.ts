import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { ExportType } from '#core/contract/options.ts';
import { titleOf } from '#core/evidence/citation.ts';
import { escaped, page, tableOf } from '#core/evidence/page.ts';
import type { PackedFile } from '#core/evidence/verify.mjs';
import { type AboutLine, aboutLines } from '#core/writers/about.ts';

/** `REPORT.html`: what is in the package, for people. */
export function reportPage(facts: EvidenceFacts, rows: number, files: readonly PackedFile[]): string {
  const { platform, program, times, route, query } = facts;
  const about = {
    url: query.url ?? 'left out: pseudonyms',
    platform: platform.name,
    createdAt: times.created,
    finishedAt: times.finished,
    options: Object.entries(query.options)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', '),
    completeness: facts.ledger,
  };
  const lines = aboutLines(about, facts.exportType as ExportType, { rows, sheets: [], cutCells: 0, plainAddresses: 0 });
  const made = [
    ['Program', `${program.name} ${program.version}`],
    [
      'Reading of the platform',
      platform.recorded === null ? 'not proven on recorded answers' : `proven on answers of ${platform.recorded}`,
    ],
    ['Packed (UTC)', times.packed],
    ['Way to the platform', route.used === 'direct' ? 'straight, without a route' : route.used.join(', ')],
    ['Country of the route', route.countries.join(', ') || 'not known'],
    ['Login', facts.loggedIn ? 'read with a session of its owner, or with an account that was saved' : 'none'],
    ['Raw answers', facts.raw],
  ] as const;
  return page(titleOf(facts), [
    `<h1>${escaped(titleOf(facts))}</h1>`,
    ...(facts.loggedIn ? [LOGGED_IN] : []),
    ...sections(lines.slice(1)),
    '<h2>How the package was made</h2>',
    tableOf(made),
    '<h2>Files</h2>',
    tableOf(files.map(({ name, bytes, sha256 }) => [name, `${bytes} bytes, SHA-256 ${sha256}`] as const)),
    `<p>${HOW_TO_CHECK}</p>`,
  ]);
}

/** What a login shows is not always shown to everybody. */
const LOGGED_IN =
  '<p class="note">This export was read with a login, or a saved account was there that could stand in. It may hold what the platform shows to that account alone, and what others shared with a ' +
  'few: ask yourself, and where it is not yours ask them, before you hand it on. Raw answers may name the account itself. ' +
  'A package with pseudonyms leaves them out.</p>';

const HOW_TO_CHECK =
  'Take <code>verify.mjs</code> out of the package and run <code>node verify.mjs package.zip</code>, or <code>commentdock verify package.zip</code>. ' +
  'A changed byte is found, and the file named. Whoever makes all of it anew makes another root: compare it with the one of the receipt, ' +
  'or of a time stamp, that you had before.';

function sections(lines: readonly AboutLine[]): readonly string[] {
  const parts: { heading: string | null; rows: (readonly [string, string])[] }[] = [];
  for (const line of lines) {
    if (line.kind === 'heading') parts.push({ heading: line.text, rows: [] });
    else if ('label' in line) parts.at(-1)?.rows.push([line.label, String(line.value)]);
  }
  return parts.flatMap(({ heading, rows }) => [`<h2>${escaped(heading ?? '')}</h2>`, tableOf(rows)]);
}
