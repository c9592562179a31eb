import { existsSync, globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** What tests of the core read of a checkout. */
const COPIED = ['core', 'docs', 'electron', 'package.json', 'renderer', 'resources', 'scripts', 'test', 'types'];
/** Stay where they are. */
const LINKED = ['node_modules', 'dist'];

const OPTIONS = { excludedMutations: [], ignorers: [], noHeader: false, plugins: null };
const SILENT = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** A change of one place: its number, where, and what stands there instead. Lines and columns from 0 on. */
export type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];

/** A copy of the checkout, some of whose files hold all their mutants at once: each is asleep until a process is started under its number. */
export interface InstrumentedCopy extends AsyncDisposable {
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  /** A file as it is without mutants. */
  sourceOf(file: string): string;
}

/** @param patterns globs of the files that are changed, from `root` on */
export async function instrumentedCopy(root: string, patterns: readonly string[]): Promise<InstrumentedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-mutants-'));
  try {
    const isThere = (name: string): boolean => existsSync(join(root, name));
    for (const name of COPIED.filter(isThere)) await cp(join(root, name), join(folder, name), { recursive: true });
    for (const name of LINKED.filter(isThere)) await symlink(join(root, name), join(folder, name), 'junction');
    const sources = new Map<string, string>();
    for (const file of globSync(patterns, { cwd: root }).toSorted())
      sources.set(file.replaceAll('\\', '/'), await readFile(join(root, file), 'utf8'));
    const { files, mutants } = await new Instrumenter(SILENT).instrument(
      [...sources].map(([name, content]) => ({ name, content, mutate: true })),
      OPTIONS,
    );
    for (const { name, content } of files) await writeFile(join(folder, name), content);
    return {
      folder,
      mutants,
      sourceOf: (file) => sources.get(file) ?? '',
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
