import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type UtilityProcess, utilityProcess } from 'electron';
import { type CloseRequest, coreNewsSchema, type CoreNews } from '#electron/core-messages.ts';

/** How long the core may take to commit and close. What it had committed is safe if it takes longer. */
const CLOSE_TIMEOUT_MS = 10_000;

/** The core in its own process. */
export interface CoreHost {
  /** How its start went. */
  readonly news: Promise<CoreNews>;
  /** Resolves with the exit code when the process has ended, for whatever reason. */
  readonly ended: Promise<number>;
  /** Asks the core to close, and kills its process when it does not. Resolves when the process has ended. */
  close(): Promise<void>;
}

/** Starts the core's process. */
export function startCoreProcess(): CoreHost {
  const child = utilityProcess.fork(fileURLToPath(import.meta.resolve('#electron/core-process.ts')), [], {
    serviceName: 'Commentdock core',
    stdio: 'inherit',
  });
  const ended = Promise.withResolvers<number>();
  const news = Promise.withResolvers<CoreNews>();
  let hasEnded = false;
  child.once('exit', (code) => {
    hasEnded = true;
    ended.resolve(code);
    news.resolve({ type: 'failed', detail: `The service ended while it started (exit code ${code}).` });
  });
  child.once('message', (message: unknown) => {
    const parsed = coreNewsSchema.safeParse(message);
    news.resolve(parsed.success ? parsed.data : { type: 'failed', detail: 'The service gave an answer that this version does not know.' });
  });
  return {
    news: news.promise,
    ended: ended.promise,
    async close() {
      if (!hasEnded) await closeProcess(child);
    },
  };
}

async function closeProcess(child: UtilityProcess): Promise<void> {
  const exit = once(child, 'exit', { signal: AbortSignal.timeout(CLOSE_TIMEOUT_MS) });
  child.postMessage({ type: 'close' } satisfies CloseRequest);
  try {
    await exit;
  } catch {
    const killed = once(child, 'exit');
    child.kill();
    await killed;
  }
}
