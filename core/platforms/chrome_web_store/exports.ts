import { chromeWebStoreSimulator } from '#core/platforms/chrome_web_store/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [
  {
    url: `https://chromewebstore.google.com/detail/x/${'a'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({}),
  },
  {
    url: `https://chromewebstore.google.com/detail/x/${'a'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({ others: { de: 12, 'zh-CN': 3 }, ratings: 60 }),
  },
  {
    url: `https://chrome.google.com/webstore/detail/${'b'.repeat(32)}`,
    world: () => chromeWebStoreSimulator({ hasPage: false }),
  },
] satisfies readonly OwnExport[];
