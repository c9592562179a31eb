/**
 * A service of tests with the signed site for its platform, as a process of its own: the engine in a thread, as owners have it.
 *
 *     node test/network/browser/service.ts DATA_DIR CONFIG_JSON
 *
 * Reads commands from stdin, a line each: `begin post 1`, `run feed f`, `memory`, `close`; answers each by a line of JSON.
 */
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { NetworkSetup } from '#core/network/network.ts';
import { THREAD_MEMORY } from '#core/threads/thread-memory.ts';
import { openBrowserExports } from '#test/network/browser/browser-exports.ts';

interface Setup {
  readonly dataDir: string;
  readonly config: Partial<NetworkSetup['config']>;
}

if (isMainThread) runMain();
else await runEngine(workerData as Setup);

function runMain(): void {
  const [dataDir = '', config = '{}'] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { dataDir, config: JSON.parse(config) } as Setup,
    resourceLimits: THREAD_MEMORY,
  });
  worker.on('message', (line: string) => {
    process.stdout.write(`${line}\n`);
    if (line === '"closed"') process.exit(0);
  });
  const input = createInterface({ input: process.stdin });
  input.on('line', (line) => {
    if (line === 'memory') process.stdout.write(`${process.memoryUsage.rss()}\n`);
    else worker.postMessage(line);
  });
  input.on('close', () => worker.postMessage('close'));
}

async function runEngine(setup: Setup): Promise<void> {
  const exports = openBrowserExports(setup);
  parentPort?.on('message', (line: string) => void answer(line).then((value) => parentPort?.postMessage(JSON.stringify(value))));
  parentPort?.postMessage('"ready"');

  async function answer(line: string): Promise<unknown> {
    const [word, target, id = ''] = line.split(' ');
    if (word === 'close') {
      await exports[Symbol.asyncDispose]();
      return 'closed';
    }
    const { guid, ended } = await exports.begin(target as 'post' | 'feed', id);
    if (word === 'begin') return { guid };
    const { status, exported, error } = await ended;
    return { guid, status, exported, error };
  }
}
