import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** What a program, a thread, a process, or a package that has the library begins at. */
const BEGINNINGS = [
  'core/command-line.ts',
  'core/library/commentdock.ts',
  'core/network/browser/host-process.ts',
  'core/platforms/*/index.ts',
  'core/store/postgres/blocking-thread.ts',
  'core/threads/*-process.ts',
  'core/threads/*-thread.ts',
];

/** The shell is bundled by itself, and finds what it takes of the core at run time. */
const TAKEN_BY_SHELL = /^import (?!type ).* from '#(core\/[^']+\.ts)';$/gm;

/** Of packages and of names that the manifest of the built program leads: they are found at run time. */
const FOUND_AT_RUN_TIME = /^(?![./]|#core\/|[a-zA-Z]:[\\/])/;

/**
 * Packages of many small files that every start reads: they go with the code that asks for them, which takes a sixth off the processor time of a
 * start and eight megabytes off the service. Their licences are in the notices.
 */
const BUNDLED_PACKAGES =
  /^(?:zod|fastify|@fastify\/.*|ajv|ajv-formats|fast-.*|avvio|commander|find-my-way|ret|rfdc|secure-json-parse|semver)(?:\/|$)/;

/** Declarations that end with their block: Node knows them from version 24 on. */
const OLDEST_SYNTAX = 'es2024';

/**
 * The core as plain JavaScript in a few hundred files in place of a thousand: a start reads what it needs in a third less time, and each thread
 * holds some 5 MB less. What begins a program or a thread keeps its name and place; what several of them share lies in `core/chunks`. Other packages
 * stay packages. Code that reads a file beside it names it from `#core/`, as it stands elsewhere itself.
 * @param root folder of the repository
 * @param outFolder takes `core/**`
 * @returns the number of files
 */
export async function bundleCore(root: string, outFolder: string): Promise<number> {
  const entries = await entriesOf(root);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(root, file)])),
    cwd: root,
    platform: 'node',
    external: (id) => FOUND_AT_RUN_TIME.test(id) && !BUNDLED_PACKAGES.test(id),
    transform: { target: OLDEST_SYNTAX },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    const { output } = await bundle.write({
      dir: outFolder,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'core/chunks/[name]-[hash].js',
      comments: false,
    });
    return output.length;
  } finally {
    await bundle.close();
  }
}

async function entriesOf(root: string): Promise<readonly string[]> {
  const entries = new Set<string>();
  for await (const file of glob(BEGINNINGS, { cwd: root })) entries.add(file.replaceAll('\\', '/'));
  for await (const file of glob('electron/**/*.ts', { cwd: root })) {
    const code = await readFile(join(root, file), 'utf8');
    for (const [, name = ''] of code.matchAll(TAKEN_BY_SHELL)) entries.add(name);
  }
  return [...entries].toSorted();
}
