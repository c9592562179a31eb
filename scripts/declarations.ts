import { execFile } from 'node:child_process';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { isolatedDeclaration } from 'rolldown/experimental';
import { ROOT } from './build.ts';

/** What `import 'commentdock'` leads to. */
const ENTRY = 'library/commentdock';
/** How the core's files name each other. */
const CORE_IMPORT = /(['"])#core\/([^'"]+)\.ts\1/g;

/**
 * Writes the declarations of the library into a folder: the types that it shows and the schemas that they come from, and nothing of what is
 * behind them. Its own file says all types of what it exports, so that the compiler need not read the whole core for it.
 * @throws where a type cannot be told
 */
export async function buildDeclarations(outFolder: string): Promise<void> {
  await rm(outFolder, { recursive: true, force: true });
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const words = [compiler, '--project', 'tsconfig.declarations.json', '--outDir', outFolder];
  await promisify(execFile)(process.execPath, words, { cwd: ROOT });
  const source = join(ROOT, 'core', `${ENTRY}.ts`);
  const { code, errors } = await isolatedDeclaration(source, await readFile(source, 'utf8'));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  await mkdir(join(outFolder, dirname(ENTRY)), { recursive: true });
  await writeFile(join(outFolder, `${ENTRY}.d.ts`), code);
  for await (const file of glob('**/*.d.ts', { cwd: outFolder })) await leadBySelf(outFolder, file);
}

/** Other packages do not know our own names of files. */
async function leadBySelf(outFolder: string, file: string): Promise<void> {
  const text = await readFile(join(outFolder, file), 'utf8');
  const named = text.replace(CORE_IMPORT, (_, quote: string, path: string) => {
    const from = relative(dirname(file), path).replaceAll('\\', '/');
    return `${quote}${from.startsWith('.') ? from : `./${from}`}.js${quote}`;
  });
  await writeFile(join(outFolder, file), named);
}
