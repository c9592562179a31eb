import { PackRefusal } from '#core/packs/refusal.ts';
import { readPack } from '#core/packs/pack-file.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import type { LawsAnswer, LawsWish } from '#core/threads/pack-laws-thread.ts';
import { startThread } from '#core/threads/start-thread.ts';

/** What the process is told: the file, and how much of time and memory each of its platforms may take. */
export interface TrialWish {
  readonly file: Uint8Array;
  readonly secondsEach: number;
  readonly megabytes: number;
}

/** How often somebody looks at the memory of this process: that of buffers has no ceiling of its own. */
const LOOK_EVERY_MS = 50;
const MB = 1024 * 1024;
const YOUNG = { maxYoungGenerationSizeMb: 12 } as const;

/** The process in which the laws of a pack are looked at: its code runs in a thread that is ended here, and at the worst the process with it. */
process.once('message', (wish: TrialWish) => {
  void trial(wish).then((answer) => {
    process.send?.(answer, () => process.exit());
  });
});

async function trial({ file, secondsEach, megabytes }: TrialWish): Promise<LawsAnswer> {
  try {
    const { manifest } = readPack(file);
    const ids = manifest.platforms.map(({ facts }) => facts.id);
    const builtIn = await loadPlatforms();
    for (const { facts } of manifest.platforms) {
      for (const example of facts.targets.flatMap((target) => target.examples)) {
        const claimed = builtIn.isNamed(example) ? builtIn.claim(example).platform.id : facts.id;
        if (!ids.includes(claimed))
          return { reason: 'law', detail: `${facts.id}: no other platform claims its examples (${example}: ${claimed}).` };
      }
    }
    for (const id of ids) {
      const answer = await trialOf({ file, id }, secondsEach, megabytes);
      if (answer !== null) return answer;
    }
    return null;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { reason: error instanceof PackRefusal ? error.reason : 'code', detail };
  }
}

async function trialOf(wish: LawsWish, seconds: number, megabytes: number): Promise<LawsAnswer> {
  const worker = startThread('pack-laws', { workerData: null, resourceLimits: { maxOldGenerationSizeMb: megabytes / 2, ...YOUNG } });
  const { promise, resolve } = Promise.withResolvers<LawsAnswer>();
  const refuse = (law: string): void => resolve({ reason: 'law', detail: `${wish.id}: ${law}.` });
  const isFull = `it takes no more than ${megabytes} MB of memory`;
  const before = process.memoryUsage.rss();
  const late = setTimeout(() => refuse(`it comes to an end within ${seconds} s`), seconds * 1_000);
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() - before > megabytes * MB) refuse(isFull);
  }, LOOK_EVERY_MS);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuse(isFull) : resolve({ reason: 'code', detail: `${wish.id}: ${error.message}` }),
  );
  worker.once('exit', () => resolve({ reason: 'code', detail: `${wish.id}: it ended the thread that it ran in.` }));
  worker.postMessage(wish);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    clearInterval(looking);
    await worker.terminate();
  }
}
