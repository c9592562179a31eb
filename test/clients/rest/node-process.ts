import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programToStart } from '#test/program.ts';
import { NODE_FLAGS } from '../../../bin/node-flags.js';

interface NodeSetup {
  readonly dataDir: string;
  /** Left out: `serve`. */
  readonly command?: 'serve' | 'work';
  /** Settings besides those that every test has. */
  readonly env: Readonly<Record<string, string>>;
  onWords(words: string): void;
}

/** One process of the service. */
export interface NodeProcess {
  readonly baseUrl: string;
  readonly dataDir: string;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** What a command prints on its data folder. */
  printed(args: readonly string[]): Promise<string>;
}

/** Starts it as its owner does. @throws Error with how it ended, where it ends before it is ready */
export async function startNode({ dataDir, command = 'serve', env, onWords }: NodeSetup): Promise<NodeProcess> {
  const settings = {
    ...process.env,
    COMMENTDOCK_PORT: '0',
    COMMENTDOCK_LIMITS: 'off',
    COMMENTDOCK_LOG: 'error',
    ...env,
    COMMENTDOCK_DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), command, '--json'], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    process.stderr.write(words);
    onWords(words);
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)} before it was ready`))),
  ]);
  const ready = JSON.parse(line) as { base_url?: string };
  if (ready.base_url === undefined) throw new Error(`the service did not start: ${line}`);
  return {
    baseUrl: ready.base_url,
    dataDir,
    async end(signal) {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child.kill(signal);
      await gone;
    },
    async printed(args) {
      const printing = spawn(process.execPath, [programToStart(), ...args], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      printing.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      await once(printing, 'close');
      return text;
    },
  };
}
