import { targetSimulator, TCIN } from '#core/platforms/target/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.target.com/p/a-thing/-/A-${TCIN}`, world: () => targetSimulator({}) },
  { url: `https://www.target.com/p/a-thing/-/A-${TCIN}`, world: () => targetSimulator({ deepest: 1 }) },
  { url: 'https://tgt.biz/thing', world: () => targetSimulator({ reviewCall: 'shut' }) },
] satisfies readonly OwnExport[];
