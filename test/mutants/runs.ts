import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath, kill } from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const VITEST = fileURLToPath(new URL('./vitest.mjs', import.meta.resolve('vitest/package.json')));
const CONFIG = 'test/mutants/suites.config.ts';
const NOTE_REACHED = new URL('./note-reached.js', import.meta.url);
/** To start vitest, and so many times as long as the tests take by themselves. */
const PATIENCE_MS = 30_000;
const TIMES_AS_LONG = 4;
const NOTING_MS = 3_600_000;

const reportSchema = z.object({
  testResults: z.array(z.object({ name: z.string(), status: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** What one file of tests comes by. */
export interface ReachOfTests {
  /** From the folder of the copy on, with slashes. */
  readonly file: string;
  /** It passes without any mutant. */
  readonly passes: boolean;
  readonly ms: number;
  /** Numbers of mutants. */
  readonly mutants: ReadonlySet<string>;
}

/** Killed: some test failed. Hung: they did not end in several times their time, which someone would notice too. */
export type End = 'killed' | 'hung' | 'survived';

/** Runs each file of tests once in the copy, with all mutants asleep, and notes what it comes by. */
export async function reachOf(folder: string, tests: readonly string[], signal: AbortSignal): Promise<readonly ReachOfTests[]> {
  const own = await mkdtemp(join(tmpdir(), 'commentdock-reached-'));
  try {
    const notes = join(own, 'notes');
    await mkdir(notes);
    const report = join(own, 'report.json');
    await runTests({
      folder,
      tests,
      report,
      mostMs: NOTING_MS,
      signal,
      extra: { COMMENTDOCK_MUTANTS_NOTES: notes, NODE_OPTIONS: `--import=${NOTE_REACHED.href}` },
    });
    const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
    const noted = new Map<string, ReadonlySet<string>>();
    for (const name of await readdir(notes))
      noted.set(name.replaceAll('+', '/'), new Set((await readFile(join(notes, name), 'utf8')).trimEnd().split('\n')));
    return testResults.map(({ name, status, startTime, endTime }) => {
      const file = tests.find((test) => name.replaceAll('\\', '/').endsWith(test)) ?? name;
      return { file, passes: status === 'passed', ms: endTime - startTime, mutants: noted.get(file) ?? new Set() };
    });
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 10 });
  }
}

interface MutantTests {
  /** Number of the mutant. */
  readonly mutant: string;
  readonly tests: readonly string[];
  /** How long they take with all mutants asleep. */
  readonly ms: number;
  readonly patienceMs?: number;
}

/** Wakes one mutant in a copy and runs tests, in this order, until one fails. */
export async function endOf(
  folder: string,
  { mutant, tests, ms, patienceMs = PATIENCE_MS }: MutantTests,
  signal: AbortSignal,
): Promise<End> {
  const own = await mkdtemp(join(tmpdir(), 'commentdock-mutant-'));
  try {
    const mostMs = patienceMs + TIMES_AS_LONG * ms;
    const report = join(own, 'report.json');
    const code = await runTests({ folder, tests, report, mostMs, signal, extra: { __STRYKER_ACTIVE_MUTANT__: mutant, TMPDIR: own } });
    return code === null ? 'hung' : code === 0 ? 'survived' : 'killed';
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 10 });
  }
}

interface TestRun {
  readonly folder: string;
  readonly tests: readonly string[];
  readonly report: string;
  readonly mostMs: number;
  readonly signal: AbortSignal;
  readonly extra: Readonly<Record<string, string>>;
}

/** The code it exits with; null: it was ended, with all that it started. */
async function runTests({ folder, tests, report, mostMs, signal, extra }: TestRun): Promise<number | null> {
  signal.throwIfAborted();
  const asked = { COMMENTDOCK_MUTANTS_TESTS: JSON.stringify(tests), COMMENTDOCK_MUTANTS_REPORT: report };
  const { NODE_OPTIONS: _, ...inherited } = env;
  const run = spawn(execPath, [VITEST, 'run', '--config', CONFIG], {
    cwd: folder,
    env: { ...inherited, CI: 'true', ...asked, ...extra },
    stdio: 'ignore',
    detached: true,
  });
  const gone = once(run, 'exit');
  const end = (): void => {
    try {
      if (run.pid !== undefined) kill(-run.pid, 'SIGKILL');
    } catch {
      // It ended in this moment.
    }
  };
  const timer = setTimeout(end, mostMs);
  signal.addEventListener('abort', end);
  try {
    const [code] = (await gone) as [number | null];
    signal.throwIfAborted();
    return code;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    // What a test left behind as it failed.
    end();
  }
}
