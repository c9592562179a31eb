import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SOURCES } from '../scripts/renderer.ts';
import { ownFolder } from '#test/own.ts';
import { PLANTED } from '#test/planted-imports.ts';
import { circlesIn, importsBelow, roomOf } from '#test/room-graph.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE_FOLDERS = ['core', 'electron', 'integrations', 'renderer', 'scripts', 'test'];
const MAX_LINES = 400;
const FORBIDDEN_NAMES = /(^|[-_.])(utils?|helpers?|common|managers?|misc)([-_.]|$)/i;

/** Ways to import. A law that sees only one of them is none. */
const FORMS: Readonly<Record<string, (module: string) => string>> = {
  'an import of a namespace': (module) => `import * as planted from '${module}';\nexport const it = planted;\n`,
  'an import of a type': (module) => `import type { Planted } from '${module}';\nexport type It = Planted;\n`,
  'a re-export': (module) => `export * from '${module}';\n`,
  'an import for its effect': (module) => `import '${module}';\n`,
  'a dynamic import': (module) => `export const it = await import('${module}');\n`,
};

/** What a platform might reach without importing it, and other things that no file may hold. */
const PLANTED_CODE: readonly (readonly [file: string, code: string, rule: string])[] = [
  ...['fetch("https://x.example")', 'process.env', 'setTimeout(String)', 'globalThis.fetch', 'Buffer.from("")', 'console.log("")'].map(
    (code) => ['core/platforms/grown/planted.ts', `export const it = ${code};\n`, 'no-restricted-globals'] as const,
  ),
  ['core/platform-kit/planted.ts', 'export const it = process.env;\n', 'no-restricted-globals'],
  ['core/engine/planted.ts', 'export function it(value: any): void {\n  void value;\n}\n', 'no-explicit-any'],
  ['test/planted.ts', 'export const it = null as any;\n', 'no-explicit-any'],
  ['core/engine/planted.ts', 'console.log("");\n', 'no-console'],
  ['core/engine/planted.ts', '// TODO: later\nexport {};\n', 'no-warning-comments'],
  ...['core/platforms/grown/planted.ts', 'core/platform-kit/planted.ts', 'core/network/planted.ts'].flatMap((file) => [
    [file, 'export const it: unknown = JSON.parse("");\n', 'no-restricted-properties'] as const,
    [file, 'export const it = (schema: { safeParse(): unknown }): unknown => schema.safeParse();\n', 'no-restricted-properties'] as const,
  ]),
  ['core/engine/planted.ts', 'export const it = 1;\n'.concat('//\n'.repeat(MAX_LINES)), 'max-lines'],
];

const diagnosticsSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

const folder = ownFolder('import-laws');

/** Files that a law knows by their whole name: among many planted ones each has a folder of its own. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(['simulator.ts', 'exports.ts']);

/** Writes each text into a file of its own below `as` and gives the rules that the linter found broken in each, in order. */
async function lint(planted: readonly { readonly as: string; readonly text: string }[]): Promise<string[][]> {
  const root = mkdtempSync(join(folder, 'lint-'));
  for (const name of ['oxlint.config.ts', 'package.json']) copyFileSync(join(ROOT, name), join(root, name));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  const files = planted.map(({ as, text }, index) => {
    const file = WHOLE_NAMES.has(basename(as))
      ? join(`${dirname(as)}_${index}`, basename(as))
      : join(dirname(as), `${index}-${basename(as)}`);
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
    return file;
  });
  const program = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const run = promisify(execFile)(process.execPath, [program, '--format', 'json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  // It ends with 1 where it found something, which is what most files here are for.
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  const { diagnostics } = diagnosticsSchema.parse(JSON.parse(stdout));
  return files.map((file) => diagnostics.filter(({ filename }) => filename.replaceAll('\\', '/') === file).map(({ code }) => code));
}

function sourceFiles(): string[] {
  return SOURCE_FOLDERS.flatMap((name) => filesBelow(join(ROOT, name))).map((path) => relative(ROOT, path).replaceAll('\\', '/'));
}

function filesBelow(path: string): string[] {
  const entries = (() => {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch {
      return [];
    }
  })();
  return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]));
}

