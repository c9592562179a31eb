import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Says what a program is written in that is no file (`node --input-type=module --eval`). Threads would take it over, and are files. */
const OF_THE_PROGRAM_ALONE = '--input-type';

/** Starts a thread at one of the files of this folder that are entries of threads, `<name>-thread.ts`. */
export function startThread(name: string, options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>): Worker {
  const entry = import.meta.resolve(`#core/threads/${name}-thread.ts`);
  const flags = process.execArgv.some((flag) => flag.startsWith(OF_THE_PROGRAM_ALONE)) ? { execArgv: [] } : {};
  return new Worker(new URL(import.meta.resolve('#core/threads/first-steps.js')), { ...options, ...flags, name, argv: [entry] });
}
