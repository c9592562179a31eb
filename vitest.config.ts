import { defineConfig } from 'vitest/config';

/** Tests of core and of the simulated world. Forks, because the engine and the writers start worker threads of their own. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    env: { COMMENTDOCK_LOG: 'silent', COMMENTDOCK_VAULT: 'file' },
  },
});
