/**
 * Replays recorded cases through the doors that owners use, and compares what comes out with what must:
 *
 *     npm run test:recordings [-- platform[/case]...] [--door cli|rest|engine]...
 *
 * Prints a line per case and door, and `N passed, N failed` at the end; exit code 1 when one failed.
 */
import { parseArgs } from 'node:util';
import { haveRecordings, loadCases, RECORDINGS_FOLDER, type RecordedCase } from '#test/recordings/cases.ts';
import { openCliDoor } from '#test/recordings/cli-door.ts';
import { differences } from '#test/recordings/compare.ts';
import { DOOR_NAMES, type Door, type DoorName } from '#test/recordings/door.ts';
import { openEngineDoor } from '#test/recordings/engine-door.ts';
import { openRestDoor } from '#test/recordings/rest-door.ts';
import { startWorld } from '#test/world/world.ts';

const CASE_TIMEOUT_MS = 60_000;

const OPENERS: Readonly<Record<DoorName, (env: Readonly<Record<string, string>>) => Promise<Door>>> = {
  cli: openCliDoor,
  rest: openRestDoor,
  engine: openEngineDoor,
};

interface Verdict {
  readonly recorded: RecordedCase;
  readonly door: DoorName;
  readonly got: string;
  readonly wrong: readonly string[];
  readonly tookMs: number;
}

const { values, positionals } = parseArgs({ options: { door: { type: 'string', multiple: true } }, allowPositionals: true });
process.exitCode = await replay(positionals, doorsOf(values.door ?? ['cli', 'rest']));

/** Returns the exit code. */
async function replay(wanted: readonly string[], doors: readonly DoorName[]): Promise<number> {
  if (!haveRecordings()) {
    process.stdout.write(`${RECORDINGS_FOLDER} is not here: no recordings to replay.\n`);
    return 0;
  }
  const cases = loadCases(wanted);
  if (cases.length === 0) {
    process.stderr.write(`No recorded case of a known platform is called ${wanted.join(', ')}.\n`);
    return 1;
  }
  const width = Math.max(...cases.map(({ name }) => name.length));
  const verdicts = (await Promise.all(doors.map((door) => replayThrough(door, cases, (verdict) => print(verdict, width))))).flat();
  const failed = verdicts.filter(({ wrong }) => wrong.length > 0);
  if (failed.length > 0) process.stdout.write('\nFailed:\n');
  for (const verdict of failed) print(verdict, width);
  process.stdout.write(`\n${verdicts.length - failed.length} passed, ${failed.length} failed\n`);
  return failed.length === 0 ? 0 : 1;
}

/** One door lives in one world, whose content becomes that of each case in turn. */
async function replayThrough(name: DoorName, cases: readonly RecordedCase[], tell: (verdict: Verdict) => void): Promise<Verdict[]> {
  await using world = await startWorld();
  await using door = await OPENERS[name](world.env);
  const verdicts: Verdict[] = [];
  for (const recorded of cases) {
    world.replace({ cases: [recorded.folder] });
    const startMs = performance.now();
    const { got, wrong } = await judge(door, recorded);
    const unanswered = world.requests
      .filter(({ answeredBy }) => answeredBy === 'nobody')
      .map(({ method, url }) => `not recorded: ${method} ${url.slice(0, 200)}`);
    const verdict = {
      recorded,
      door: name,
      got,
      wrong: wrong.length === 0 ? [] : [...wrong, ...unanswered.slice(0, 3)],
      tookMs: performance.now() - startMs,
    };
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

async function judge(door: Door, { expected }: RecordedCase): Promise<{ got: string; wrong: string[] }> {
  try {
    const outcome = await door.export({ url: expected.url, options: expected.options, timeoutMs: CASE_TIMEOUT_MS });
    return { got: String(outcome.rows.length), wrong: differences(outcome, expected) };
  } catch (error) {
    return { got: '-', wrong: [error instanceof Error ? error.message : String(error)] };
  }
}

function print({ recorded, door, got, wrong, tookMs }: Verdict, width: number): void {
  const items = `${got}/${recorded.expected.items}`.padStart(9);
  const code = recorded.expected.error_code ?? '';
  const line = `${recorded.name.padEnd(width)}  ${door.padEnd(6)} ${items}  ${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${(tookMs / 1000).toFixed(1)} s  ${code}`;
  process.stdout.write(`${line.trimEnd()}\n${wrong.map((words) => `    ${words}\n`).join('')}`);
}

function doorsOf(names: readonly string[]): readonly DoorName[] {
  return names.map((name) => {
    const door = DOOR_NAMES.find((known) => known === name);
    if (door === undefined) throw new Error(`--door is one of ${DOOR_NAMES.join(', ')}, not ${name}.`);
    return door;
  });
}
