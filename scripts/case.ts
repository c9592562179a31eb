/**
 * Makes recorded cases of a failure report, one for each page that failed:
 *
 *     npm run case -- report.zip [folder]
 *
 * `folder` is `cases` where it is left out, which git ignores. What must come out is to be filled in; `npm run test:recordings -- --from <folder>` plays
 * them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { reportFactsSchema } from '#core/contract/failure-report.ts';
import { platformIds } from '#core/platforms/registry.ts';
import { exchangesOf, harOf } from '#core/report/har.ts';
import { textsOfArchive } from '#test/report/archive-texts.ts';

const USAGE = 'Usage: npm run case -- report.zip [folder]\n';

const [file, folder = 'cases'] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else for (const line of await makeCases(file, resolve(folder))) process.stdout.write(`${line}\n`);

/** Returns what is to be said of it. */
async function makeCases(archive: string, into: string): Promise<readonly string[]> {
  const parts = await textsOfArchive(readFileSync(archive));
  const facts = reportFactsSchema.parse(JSON.parse(parts.get('report.json') ?? 'null'));
  const har: unknown = JSON.parse(parts.get('report.har') ?? 'null');
  const owners = facts.pages.flatMap((page) => Array.from({ length: page.exchanges }, () => page));
  const exchanges = exchangesOf(har, (index) => {
    const page = owners[index];
    if (page === undefined) throw new Error('report.har has more exchanges than report.json tells of.');
    return page;
  });
  const { platform, query } = facts;
  if (!(await platformIds()).includes(platform)) throw new Error(`This version has no platform "${platform}".`);
  const lines: string[] = [];
  for (const [index, page] of facts.pages.entries()) {
    const name = `${basename(archive, '.zip').replace(/[^\w-]/g, '-')}-${index + 1}`;
    const place = join(into, platform, name);
    mkdirSync(place, { recursive: true });
    const { cursor, known, failure } = page;
    const of = exchanges.filter((_exchange, at) => owners[at] === page);
    const expected = { url: query.url, options: query.options, kind: query.target.type, items: null, sample: [] };
    write(place, 'exchanges.har', harOf(of, facts.program.version));
    write(place, 'expected.json', { ...expected, page: { target: query.target, cursor, known, failure } });
    write(place, 'source.json', { from: 'failure report', program: facts.program, machine: facts.machine, replaced: true });
    lines.push(`${place}`, `  failed with ${failure.code}${failure.path === null ? '' : ` at ${failure.path}`}`);
  }
  if (lines.length === 0) return ['No page of this report has exchanges: there is nothing to play.'];
  return [
    ...lines,
    'What must come out is to be filled in: "items" (how many rows this page gives) and "sample" in expected.json, or "error_code" where it must fail.',
    `Played by: npm run test:recordings -- --from ${into}`,
  ];
}

function write(place: string, name: string, content: unknown): void {
  writeFileSync(join(place, name), `${JSON.stringify(content, null, 2)}\n`);
}
