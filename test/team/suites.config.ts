import { defineConfig } from 'vitest/config';
import { TEAM_SUITES, teamProject } from '#test/team/suites.ts';
import all from '../../vitest.config.ts';

/** `npm run test:team`: one after the other, since a team is six processes and their database. */
export default defineConfig({ test: { ...all.test, projects: [teamProject(TEAM_SUITES)], maxWorkers: 1 } });
