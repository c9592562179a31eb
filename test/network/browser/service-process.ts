import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { NetworkSetup } from '#core/network/network.ts';

/** The service of service.ts, from outside. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly ready: Promise<string>;
  /** The next line that it answers. */
  line(): Promise<string>;
  say(line: string): void;
}

export function startService(dataDir: string, config: Partial<NetworkSetup['config']>): ServiceProcess {
  const file = fileURLToPath(new URL('./service.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2', file, dataDir, JSON.stringify(config)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout });
  const line = async (): Promise<string> => String((await once(lines, 'line'))[0]);
  return { child, ready: line(), line, say: (text) => void child.stdin.write(`${text}\n`) };
}
