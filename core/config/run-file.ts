import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { diskTrouble } from '#core/contract/error.ts';

const FILE_NAME = 'run.json';

/** How to reach the service that runs on a data folder; `owner_secret` opens it as the owner. */
const runFileSchema = z.object({ base_url: z.url(), pid: z.int(), owner_secret: z.string().min(32) });

export type RunFile = z.infer<typeof runFileSchema>;

/** Readable by the owner of the account alone (0600). @throws CommentdockError DISK */
export function writeRunFile(dataDir: string, content: RunFile): void {
  try {
    writeFileSync(join(dataDir, FILE_NAME), `${JSON.stringify(content)}\n`, { mode: 0o600 });
  } catch (error) {
    throw diskTrouble(error) ?? error;
  }
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
