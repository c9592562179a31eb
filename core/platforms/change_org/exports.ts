import { changeOrgSimulator } from '#core/platforms/change_org/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({}) },
  { url: 'https://chng.it/AbCdEfGhIj', world: () => changeOrgSimulator({ comments: 120 }) },
  { url: 'https://www.change.org/p/a-petition-about-it', world: () => changeOrgSimulator({ rest: 404 }) },
] satisfies readonly OwnExport[];
