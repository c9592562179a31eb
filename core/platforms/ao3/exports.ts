import { ao3Simulator } from '#core/platforms/ao3/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

const WORK = 'https://archiveofourown.org/works/424242';
const world = () => ao3Simulator({ threads: 14, perPage: 8 });

export default [
  { url: WORK, world },
  { url: WORK, selector: 'likes', world: () => ao3Simulator({ kudos: 95 }) },
  { url: 'https://archiveofourown.org/admin_posts/15103', world },
  { url: 'https://archiveofourown.org/comments/1040', world },
  { url: 'https://archiveofourown.org/chapters/9003', world },
] satisfies readonly OwnExport[];
