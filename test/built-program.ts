import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILT_PROGRAM } from '#test/program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILDING = "const { buildCore } = await import('./scripts/build.ts'); await buildCore(process.argv[1]);";

/**
 * Of `npm test`: the program is built once, as packages hold it, and the processes that tests start are of it: there are hundreds, and each starts in
 * two thirds of the time. Who runs some files by vitest alone has the sources, at once.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (env['npm_lifecycle_event'] !== 'test') return undefined;
  const built = await buildProgram();
  env[BUILT_PROGRAM] = built.program;
  return async () => await built[Symbol.asyncDispose]();
}

/** In a folder of its own, beside which stand the packages and the window of this checkout. */
export async function buildProgram(): Promise<AsyncDisposable & { readonly program: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-program-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await symlink(join(ROOT, 'dist/renderer'), join(folder, 'renderer'), 'junction');
  // In a process of its own: what runs a suite resolves names by itself.
  await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', BUILDING, folder],
    {
      cwd: ROOT,
    },
  );
  return { program: join(folder, 'core/main.js'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
