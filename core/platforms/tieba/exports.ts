import { THREAD, tiebaSimulator } from '#core/platforms/tieba/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

export default [{ url: `https://tieba.baidu.com/p/${THREAD}`, world: () => tiebaSimulator({}) }] satisfies readonly OwnExport[];
