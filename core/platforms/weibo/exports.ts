import { weiboSimulator } from '#core/platforms/weibo/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  { url: 'https://weibo.com/1669879400/J5cVGuUNq', world: () => weiboSimulator({}) },
  { url: 'https://weibo.com/u/1669879400', selector: 'followers', world: () => weiboSimulator({}) },
  { url: 'https://weibo.com/1669879400/J5cVGuUNq', world: () => weiboSimulator({ strangers: 'visitors' }) },
  { url: 'https://m.weibo.cn/status/J5cVGuUNq', world: () => weiboSimulator({ comments: 45, tail: 'empty' }) },
  { url: 'https://m.weibo.cn/status/J5cVGuUNq', world: () => weiboSimulator({ isMobileShut: true }) },
  { url: 'https://m.weibo.cn/u/1669879400', world: () => weiboSimulator({}) },
  { url: 'https://weibo.cn/comment/J5cVGuUNq', world: () => weiboSimulator({}) },
  { url: 'https://weibo.cn/repost/J5cVGuUNq', selector: 'shares', world: () => weiboSimulator({}) },
] satisfies readonly OwnExport[];
