/**
 * Changes one place of the code at a time, as somebody might by mistake, and looks whether some test fails. Places and changes come from Stryker's
 * instrumenter; a sample of them is tried, and what no test notices is listed.
 *
 *     npm run test:mutants -- --count 400 --seed 7
 *     npm run test:mutants -- --files 'core/webhooks/*.ts' --count 50
 *     npm run test:mutants -- --files core/store/lock.ts --all
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sampleOf, scoreOf, testsFor } from '#test/mutants/choice.ts';
import { type InstrumentedCopy, instrumentedCopy, type Mutant } from '#test/mutants/instrumented-copy.ts';
import { type End, endOf, type ReachOfTests, reachOf } from '#test/mutants/runs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['auth', 'engine', 'store', 'webhooks'];
/** What looks at those rooms from near or far, but for windows, programs of many seconds, and what is measured. */
const TESTS = [
  'test/{accounts,auth,backup,clients/oauth,clients/realtime,clients/rest,contract,engine,evidence,exports,insight,logins,members,owner,routes,sandbox,schedules,service,store,surfaces/oauth,surfaces/realtime,surfaces/rest,threads,vault,webhooks}/**/*.test.ts',
  'test/team/{limits,lost-answers,shared-media,team-pacer}.test.ts',
];
const LEAST_SCORE = 0.8;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    count: { ...text, default: '400' },
    seed: { ...text, default: '1' },
    files: { ...text, multiple: true, default: ROOMS.map((room) => `core/${room}/**/*.ts`) },
    tests: { ...text, multiple: true, default: TESTS },
    all: { type: 'boolean', default: false },
    least: { ...text, default: String(LEAST_SCORE) },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());

process.exitCode = await main(stopping.signal);

type Trial = Mutant & { readonly end: End | null };

async function main(signal: AbortSignal): Promise<number> {
  await using copy = await instrumentedCopy(ROOT, values.files);
  const tests = globSync(values.tests, { cwd: copy.folder }).map((file) => file.replaceAll('\\', '/'));
  say(
    `${copy.mutants.length} mutants of ${new Set(copy.mutants.map(({ fileName }) => fileName)).size} files, ${tests.length} files of tests`,
  );
  const reaches = await reachOf(copy.folder, tests, signal);
  for (const { file } of reaches.filter(({ passes }) => !passes)) say(`left out, as it fails without any mutant: ${file}`);
  const chosen = values.all ? copy.mutants : sampleOf(copy.mutants, Number(values.count), Number(values.seed));
  const trials = await tryAll(copy, chosen, reaches, signal);
  sayRooms(trials);
  const score = scoreOf(trials);
  say(`${trials.length} mutants of seed ${values.seed}, score ${percent(score)} (at least ${percent(Number(values.least))})`);
  return score >= Number(values.least) ? 0 : 1;
}

/** As many at once as there are cores. */
async function tryAll(
  copy: InstrumentedCopy,
  chosen: readonly Mutant[],
  reaches: readonly ReachOfTests[],
  signal: AbortSignal,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  const waiting = [...chosen];
  const lane = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { tests, ms } = testsFor(mutant, reaches);
      const end = tests.length === 0 ? null : await endOf(copy.folder, { mutant: mutant.id, tests, ms }, signal);
      trials.push({ ...mutant, end });
      if (end === null || end === 'survived') say(`${end ?? 'reached by no test'}: ${wordsOf(copy, mutant)}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return trials;
}

/** Where it is, and what became of what. */
function wordsOf(copy: InstrumentedCopy, { fileName, location: { start, end }, replacement, mutatorName }: Mutant): string {
  const lines = copy.sourceOf(fileName).split('\n');
  const last = lines[end.line]?.slice(0, end.column) ?? '';
  const whole =
    start.line === end.line
      ? (lines[start.line]?.slice(start.column, end.column) ?? '')
      : [lines[start.line]?.slice(start.column) ?? '', ...lines.slice(start.line + 1, end.line), last].join(' ');
  return `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${shortened(whole)} -> ${shortened(replacement)}`;
}

function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}

function sayRooms(trials: readonly Trial[]): void {
  for (const [room, tried] of Map.groupBy(trials, ({ fileName }) => fileName.split('/')[1] ?? '')) {
    const count = (end: End | null): number => tried.filter((each) => each.end === end).length;
    say(
      `${room}: ${tried.length} tried, ${count('killed')} killed, ${count('hung')} hung, ${count('survived')} survived, ${count(null)} reached by no test: ${percent(scoreOf(tried))}`,
    );
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
