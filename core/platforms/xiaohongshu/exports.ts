import { NOTE, OWNER, TOKEN, xiaohongshuSimulator } from '#core/platforms/xiaohongshu/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=${TOKEN}`, world: () => xiaohongshuSimulator({}) },
  {
    url: `https://www.xiaohongshu.com/note/${NOTE}?xsec_token=${TOKEN}`,
    world: () => xiaohongshuSimulator({ isAsking: false, carries: 'state' }),
  },
  { url: 'https://xhslink.com/a/note01', world: () => xiaohongshuSimulator({ comments: 12 }) },
  { url: `https://www.xiaohongshu.com/user/profile/${OWNER}`, world: () => xiaohongshuSimulator({}) },
] satisfies readonly OwnExport[];
