import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BarResult } from '#test/bench/bar.ts';

const FILE = fileURLToPath(new URL('recorded.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/measurements.md', import.meta.url));
/** Between these two lines of the page the table of ratios stands, and nothing else. */
const BEGIN = '<!-- ratios: written by `npm run bench -- --record` -->';
const END = '<!-- end of ratios -->';
/** What is worse by more than that is no chance. */
const MOST_FALL = 0.15;

const recordedSchema = z.record(
  z.string(),
  z.strictObject({ is: z.number().positive(), better: z.enum(['more', 'less']), on: z.iso.date() }),
);

/** Ratios by their names, with the day of their measurement. */
export type Recorded = z.output<typeof recordedSchema>;

export function readRecorded(): Recorded {
  return recordedSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Those of these results take the place of earlier ones of their names, in the file and on the page of measurements. */
export function record(results: readonly BarResult[], on: string): void {
  const found = results.flatMap(({ ratio }) =>
    ratio === undefined ? [] : [[ratio.name, { is: rounded(ratio.is), better: ratio.better, on }]],
  );
  const all = recordedSchema.parse({ ...readRecorded(), ...Object.fromEntries(found) });
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), all));
}

/** Ratios that fell by more than 15 %, in words, and those that nobody recorded yet. */
export function fallsOf(
  results: readonly BarResult[],
  recorded: Recorded,
): { readonly fallen: readonly string[]; readonly unknown: readonly string[] } {
  const fallen: string[] = [];
  const unknown: string[] = [];
  for (const { ratio } of results) {
    if (ratio === undefined) continue;
    const before = recorded[ratio.name];
    if (before === undefined) {
      unknown.push(ratio.name);
      continue;
    }
    const kept = ratio.better === 'more' ? ratio.is / before.is : before.is / ratio.is;
    if (kept < 1 - MOST_FALL) fallen.push(`${ratio.name}: ${rounded(ratio.is)} in place of ${before.is} of ${before.on}`);
  }
  return { fallen, unknown };
}

/** @throws Error where the page has no place for it */
export function withTable(page: string, recorded: Recorded): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page of measurements has no place for ratios: ${BEGIN}`);
  const rows = Object.entries(recorded)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { is, better, on }]) => `| ${name} | ${is} | ${better} | ${on} |`);
  const table = ['', '| ratio | is | better | measured |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}

/** Three digits that count. */
function rounded(ratio: number): number {
  return Number(ratio.toPrecision(3));
}
