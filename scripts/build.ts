import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { bundleCore } from './core-bundle.ts';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What `npm run desktop` starts, and what packages hold. */
export const DIST = join(ROOT, 'dist');

/** What the built program reads as it stands beside its sources: migrations, word lists, plain JavaScript, pictures. */
const FILES = '{core/**/*.*,electron/icons/*.png,resources/lexicons/*.*}';
const BUNDLED = ['**/*.ts'];

const BUILT_FOLDERS = ['core', 'electron', 'resources'];

/** Where the built `package.json` leads the names that the sources use. The shell is bundled, the core is not. */
const IMPORTS = {
  '#core/*.ts': './core/*.js',
  '#core/*': './core/*',
  '#electron/*.ts': './electron/main/*.js',
  '#electron/preload.cjs': './electron/preload/preload.cjs',
  '#electron/*': './electron/*',
  '#noto-sans/*': './resources/noto-sans/*.gz',
  '#onnxruntime': './resources/onnxruntime/ort.wasm.bundle.min.mjs',
  '#onnxruntime.wasm': './resources/onnxruntime/ort-wasm-simd-threaded.wasm.gz',
  '#resvg': './resources/resvg/index.mjs',
  '#resvg.wasm': './resources/resvg/index_bg.wasm.gz',
};

const NOTO_SANS = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'];

/**
 * The files of development packages that a machine needs. The runtime of neural models has 140 MB, and what it depends on is for browsers; of the
 * font in eighteen styles two are used, and its licence goes with them. What is large and rarely read is packed (gzip).
 */
const COPIED: readonly (readonly [name: string, target: string])[] = [
  ['#onnxruntime', IMPORTS['#onnxruntime']],
  ['#onnxruntime.wasm', IMPORTS['#onnxruntime.wasm']],
  ['#resvg', IMPORTS['#resvg']],
  ['#resvg.wasm', IMPORTS['#resvg.wasm']],
  ...NOTO_SANS.map((name) => [`#noto-sans/${name}`, IMPORTS['#noto-sans/*'].replace('*', name)] as const),
  ['#noto-sans/LICENSE_FONT', './resources/noto-sans/LICENSE_FONT'],
];
const PACKED = '.gz';

const manifestSchema = z.object({ name: z.string(), version: z.string() });

/**
 * Writes the core as plain JavaScript (`core-bundle.ts`), and beside it what it reads as files, and what platforms say about themselves. Names like
 * `#core/x.ts` that are looked up at run time are led to the built files by the `imports` of the folder's own package.json. electron-vite bundles the
 * shell beside it.
 * @param outFolder its folders of an earlier build go first; the window's stays
 * @returns the number of files of the core
 */
export async function build(outFolder: string): Promise<number> {
  for (const folder of BUILT_FOLDERS) await rm(join(outFolder, folder), { recursive: true, force: true });
  const files = await buildCore(outFolder);
  await buildShell(join(outFolder, 'electron'));
  return files;
}

/**
 * What packages hold but for the shell.
 * @param outFolder its `core` and `resources` are new or gone before
 * @returns the number of files
 */
export async function buildCore(outFolder: string): Promise<number> {
  let files = await bundleCore(ROOT, outFolder);
  for await (const file of glob(FILES, { cwd: ROOT, exclude: BUNDLED })) {
    await mkdir(dirname(join(outFolder, file)), { recursive: true });
    await cp(join(ROOT, file), join(outFolder, file));
    files += 1;
  }
  for (const [name, target] of COPIED) {
    const source = fileURLToPath(import.meta.resolve(name));
    await mkdir(dirname(join(outFolder, target)), { recursive: true });
    if (target.endsWith(PACKED))
      await writeFile(join(outFolder, target), gzipSync(await readFile(source), { level: constants.Z_BEST_COMPRESSION }));
    else await cp(source, join(outFolder, target));
    files += 1;
  }
  // Whoever asks this file for its folders does not load the registry.
  const { writeBuiltFacts } = await import('#core/platforms/facts.ts');
  await writeBuiltFacts(outFolder);
  files += 1;
  const { name, version } = manifestSchema.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  const manifest = { name, version, private: true, type: 'module', main: 'electron/main/main.js', imports: IMPORTS };
  await writeFile(join(outFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return files;
}

/** Its icons lie there already. */
async function buildShell(folder: string): Promise<void> {
  const { build: buildWith } = await import('electron-vite');
  await buildWith({
    configFile: join(ROOT, 'electron.vite.config.ts'),
    ignoreConfigWarning: true,
    logLevel: 'warn',
    build: { outDir: folder },
  });
}

if (import.meta.main) console.log(`${DIST}: ${await build(DIST)} files`);
