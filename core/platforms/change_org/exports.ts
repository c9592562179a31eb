import { changeOrgSimulator } from '#core/platforms/change_org/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({}) },
  { url: 'https://chng.it/AbCdEfGhIj', world: () => changeOrgSimulator({ comments: 120 }) },
  { url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({ rest: 404 }) },
] satisfies readonly OwnExport[];
