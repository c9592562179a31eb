import { twitchSimulator } from '#core/platforms/twitch/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://www.twitch.tv/videos/1602009987', world: () => twitchSimulator({}) },
  { url: 'https://www.twitch.tv/videos/1602009987', world: () => twitchSimulator({ wantsProof: 'cursors' }) },
  { url: 'https://clips.twitch.tv/SomeFunnyName-a1B2c3', world: () => twitchSimulator({}) },
  { url: 'https://www.twitch.tv/somebody', selector: 'live', world: () => twitchSimulator({}) },
] satisfies readonly OwnExport[];
