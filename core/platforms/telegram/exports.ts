import { telegramSimulator } from '#core/platforms/telegram/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://t.me/owner_channel', world: () => telegramSimulator({}) },
  { url: 'https://t.me/owner_channel/40', world: () => telegramSimulator({}) },
] satisfies readonly OwnExport[];
