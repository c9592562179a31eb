import { telegramSimulator } from '#core/platforms/telegram/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [
  { url: 'https://t.me/owner_channel', world: () => telegramSimulator({}) },
  { url: 'https://t.me/owner_channel/40', world: () => telegramSimulator({}) },
] satisfies readonly OwnExport[];
