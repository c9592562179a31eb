import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests of core, those of platforms beside them, and of the simulated world. Forks, because the engine and the writers start worker threads of their own. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'core/platforms/*/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    // What a test waits for comes sooner or later: how soon says something about the machine.
    expect: { poll: { timeout: 50_000 } },
    // Where others share the machine's cores, a test that fails is tried once more; the report names it ("retry x1").
    retry: process.env['CI'] === 'true' ? 1 : 0,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    env: {
      COMMENTDOCK_LOG: 'silent',
      COMMENTDOCK_VAULT: 'file',
      // Processes that tests start find each other's compiled code, as those of a service do.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
  },
});
