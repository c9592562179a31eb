/**
 * Replays recorded cases through the doors that owners use, and compares what comes out with what must:
 *
 *     npm run test:recordings [-- platform[/case]...] [--door cli|rest|engine]... [--from folder]
 *
 * `--from` names another folder of cases than that of the recordings. A case that is a page of a failure report (`npm run case`) is read as a page.
 * Prints a line per case and door, and `N passed, N failed` at the end (`, N skipped` where this machine has no browser for them, which each
 * says); exit code 1 when one failed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram } from '#test/built-program.ts';
import { prepareBrowsers, type BrowserGround } from '#test/recordings/browser-ground.ts';
import { loadCases, RECORDINGS_FOLDER, type RecordedCase } from '#test/recordings/cases.ts';
import { openCliDoor } from '#test/recordings/cli-door.ts';
import { differences } from '#test/recordings/compare.ts';
import { DOOR_NAMES, type Door, type DoorName } from '#test/recordings/door.ts';
import { openEngineDoor } from '#test/recordings/engine-door.ts';
import { BUILT_PROGRAM } from '#test/program.ts';
import { readPageCase } from '#test/recordings/page-case.ts';
import { openRestDoor } from '#test/recordings/rest-door.ts';
import { startWorld } from '#test/world/world.ts';

const CASE_TIMEOUT_MS = 60_000;

const OPENERS: Readonly<Record<DoorName, (env: Readonly<Record<string, string>>) => Promise<Door>>> = {
  cli: openCliDoor,
  rest: openRestDoor,
  engine: openEngineDoor,
};

/** So many replay their share of the cases side by side: the CLI starts a process for the first case of each platform. */
const LANES: Readonly<Record<DoorName, number>> = { cli: 2, rest: 1, engine: 1 };

interface Verdict {
  readonly recorded: RecordedCase;
  readonly door: DoorName | 'page';
  readonly got: string;
  readonly wrong: readonly string[];
  /** Why it does not count. */
  readonly skipped: string | null;
  readonly tookMs: number;
}

// As packages hold it: the doors that start processes start that.
await using built = await buildProgram();
process.env[BUILT_PROGRAM] = built.program;
const { values, positionals } = parseArgs({
  options: { door: { type: 'string', multiple: true }, from: { type: 'string', default: RECORDINGS_FOLDER } },
  allowPositionals: true,
});
process.exitCode = await replay(positionals, doorsOf(values.door ?? ['cli', 'rest']), resolve(values.from));

/** Returns the exit code. */
async function replay(wanted: readonly string[], doors: readonly DoorName[], from: string): Promise<number> {
  if (!existsSync(from)) {
    process.stdout.write(`${from} is not here: no recordings to replay.\n`);
    return 0;
  }
  const all = loadCases(wanted, from);
  const [pages, cases] = [
    all.filter(({ expected }) => expected.page !== undefined),
    all.filter(({ expected }) => expected.page === undefined),
  ];
  if (all.length === 0) {
    process.stderr.write(`No recorded case of a known platform is called ${wanted.join(', ')}.\n`);
    return 1;
  }
  const width = Math.max(...all.map(({ name }) => name.length));
  const firsts = new Set(
    Map.groupBy(cases, ({ platform }) => platform)
      .values()
      .map(([first]) => first),
  );
  const shares = doors.flatMap((door) => sharesOf(cases, LANES[door]).map((share) => ({ door, share })));
  const tell = (verdict: Verdict): void => print(verdict, width);
  const replayed = await Promise.all(shares.map(({ door, share }) => replayThrough(door, share, firsts, tell)));
  const verdicts = [...replayed.flat(), ...(await replayPages(pages, tell))];
  const failed = verdicts.filter(({ wrong }) => wrong.length > 0);
  if (failed.length > 0) process.stdout.write('\nFailed:\n');
  for (const verdict of failed) print(verdict, width);
  const skipped = verdicts.filter((verdict) => verdict.skipped !== null).length;
  const passed = verdicts.length - failed.length - skipped;
  process.stdout.write(`\n${passed} passed, ${failed.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
  return failed.length === 0 ? 0 : 1;
}

function sharesOf(cases: readonly RecordedCase[], lanes: number): readonly (readonly RecordedCase[])[] {
  const shares = Array.from({ length: lanes }, (_, lane) => cases.filter((_case, index) => index % lanes === lane));
  return shares.filter(({ length }) => length > 0);
}

/** One door lives in one world, whose content becomes that of each case in turn. */
async function replayThrough(
  name: DoorName,
  cases: readonly RecordedCase[],
  firsts: ReadonlySet<RecordedCase | undefined>,
  tell: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  await using world = await startWorld();
  await using ground = await prepareBrowsers(world);
  await using door = await OPENERS[name](ground.env);
  const verdicts: Verdict[] = [];
  for (const recorded of cases) {
    world.replace({ cases: [recorded.folder] });
    const startMs = performance.now();
    const { got, wrong, skipped } = await judge(door, recorded, ground, firsts);
    const unanswered = world.requests
      .filter(({ answeredBy }) => answeredBy === 'nobody')
      .map(({ method, url }) => `not recorded: ${method} ${url.slice(0, 200)}`);
    const verdict = {
      recorded,
      door: name,
      got,
      wrong: wrong.length === 0 ? [] : [...wrong, ...unanswered.slice(0, 3)],
      skipped,
      tookMs: performance.now() - startMs,
    };
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

/** Needs no world: nothing is asked but what the report has. */
async function replayPages(pages: readonly RecordedCase[], tell: (verdict: Verdict) => void): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const recorded of pages) {
    const startMs = performance.now();
    const outcome = await readPageCase(recorded);
    const wrong = differences(outcome, recorded.expected);
    const verdict = {
      recorded,
      door: 'page',
      got: String(outcome.rows.length),
      wrong,
      skipped: null,
      tookMs: performance.now() - startMs,
    } as const;
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

async function judge(
  door: Door,
  recorded: RecordedCase,
  ground: BrowserGround,
  firsts: ReadonlySet<RecordedCase | undefined>,
): Promise<Pick<Verdict, 'got' | 'wrong' | 'skipped'>> {
  const { expected } = recorded;
  try {
    const isFirst = firsts.has(recorded);
    const outcome = await door.export({ url: expected.url, options: expected.options, isFirst, timeoutMs: CASE_TIMEOUT_MS });
    const skipped = ground.skips(outcome);
    return { got: String(outcome.rows.length), wrong: skipped === null ? differences(outcome, expected) : [], skipped };
  } catch (error) {
    return { got: '-', wrong: [error instanceof Error ? error.message : String(error)], skipped: null };
  }
}

function print({ recorded, door, got, wrong, skipped, tookMs }: Verdict, width: number): void {
  const items = `${got}/${recorded.expected.items ?? '?'}`.padStart(9);
  const code = recorded.expected.error_code ?? '';
  const word = skipped !== null ? 'skip' : wrong.length === 0 ? 'ok  ' : 'FAIL';
  const line = `${recorded.name.padEnd(width)}  ${door.padEnd(6)} ${items}  ${word}  ${(tookMs / 1000).toFixed(1)} s  ${code}`;
  process.stdout.write(`${line.trimEnd()}\n${(skipped === null ? wrong : [skipped]).map((words) => `    ${words}\n`).join('')}`);
}

function doorsOf(names: readonly string[]): readonly DoorName[] {
  return names.map((name) => {
    const door = DOOR_NAMES.find((known) => known === name);
    if (door === undefined) throw new Error(`--door is one of ${DOOR_NAMES.join(', ')}, not ${name}.`);
    return door;
  });
}
