import { POST, truthSocialSimulator } from '#core/platforms/truth_social/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const PROFILE = 'https://truthsocial.com/@owner';
const OF_POST = `${PROFILE}/${POST}`;

export default [
  { url: PROFILE, world: () => truthSocialSimulator({}) },
  { url: `${PROFILE}/media`, world: () => truthSocialSimulator({ open: 'page' }) },
  { url: 'https://truthsocial.com/users/owner', world: () => truthSocialSimulator({ open: 'none' }) },
  { url: OF_POST, world: () => truthSocialSimulator({}) },
  { url: OF_POST, selector: 'likes', world: () => truthSocialSimulator({}) },
  { url: OF_POST, selector: 'shares', world: () => truthSocialSimulator({}) },
  { url: PROFILE, selector: 'followers', world: () => truthSocialSimulator({}) },
  { url: PROFILE, selector: 'following', world: () => truthSocialSimulator({}) },
] satisfies readonly OwnExport[];
