import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE_NAME = 'run.json';

/** How to reach the service that runs on a data folder; `owner_secret` opens it as the owner. */
const runFileSchema = z.object({ base_url: z.url(), pid: z.int(), owner_secret: z.string().min(32) });

export type RunFile = z.infer<typeof runFileSchema>;

/** Readable by the owner of the account alone (0600). */
export function writeRunFile(dataDir: string, content: RunFile): void {
  writeFileSync(join(dataDir, FILE_NAME), `${JSON.stringify(content)}\n`, { mode: 0o600 });
}

/** The running service, or null where none wrote its file or its process is gone. */
export function readRunFile(dataDir: string): RunFile | null {
  try {
    const content = runFileSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE_NAME), 'utf8')));
    process.kill(content.pid, 0);
    return content;
  } catch {
    return null;
  }
}

export function removeRunFile(dataDir: string): void {
  rmSync(join(dataDir, FILE_NAME), { force: true });
}
