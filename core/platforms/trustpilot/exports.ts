import { trustpilotSimulator } from '#core/platforms/trustpilot/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://www.trustpilot.com/review/www.shop.example', world: () => trustpilotSimulator({}) },
] satisfies readonly OwnExport[];
