import { discordSimulator } from '#core/platforms/discord/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [{ url: 'https://discord.com/channels/77/5', world: () => discordSimulator({}) }] satisfies readonly OwnExport[];
