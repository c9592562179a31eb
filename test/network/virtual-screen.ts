import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Why no window can be opened unseen here; null where it can. */
export function missingScreen(): string | null {
  if (process.platform !== 'linux') return 'a virtual screen is a thing of Linux';
  return spawnSync('sh', ['-c', 'command -v Xvfb']).status === 0 ? null : 'there is no Xvfb (Debian: apt install xvfb)';
}

/** A screen that nobody sees. It goes when it is disposed of. */
export async function openVirtualScreen(): Promise<AsyncDisposable & { readonly display: string }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await firstLine(server);
  return {
    display: `:${number}`,
    async [Symbol.asyncDispose]() {
      if (server.exitCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function firstLine(server: ChildProcess): Promise<string> {
  const output = server.stdio[3] as NodeJS.ReadableStream;
  let text = '';
  for await (const part of output) {
    text += String(part);
    if (text.includes('\n')) return text.trim();
  }
  throw new Error('Xvfb did not start');
}
