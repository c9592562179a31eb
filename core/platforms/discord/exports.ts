import { discordSimulator } from '#core/platforms/discord/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages. */
export default [{ url: 'https://discord.com/channels/77/5', world: () => discordSimulator({}) }] satisfies readonly OwnExport[];
