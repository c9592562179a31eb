import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { execPath, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CommentdockError } from '#core/contract/error.ts';
import { factsOf, type PlatformFacts } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';

/** Where the built program has its facts, seen from its folder. The build writes them. */
export const BUILT_FACTS = 'core/platforms/facts.json';

const ROOT = fileURLToPath(new URL('..', import.meta.resolve('#core/main.js')));
const IS_BUILT = extname(import.meta.filename) === '.js';

/** What platforms may import (`oxlint.config.ts`): their own folder, the contract, packages. */
const SOURCE_FOLDERS = ['core/platforms', 'core/platform-kit', 'core/platform-api', 'core/contract'];
const LOCK_FILE = 'package-lock.json';

/** Facts of all platforms are some 140 KB, made in a second. */
const MAKING = { maxBuffer: 16 * 1024 * 1024, timeout: 60_000, windowsHide: true };

const CACHE_FOLDER = join(ROOT, 'node_modules/.cache/commentdock');

/** What all platforms say about themselves, by their ids, and the sources that it was taken from; null for those of the build. */
interface KeptFacts {
  readonly stamp: string | null;
  readonly facts: readonly PlatformFacts[];
}

/**
 * What all platforms say about themselves, without their code: in a checkout from a cache, which is made anew where it is missing,
 * damaged or older than the sources; in the built program from the file that came with it.
 * @throws CommentdockError INTERNAL where that file is missing or damaged
 */
export async function platformFacts(): Promise<readonly PlatformFacts[]> {
  if (IS_BUILT) return builtFacts();
  const stamp = stampOfSources();
  const file = cacheFile();
  const kept = await readFacts(file);
  if (kept !== null && kept.stamp === stamp) return kept.facts;
  const facts = await makeFacts();
  // Of sources that changed meanwhile nobody knows which were read.
  if (stampOfSources() === stamp) await keep(file, { stamp, facts });
  return facts;
}

/** Writes the facts of a built program. @param folder where it lies */
export async function writeBuiltFacts(folder: string): Promise<void> {
  await writeFile(join(folder, BUILT_FACTS), sealed({ stamp: null, facts: await readPlatforms() }));
}

async function builtFacts(): Promise<readonly PlatformFacts[]> {
  const kept = await readFacts(join(ROOT, BUILT_FACTS));
  if (kept === null)
    throw new CommentdockError('INTERNAL', `${BUILT_FACTS} of the program is missing or damaged. Install Commentdock anew.`);
  return kept.facts;
}

/** In a process of its own: the code of all platforms would stay in this one, some 30 MB for as long as a service runs. */
async function makeFacts(): Promise<readonly PlatformFacts[]> {
  try {
    const made = await promisify(execFile)(execPath, [import.meta.filename], MAKING);
    return JSON.parse(made.stdout) as readonly PlatformFacts[];
  } catch {
    // Where no process can be started; where a platform is broken, this says how.
    return readPlatforms();
  }
}

/** Loads the code of all. */
async function readPlatforms(): Promise<readonly PlatformFacts[]> {
  return (await loadPlatforms()).all.map(factsOf);
}

/** Several checkouts may share their packages: each has a file of its own. */
function cacheFile(): string {
  return join(CACHE_FOLDER, `platforms-${digestOf([ROOT]).slice(0, 12)}.json`);
}

/** Changes with every source. Looking at sizes and times takes some 10 ms; the time of the last change of any kind cannot be set back. */
function stampOfSources(): string {
  const files = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return digestOf([...files.toSorted(), LOCK_FILE].map(stateOf));
}

function stateOf(file: string): string {
  const found = statSync(join(ROOT, file), { throwIfNoEntry: false });
  return `${file} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}`;
}

function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Several processes may do so at once, and readers find a whole file. Where nothing can be written, the next process makes them again. */
async function keep(file: string, kept: KeptFacts): Promise<void> {
  const temporary = `${file}.${randomUUID()}.partial`;
  try {
    await mkdir(CACHE_FOLDER, { recursive: true });
    await writeFile(temporary, sealed(kept));
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Two lines: the digest of the second one, and the facts. */
function sealed(kept: KeptFacts): string {
  const text = JSON.stringify(kept);
  return `${digestOf([text])}\n${text}\n`;
}

/** Null where there are none, and where they are not what was written. */
async function readFacts(file: string): Promise<KeptFacts | null> {
  const [digest, text = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return digest === digestOf([text]) ? (JSON.parse(text) as KeptFacts) : null;
}

if (import.meta.main) stdout.write(JSON.stringify(await readPlatforms()));
