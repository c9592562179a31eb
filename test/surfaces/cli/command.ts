import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { programToStart } from '#test/program.ts';
import { NODE_FLAGS } from '../../../bin/node-flags.js';

const addressesSchema = z.object({
  base_url: z.url(),
  ws_url: z.string(),
  mcp_url: z.string(),
  gui_url: z.string(),
  data_dir: z.string(),
  pid: z.int(),
});

interface Finished {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
interface RunningCommand {
  readonly child: ChildProcess;
  /** What it said so far. */
  readonly said: { stdout: string; stderr: string };
  readonly finished: Promise<Finished>;
}

/** The program on a data folder of its own, as an owner uses it: every command is a process. */
export interface CommandLine extends AsyncDisposable {
  readonly dataDir: string;
  /** Where `--out` points by default. */
  readonly outDir: string;
  start(...words: string[]): RunningCommand;
  run(...words: string[]): Promise<Finished>;
  /** Starts the service and waits for its line. */
  serve(): Promise<RunningCommand & { readonly addresses: z.infer<typeof addressesSchema> }>;
}

/** `env` is that of a world, and what differs from it. What is still running at the end is killed. */
export function openCommandLine(env: Readonly<Record<string, string>>): CommandLine {
  const root = mkdtempSync(join(tmpdir(), 'commentdock-command-'));
  const [dataDir, outDir] = [join(root, 'data'), join(root, 'out')];
  const running = new Set<ChildProcess>();
  const start = (...words: string[]): RunningCommand => {
    const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, COMMENTDOCK_PORT: '0', COMMENTDOCK_DATA_DIR: dataDir, ...env },
    });
    running.add(child);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
    const finished = once(child, 'close').then(([code]) => {
      running.delete(child);
      return { exitCode: code as number | null, ...said };
    });
    return { child, said, finished };
  };
  return {
    dataDir,
    outDir,
    start,
    run: (...words) => start(...words).finished,
    async serve() {
      const service = start('serve', '--json');
      const lines = createInterface({ input: service.child.stdout as NodeJS.ReadableStream });
      const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), service.finished.then(() => null)]);
      if (line === null) throw new Error(`the service did not start: ${service.said.stderr}`);
      return { ...service, addresses: addressesSchema.parse(JSON.parse(line)) };
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill('SIGKILL');
      await Promise.all([...running].map((child) => once(child, 'close')));
      rmSync(root, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
