import { PAGE, rumbleSimulator } from '#core/platforms/rumble/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: PAGE, world: () => rumbleSimulator({ heldBack: 1 }) },
  { url: PAGE, selector: 'live', world: () => rumbleSimulator({}) },
] satisfies readonly OwnExport[];
