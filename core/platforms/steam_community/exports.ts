import { steamCommunitySimulator } from '#core/platforms/steam_community/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const world = () => steamCommunitySimulator({ comments: 25, mostRows: 10 });

export default [
  { url: 'https://steamcommunity.com/app/1806330/discussions/0/599658915298442665/', world },
  { url: 'https://steamcommunity.com/sharedfiles/filedetails/?id=2881031511', world },
] satisfies readonly OwnExport[];