describe('the import laws', () => {
  it.each(Object.entries(FORMS))('hold for %s', async (form, textOf) => {
    const plants = PLANTED.map(([as, module]) => ({ as, text: textOf(module) }));
    const broken = (await lint(plants)).map((codes) => codes.some((code) => code.includes('no-restricted-imports')));
    const verdicts = PLANTED.map(([file, module], index) => `${file} <- ${module}: ${broken[index] ? 'refused' : 'allowed'}`);
    expect(verdicts, form).toEqual(PLANTED.map(([file, module, verdict]) => `${file} <- ${module}: ${verdict}`));
  });

  it('let the window have types of the contract and of the registry, and no code', async () => {
    const modules = ['#core/contract/completeness.ts', '#core/operations/registry.ts'];
    const forms = [FORMS['an import of a type'], FORMS['an import of a namespace']];
    const plants = modules.flatMap((module) => forms.map((textOf) => ({ as: 'renderer/planted.ts', text: textOf?.(module) ?? '' })));
    // The laws read the folder of the platforms.
    const found = await lint([...plants, { as: 'core/platforms/grown/planted.ts', text: 'export {};\n' }]);
    const broken = found.map((codes) => codes.some((code) => code.includes('no-restricted-imports')));
    expect(broken).toEqual([false, true, false, true, false]);
  });

  it('hold for all that needs no import', async () => {
    const found = await lint(PLANTED_CODE.map(([as, text]) => ({ as, text })));
    for (const [index, [file, code, rule]] of PLANTED_CODE.entries()) {
      expect(found[index]?.join(' '), `${file}: ${code.slice(0, 60)}`).toContain(rule);
    }
  });

  it('are kept by the house itself', async () => {
    const program = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const run = promisify(execFile)(process.execPath, [program, '--format', 'json', 'core'], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    const { diagnostics } = diagnosticsSchema.parse(JSON.parse(stdout));
    expect(diagnostics.filter(({ code }) => /no-restricted|no-cycle/.test(code))).toEqual([]);
  });

  it('name every room of the core', () => {
    const config = readFileSync(join(ROOT, 'oxlint.config.ts'), 'utf8');
    const rooms = readdirSync(join(ROOT, 'core'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const folders = rooms.flatMap(({ name }) =>
      name === 'surfaces'
        ? readdirSync(join(ROOT, 'core', name)).map((surface) => `surfaces/${surface}`)
        : name.startsWith('platform')
          ? []
          : [name],
    );
    expect(folders.filter((room) => !config.includes(`'core/${room}/**': {`) || !config.includes(`'${room}'`))).toEqual([]);
  });
});

describe('the rooms of the core', () => {
  const imports = importsBelow(join(ROOT, 'core'));

  it('stand in no circle, by value or by type', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(circlesIn(imports)).toEqual([]);
  });

  it.each([
    ['a value', "import { b } from '#core/second/b.ts';", "import { a } from '#core/first/a.ts';"],
    ['a type', "import type { B } from '#core/second/b.ts';", "export type A = import('#core/first/a.ts').A;"],
    ['a re-export', "export * from '#core/second/b.ts';", "export { type A } from '#core/first/a.ts';"],
    ['an import that waits', "export const b = await import('#core/second/b.ts');", "import '#core/first/a.ts';"],
  ])('are seen to stand in one, by %s', (_, first, second) => {
    const core = mkdtempSync(join(folder, 'core-'));
    const texts = { 'first/a.ts': first, 'second/b.ts': second, 'third/c.ts': "import { a } from '#core/first/a.ts';" };
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(core, file)), { recursive: true });
      writeFileSync(join(core, file), `${text}\n`);
    }
    expect(circlesIn(importsBelow(core))).toEqual([['first', 'second']]);
  });

  it('that have operations are among the sources of the window', () => {
    const rooms = imports.filter(({ from, kind }) => from === 'operations/registry.ts' && kind === 'value').map(({ to }) => roomOf(to));
    expect(new Set(rooms).size).toBeGreaterThan(8);
    expect(rooms.filter((room) => !SOURCES.includes(`core/${room},`))).toEqual([]);
  });
});

describe('every source file', () => {
  const files = sourceFiles();
  const code = files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file));

  it(`is at most ${MAX_LINES} lines long`, () => {
    expect(code.length).toBeGreaterThan(100);
    const long = code.map((file) => [file, readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > MAX_LINES)).toEqual([]);
  });

  it('and every folder has a name of the domain', () => {
    expect(files.filter((file) => file.split('/').some((part) => FORBIDDEN_NAMES.test(part)))).toEqual([]);
    for (const name of ['utils.ts', 'html-helpers.ts', 'job-manager.ts', 'common', 'misc.test.ts', 'util'])
      expect(name).toMatch(FORBIDDEN_NAMES);
    for (const name of ['command.ts', 'commit.ts', 'management-page.ts', 'futile.ts']) expect(name).not.toMatch(FORBIDDEN_NAMES);
  });

  it('knows its types', () => {
    // Strings and comments may say the word.
    const anywhere = /(?::|\bas|<|\||&|,)\s*any\b(?!['"`\w])|\bany\[\]/;
    const bare = (text: string): string =>
      text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '');
    expect(code.filter((file) => anywhere.test(bare(readFileSync(join(ROOT, file), 'utf8'))))).toEqual([]);
  });
});
