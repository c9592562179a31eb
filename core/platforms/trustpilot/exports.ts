import { trustpilotSimulator } from '#core/platforms/trustpilot/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.trustpilot.com/review/www.shop.example', world: () => trustpilotSimulator({}) },
] satisfies readonly OwnExport[];
