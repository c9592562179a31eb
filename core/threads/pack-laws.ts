import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CommentdockError } from '#core/contract/error.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import { readPack } from '#core/packs/pack-file.ts';
import type { TrialWish } from '#core/threads/pack-laws-process.ts';
import type { LawsAnswer } from '#core/threads/pack-laws-thread.ts';

/** Of one platform: its samples are small. */
const USUAL = { secondsEach: 60, megabytes: 512 } as const;
/** For the process itself: to start, and to load what it compares with. */
const STARTING_SECONDS = 60;

/**
 * Runs the laws of a pack on its own samples, in a process apart that may neither stand still nor fill the memory.
 * @throws PackRefusal law, code; the signal's reason
 */
export async function expectPackLaws(
  file: Uint8Array,
  signal: AbortSignal,
  bounds: Pick<TrialWish, 'secondsEach' | 'megabytes'> = USUAL,
): Promise<void> {
  const { manifest } = readPack(file);
  signal.throwIfAborted();
  const child = fork(fileURLToPath(import.meta.resolve('#core/threads/pack-laws-process.ts')), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  });
  const over = new AbortController();
  const deadline = AbortSignal.timeout((STARTING_SECONDS + bounds.secondsEach * manifest.platforms.length) * 1_000);
  try {
    child.send({ file, ...bounds } satisfies TrialWish);
    const ends = { signal: AbortSignal.any([over.signal, signal, deadline]) };
    const ended = once(child, 'exit', ends).then(() => {
      throw new PackRefusal('code', 'it ended the process that it ran in.');
    });
    const [answer] = (await Promise.race([once(child, 'message', ends), ended])) as [LawsAnswer];
    if (answer !== null) throw refusalOf(answer);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) throw new PackRefusal('law', 'its laws are looked at in time.');
    if (error instanceof CommentdockError) throw error;
    throw new CommentdockError('INTERNAL', 'The laws of the pack could not be looked at.', { cause: error });
  } finally {
    over.abort();
    child.kill('SIGKILL');
  }
}

/** Its words have the name of the reason in front already where they are those of a refusal. */
function refusalOf({ reason, detail }: NonNullable<LawsAnswer>): PackRefusal {
  return new PackRefusal(reason, detail.replace(/^The pack breaks a law: /, ''));
}
