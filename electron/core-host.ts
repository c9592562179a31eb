import { fileURLToPath } from 'node:url';
import { type UtilityProcess, utilityProcess } from 'electron';
import { NODE_FLAGS } from '../bin/node-flags.js';
import { type CloseRequest, coreNewsSchema, type CoreNews } from '#electron/core-messages.ts';

/** How long the core may take to commit and close. What it had committed is safe if it takes longer. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The core in its own process. */
export interface CoreHost {
  /** How its start went. */
  readonly news: Promise<CoreNews>;
  /** Resolves with the exit code when the process has ended, for whatever reason. */
  readonly ended: Promise<number>;
  /** Asks the core to close, and kills its process when it does not. Resolves when the process has ended. */
  close(): Promise<void>;
}

/**
 * Starts the core's process, under the same ceilings of memory as everywhere. What stands in `execArgv` becomes the command line of
 * the process, and V8 takes its flags from the switch `js-flags` there; flags of Node that stand by themselves would only be shown.
 */
export function startCoreProcess(): CoreHost {
  const child = utilityProcess.fork(fileURLToPath(import.meta.resolve('#electron/core-process.ts')), [], {
    serviceName: 'Commentdock core',
    stdio: 'inherit',
    execArgv: [`--js-flags=${NODE_FLAGS.join(' ')}`],
  });
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  return {
    news: firstNews(child, ended),
    ended,
    async close() {
      if (hasEnded) return;
      const timer = setTimeout(() => child.kill(), CLOSE_TIMEOUT_MS);
      try {
        child.postMessage({ type: 'close' } satisfies CloseRequest);
        await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function firstNews(child: UtilityProcess, ended: Promise<number>): Promise<CoreNews> {
  const said = new Promise<CoreNews>((resolve) => {
    child.once('message', (message: unknown) => {
      const { data } = coreNewsSchema.safeParse(message);
      resolve(data ?? { type: 'failed', detail: 'The service gave an answer that this version does not know.' });
    });
  });
  const unsaid = ended.then((code): CoreNews => ({ type: 'failed', detail: `The service ended while it started (exit code ${code}).` }));
  return Promise.race([said, unsaid]);
}
