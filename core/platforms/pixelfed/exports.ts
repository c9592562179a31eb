import { pixelfedSimulator } from '#core/platforms/pixelfed/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const POST = 'https://pixelfed.example/p/owner/1000';
const PROFILE = 'https://pixelfed.example/i/web/profile/7';
const cookies = { auth_token: 'simulated-token' };
const world = () => pixelfedSimulator();

export default [
  { url: POST, world },
  { url: POST, selector: 'likes', cookies, world },
  { url: POST, selector: 'shares', cookies, world },
  { url: PROFILE, world },
  { url: PROFILE, selector: 'followers', cookies, world },
  { url: PROFILE, selector: 'following', cookies, world },
] satisfies readonly OwnExport[];
