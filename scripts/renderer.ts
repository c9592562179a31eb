import { createHash } from 'node:crypto';
import { chmod, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DIST, ROOT } from './build.ts';

/** Rooms of the core whose operations and shapes the window uses. */
const CORE_ROOMS = [
  'contract',
  'operations',
  'exports',
  'insight',
  'installed-packs',
  'logins',
  'members',
  'owner',
  'routes',
  'sandbox',
  'schedules',
  'sentiment',
  'service',
  'webhooks',
  'surfaces/mcp',
];
/** What the window is made of: its own sources, the shapes and routes it uses, and the versions of the packages. */
export const SOURCES = `{renderer,${CORE_ROOMS.map((room) => `core/${room}`).join()}}/**/*.*`;
const SINGLE_SOURCES = ['package-lock.json', 'resources/notices.md', 'scripts/renderer.ts', 'scripts/renderer-config.ts'];
const OUT = join(DIST, 'renderer');
/** On the same disk as `dist`, and not in it: what a build that was killed leaves here is never packed. */
const STAGING = join(ROOT, 'node_modules/.cache');
/** Says of which sources the folder is; the service takes the folder for built where it is there. */
const BUILD_FILE = 'build.json';
const COMPRESSED = new Set(['.js', '.css', '.svg']);

/** Builds the window where its sources are not those of the last build. Several may do so at once. Returns whether it did. */
export async function buildRenderer(): Promise<boolean> {
  const hash = await sourceHash();
  if (await isBuilt(hash)) return false;
  const { build } = await import('vite');
  const { rendererConfig } = await import('./renderer-config.ts');
  await mkdir(STAGING, { recursive: true });
  const staging = await mkdtemp(join(STAGING, 'renderer-'));
  try {
    // A temporary folder is its maker's alone; an installed program is read by all.
    await chmod(staging, 0o755);
    await forOwners(() => build(rendererConfig(staging)));
    for await (const file of glob('assets/*', { cwd: staging })) await compress(join(staging, file));
    await writeFile(join(staging, BUILD_FILE), stamp(hash));
    await mkdir(DIST, { recursive: true });
    if (!(await isBuilt(hash))) await putInPlace(staging, hash);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return true;
}

async function isBuilt(hash: string): Promise<boolean> {
  return (await readFile(join(OUT, BUILD_FILE), 'utf8').catch(() => '')) === stamp(hash);
}

async function putInPlace(staging: string, hash: string): Promise<void> {
  await rm(OUT, { recursive: true, force: true });
  try {
    await rename(staging, OUT);
  } catch (error) {
    // Another build of the same sources was quicker.
    if (!(await isBuilt(hash))) throw error;
  }
}

/** Builds what owners get, whoever builds: among tests NODE_ENV says `test`, and React would come in its slow form for developers. */
async function forOwners(build: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV: outside } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await build();
  } finally {
    if (outside === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = outside;
  }
}

async function sourceHash(): Promise<string> {
  const files = [...SINGLE_SOURCES];
  for await (const file of glob(SOURCES, { cwd: ROOT })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

function stamp(hash: string): string {
  return `${JSON.stringify({ sources: hash })}\n`;
}

/** Once, as well as it goes, so that the service only hands over. */
async function compress(path: string): Promise<void> {
  if (!COMPRESSED.has(extname(path))) return;
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

if (import.meta.main) {
  // The service starts without its window, too: standard output is the service's own.
  try {
    if (await buildRenderer()) console.error('The window was built.');
  } catch (error) {
    console.error(`The window could not be built: ${error instanceof Error ? error.message : String(error)}`);
    if (!process.argv.includes('--best-effort')) process.exitCode = 1;
  }
}
