import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { teamProject } from './test/team/suites.ts';

const TESTS = ['test/**/*.test.ts', 'core/platforms/*/*.test.ts'];
/** What puts modules of its own in the place of others (`vi.mock`, the shell's stand-in for Electron), and a client that wants to be the first to load `fetch`. */
const REPLACES_MODULES = /\bvi\.(?:mock|doMock)\(|fake-(?:electron|app)|built-shell|from 'youtubei\.js'/;
const ALONE = globSync(TESTS).filter((file) => REPLACES_MODULES.test(readFileSync(file, 'utf8')));

/** Laws of the store, and of what the engine leaves in it: they hold in a data folder, and over PostgreSQL too. */
const ON_BOTH_STORES = [
  'test/store/{accounts,answers,dataset,labels,members,remarks,removals,settled-rows,shared-rows,sought-jobs,take-overs}.test.ts',
  'test/engine/export-run.test.ts',
];

/** Of the suites of `npm run test:team`: what goes through the queue, the news and the webhooks of a team. */
const SMALL_TEAM_SUITES = ['test/clients/realtime/events.test.ts'];

/** What makes many of a few lines, or starts programs and browsers. */
const TAKES_LONG =
  /simulated-exports|recordings\/cases|startWorld|BrowserWorld|contractService|[sS]tart\w*(?:Service|Program)|openCommandLine|spawn\(/;

/** A file that takes a minute and starts among the last ones leaves all other workers without work: of the others the largest come first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'alone' ? 0 : TAKES_LONG.test(readFileSync(moduleId, 'utf8')) ? 1 : 2;
    return (await super.sort(files))
      .map((file) => ({ file, rank: rank(file) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

/**
 * Tests of core, those of platforms beside them, and of the simulated world. Forks, because the engine and the writers start worker threads
 * of their own. Files share a process, and with it the modules that are loaded: to start one for each took as long as the tests of most.
 * Those that replace modules have one for themselves.
 */
export default defineConfig({
  test: {
    projects: [
      // Node runs TypeScript by itself: what Vite would make of each module costs a tenth of the whole.
      {
        extends: true,
        test: { name: 'together', include: TESTS, exclude: ALONE, isolate: false, experimental: { viteModuleRunner: false } },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      teamProject(SMALL_TEAM_SUITES),
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_BOTH_STORES,
          globalSetup: 'test/postgres/one-cluster.ts',
          setupFiles: 'test/postgres/on-cluster.ts',
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
    ],
    globalSetup: 'test/built-program.ts',
    reporters: ['default', './test/first-tries.ts'],
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // More than there are cores on the smallest machine: tests that start processes wait for them most of their time.
    maxWorkers: 6,
    // Thousands of short-lived stores and answers: with V8's own small young generation an eighth of the time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    // What a test waits for comes sooner or later: how soon says something about the machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Where others share the machine's cores, a test that fails is tried once more; the report names it ("retry x1").
    retry: process.env['CI'] === 'true' ? 1 : 0,
    hookTimeout: 300_000,
    teardownTimeout: 10_000,
    env: {
      COMMENTDOCK_LOG: 'silent',
      COMMENTDOCK_VAULT: 'file',
      // Processes that tests start find each other's compiled code, as those of a service do.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
  },
});
