import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a thread at one of the files of this folder that are entries of threads, `<name>-thread.ts`. */
export function startThread(name: string, options: Pick<WorkerOptions, 'workerData' | 'resourceLimits'>): Worker {
  const entry = import.meta.resolve(`#core/threads/${name}-thread.ts`);
  return new Worker(new URL(import.meta.resolve('#core/threads/first-steps.js')), { ...options, name, argv: [entry] });
}
