import { douyinSimulator, SEC_UID, VIDEO } from '#core/platforms/douyin/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const OF_VIDEO = `https://www.douyin.com/video/${VIDEO}`;
const PROFILE = `https://www.douyin.com/user/${SEC_UID}`;

export default [
  { url: OF_VIDEO, world: () => douyinSimulator({}) },
  { url: `https://www.douyin.com/note/${VIDEO}`, world: () => douyinSimulator({ open: 'page' }) },
  { url: `https://www.douyin.com/discover?modal_id=${VIDEO}`, world: () => douyinSimulator({ open: 'script', comments: 22 }) },
  { url: PROFILE, world: () => douyinSimulator({}) },
  { url: `https://www.iesdouyin.com/share/user/1?sec_uid=${SEC_UID}`, world: () => douyinSimulator({ open: 'script' }) },
  { url: PROFILE, selector: 'followers', world: () => douyinSimulator({}) },
  { url: PROFILE, selector: 'following', world: () => douyinSimulator({}) },
] satisfies readonly OwnExport[];
