import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { z } from 'zod';

/** Folder of the repository. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What `npm run desktop` starts, and what packages hold. */
export const DIST = join(ROOT, 'dist');

/** What the packaged desktop app runs without its sources, file by file. */
const FILES = '{core/**/*.*,electron/icons/*.png,resources/lexicons/*.*}';

/** What plays a platform and what tests it stands beside it, and is no part of the program. */
const NOT_SHIPPED = ['core/platforms/*/{simulator,exports}.ts', 'core/platforms/*/simulator/**', 'core/platforms/*/*.{test,setup}.ts'];

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

const TYPESCRIPT = '.ts';
const JAVASCRIPT = '.js';

const manifestSchema = z.object({ name: z.string(), version: z.string() });

/** Declarations that end with their block: Node knows them from version 24 on. */
const USES_USING = /^\s*(?:await )?using /m;
/** What the other sources are written for anyhow. */
const OLDEST_SYNTAX = 'es2024';

/**
 * Writes the core as plain JavaScript, file by file: the types are blanked out, so that lines and columns stay those of the
 * sources (but for the few files with words that Node 22 does not know), and everything else (migrations, word lists, plain JavaScript) is copied. What platforms say about themselves is written beside
 * them. Imports keep naming the source (`#core/x.ts`); the `imports` of the folder's own package.json lead them to the built file.
 * electron-vite bundles the shell beside it.
 * @param outFolder its folders of an earlier build go first; the window's stays
 * @returns the number of files of the core
 */
export async function build(outFolder: string): Promise<number> {
  for (const folder of BUILT_FOLDERS) await rm(join(outFolder, folder), { recursive: true, force: true });
  let files = 0;
  for await (const file of glob(FILES, { cwd: ROOT, exclude: NOT_SHIPPED })) {
    await buildFile(file, outFolder);
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
  await buildShell(join(outFolder, 'electron'));
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

async function buildFile(file: string, outFolder: string): Promise<void> {
  const source = join(ROOT, file);
  const target = join(outFolder, file);
  await mkdir(dirname(target), { recursive: true });
  if (!file.endsWith(TYPESCRIPT)) return cp(source, target);
  const code = stripTypeScriptTypes(await readFile(source, 'utf8'), { mode: 'strip' });
  const built = USES_USING.test(code) ? await lowered(code, source) : code;
  await writeFile(`${target.slice(0, -TYPESCRIPT.length)}${JAVASCRIPT}`, built);
}

async function lowered(code: string, source: string): Promise<string> {
  const { transformWithOxc } = await import('vite');
  const made = await transformWithOxc(code, source, { lang: 'js', target: OLDEST_SYNTAX, sourcemap: false });
  return made.code;
}

if (import.meta.main) console.log(`${DIST}: ${await build(DIST)} files`);
