import { globSync, readFileSync } from 'node:fs';
import { NOT_FOR_TEAMS } from '#test/team/not-for-teams.ts';

/** Contract, clients of REST, realtime, MCP and OAuth, webhooks, and faults of all of them. */
const SUITES = ['test/contract/*.test.ts', 'test/clients/**/*.test.ts', 'test/webhooks/*.test.ts', 'test/engine/*.test.ts'];
const STARTS_A_SERVICE = /\b(?:startServiceProcess|contractService|realtimeHouse|mcpHouse)\(/;
const NONE_AT_ALL = NOT_FOR_TEAMS.filter(({ name }) => name === undefined).map(({ file }) => file);

/** What is held against one service in a process of its own, and against a team too. */
export const TEAM_SUITES = globSync(SUITES).filter(
  (file) => STARTS_A_SERVICE.test(readFileSync(file, 'utf8')) && !NONE_AT_ALL.includes(file),
);

/** Tests that meet a team in place of one service. */
export function teamProject(include: readonly string[]) {
  return {
    extends: true as const,
    test: {
      name: 'team',
      include: [...include],
      setupFiles: 'test/team/on-team.ts',
      env: { TEST_TEAM: '1' },
      isolate: false,
      experimental: { viteModuleRunner: false },
    },
  };
}
