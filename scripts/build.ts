import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Where the packaged app and `electron .` look (package.json, `main`). */
export const DIST = join(ROOT, 'dist');

/** Rooms that run without their sources: in the packaged desktop app. */
const ROOMS = ['core', 'electron'];

const TYPESCRIPT = '.ts';
const JAVASCRIPT = '.js';

const manifestSchema = z.object({ name: z.string(), version: z.string() });

/**
 * Writes the rooms as plain JavaScript, file by file: the types are blanked out, so that lines and columns stay those of the
 * sources, and everything else (migrations, plain JavaScript) is copied. Imports keep naming the source (`#core/x.ts`); the
 * `imports` of the folder's own package.json lead them to the built file.
 * @param outFolder is emptied first
 * @returns the number of files
 */
export async function build(outFolder: string): Promise<number> {
  await rm(outFolder, { recursive: true, force: true });
  let files = 0;
  for await (const file of glob(`{${ROOMS.join(',')}}/**/*.*`, { cwd: ROOT })) {
    await buildFile(file, outFolder);
    files += 1;
  }
  const { name, version } = manifestSchema.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  const manifest = { name, version, private: true, type: 'module', imports: builtImports() };
  await writeFile(join(outFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return files;
}

async function buildFile(file: string, outFolder: string): Promise<void> {
  const source = join(ROOT, file);
  const target = join(outFolder, file);
  await mkdir(dirname(target), { recursive: true });
  if (!file.endsWith(TYPESCRIPT)) return cp(source, target);
  const code = stripTypeScriptTypes(await readFile(source, 'utf8'), { mode: 'strip' });
  await writeFile(`${target.slice(0, -TYPESCRIPT.length)}${JAVASCRIPT}`, code);
}

function builtImports(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ROOMS.flatMap((room) => [
      [`#${room}/*${TYPESCRIPT}`, `./${room}/*${JAVASCRIPT}`],
      [`#${room}/*`, `./${room}/*`],
    ]),
  );
}

if (import.meta.main) console.log(`${DIST}: ${await build(DIST)} files`);
