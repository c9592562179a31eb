import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';

/** Of a backup itself: what it holds, written last. */
export const MANIFEST = 'backup.json';

/** Databases of a data folder. They are copied by SQLite, as of one moment, while others write. */
export const DATABASES = ['commentdock.sqlite', 'requests.sqlite'] as const;

/** Other files, and folders with all that is below them. */
const TAKEN: ReadonlySet<string> = new Set([
  'commentdock.json',
  'commentdock.toml',
  'exports',
  'models',
  'own-platforms',
  'packs',
  'vault',
  'version.json',
]);

/** What is made anew where it is missing, or is of the running process alone. */
const MADE_ANEW = /^(?:lock\.sqlite|run\.json|reserve|search)(?:-\w+)?$|\.sqlite-(?:wal|shm|journal)$/;

/** What another process is writing at the moment. */
const UNFINISHED = /\.(?:partial|tmp)$/;

/** Whoever has it and the vault has all secrets. */
export const KEY_FILE = join('vault', 'key.json');

/** A path as a backup names it, on every system: no way out of the folder. */
const pathSchema = z
  .string()
  .max(1_000)
  .refine((path) => !path.includes('\\') && !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part)));

const fileSchema = z.object({ path: pathSchema, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type BackupFile = z.infer<typeof fileSchema>;

/** What a backup holds. `left`: what was in the data folder and is not here, and why. */
export const manifestSchema = z.object({
  format: z.literal(1),
  program: z.string().max(50),
  made_at: z.iso.datetime(),
  files: z.array(fileSchema),
  left: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Paths of the files that a backup takes besides databases, as the system writes them, and what it leaves. */
export async function contentsOf(dataDir: string): Promise<{ readonly files: readonly string[]; readonly left: BackupManifest['left'] }> {
  const files: string[] = [];
  const left: BackupManifest['left'] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    const { name } = entry;
    if (DATABASES.some((database) => database === name) || MADE_ANEW.test(name) || UNFINISHED.test(name)) continue;
    if (!TAKEN.has(name)) left.push({ path: name, why: whyLeft(name) });
    else if (entry.isFile()) files.push(name);
    else files.push(...(await filesBelow(dataDir, name)));
  }
  return { files: files.toSorted(), left };
}

function whyLeft(name: string): string {
  if (name === 'windows') return 'it holds the sessions of browser windows: log in again where they are wanted';
  return 'it is nothing that Commentdock knows';
}

async function filesBelow(dataDir: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)));
}

/** A path of this system as a backup names it. */
export function nameOf(path: string): string {
  return path.split(sep).join('/');
}

/** And back. */
export function pathOf(name: string): string {
  return name.split('/').join(sep);
}
