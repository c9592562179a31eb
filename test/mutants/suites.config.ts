import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { z } from 'zod';

const FILES = z.array(z.string()).parse(JSON.parse(env['COMMENTDOCK_MUTANTS_TESTS'] ?? '[]'));
/** Set while it is noted which tests come by which mutants. */
const IS_NOTING = env['COMMENTDOCK_MUTANTS_NOTES'] !== undefined;

/** The tests that most likely notice come first: they stand in this order. */
class AsAsked extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => FILES.findIndex((file) => moduleId.endsWith(file));
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

/** Runs of some files in a copy of the checkout that holds mutants. Each file has a process of its own while it is noted what it comes by. */
export default defineConfig({
  test: {
    include: FILES,
    pool: 'forks',
    isolate: IS_NOTING,
    experimental: { viteModuleRunner: false },
    setupFiles: IS_NOTING ? ['test/mutants/name-reached.ts'] : [],
    sequence: { sequencer: AsAsked },
    maxWorkers: IS_NOTING ? 2 : 1,
    bail: IS_NOTING ? 0 : 1,
    reporters: [['json', { outputFile: env['COMMENTDOCK_MUTANTS_REPORT'] ?? '' }]],
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 5_000,
    expect: { poll: { timeout: 240_000 } },
    env: { COMMENTDOCK_LOG: 'silent', COMMENTDOCK_VAULT: 'file' },
  },
});
