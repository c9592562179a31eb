import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import { scaffoldPlatform } from '../../scripts/new-platform.ts';
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['core', 'scripts', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'oxlint.config.ts', '.oxfmtrc.json'];
/** What somebody who follows CONTRIBUTING.md writes for Lobsters. */
const NEWCOMER = join(ROOT, 'test/scripts/newcomer');
const IDS = ['paper_boats', 'a1', 'zzz_platform_with_a_long_name'];

/** A copy of the repository, so that no other test meets the made-up platforms. */
const root = ownFolder('new-platform');

beforeAll(() => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
});

interface Finished {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a program of the copy: a script of its own, or the `bin` of a package. */
function run(program: string, ...words: string[]): Promise<Finished> {
  return runIn(root, {}, program, ...words);
}

function runIn(cwd: string, more: Readonly<Record<string, string>>, program: string, ...words: string[]): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  execFile(
    process.execPath,
    [program, ...words],
    { cwd, env: { ...env, ...more, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout, stderr) => resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr }),
  );
  return promise;
}

const bin = (...path: string[]): string => join('node_modules', ...path);
const filesOf = (id: string): string[] => [
  `core/platforms/${id}/index.ts`,
  `core/platforms/${id}/simulator.ts`,
  `core/platforms/${id}/exports.ts`,
  `core/platforms/${id}/${id}.test.ts`,
];

describe('a new platform', () => {
  it('is scaffolded, with a word on what comes next', async () => {
    for (const id of IDS) {
      const { exitCode, output } = await run('scripts/new-platform.ts', id);
      expect({ exitCode, output }).toMatchObject({ exitCode: 0, output: expect.stringContaining('CONTRIBUTING.md') as string });
      for (const file of filesOf(id)) expect(output).toContain(file);
    }
    expect(readFileSync(join(root, 'core/platforms/paper_boats/index.ts'), 'utf8')).toMatch(/^\/\/ Paper Boats: /);
  });

  it('type-checks, and keeps to the laws, the style and the format', async () => {
    const files = IDS.flatMap(filesOf);
    // What is new, by the rules of all: the rest of the house is none of this test's.
    writeFileSync(join(root, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files }));
    const checked = await run(bin('typescript', 'bin', 'tsc'), '--noEmit', '--listFiles', '-p', 'tsconfig.new.json');
    expect({ exitCode: checked.exitCode, errors: checked.output.match(/.* error TS.*/g) }).toEqual({ exitCode: 0, errors: null });
    for (const file of files) expect(checked.output).toContain(`/${file}\n`);
    expect(await run(bin('oxlint', 'bin', 'oxlint'), ...files)).toMatchObject({ exitCode: 0 });
    expect(await run(bin('oxfmt', 'bin', 'oxfmt'), '--check', ...files)).toMatchObject({
      exitCode: 0,
    });
  });

  it.each(IDS)('passes its own tests and the laws of all platforms, by the command that it names (%s)', async (id) => {
    const { exitCode, output } = await run('scripts/platform.ts', id);
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`core/platforms/${id}/${id}.test.ts`);
    expect(Number(/Tests .*?(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(25);
  });

  it('is exported by hand through its simulator', async () => {
    const out = join(root, 'boats');
    const address = 'https://paper-boats.example/posts/1000';
    const { exitCode, output } = await run('scripts/platform.ts', 'paper_boats', 'export', address, '--format', 'csv', '--out', out);
    expect(exitCode, output).toBe(0);
    const [file = ''] = readdirSync(out);
    expect(readFileSync(join(out, file), 'utf8').match(/in two lines/g)).toHaveLength(25);
  });

  it('is filled in by hand in three files, passes, and exports', async () => {
    expect(await run('scripts/new-platform.ts', 'lobsters')).toMatchObject({ exitCode: 0 });
    const byHand = readdirSync(NEWCOMER);
    expect(byHand).toHaveLength(3);
    for (const name of byHand) cpSync(join(NEWCOMER, name), join(root, 'core/platforms/lobsters', name.replace(/[.]txt$/, '')));
    const files = filesOf('lobsters');
    writeFileSync(join(root, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files }));
    expect(await run(bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', 'tsconfig.new.json')).toEqual({ exitCode: 0, output: '' });
    expect(await run(bin('oxlint', 'bin', 'oxlint'), ...files)).toMatchObject({ exitCode: 0 });
    expect(await run(bin('oxfmt', 'bin', 'oxfmt'), '--check', ...files)).toMatchObject({ exitCode: 0 });
    const { exitCode, output } = await run('scripts/platform.ts', 'lobsters');
    expect(exitCode, output).toBe(0);
    const out = join(root, 'stories');
    const words = ['export', 'https://lobste.rs/s/abc123', '--replies', '--format', 'jsonl', '--out', out];
    expect(await run('scripts/platform.ts', 'lobsters', ...words)).toMatchObject({ exitCode: 0 });
    const [file = ''] = readdirSync(out);
    expect(readFileSync(join(out, file), 'utf8').trim().split('\n')).toHaveLength(25);
  });

  it('is handed out as a pack, and exported by a program that does not hold it', async () => {
    const [key, pack, out] = [join(root, '..', `${basename(root)}.key`), join(root, 'lobsters.pack'), join(root, 'packed')];
    using _key = { [Symbol.dispose]: () => rmSync(key, { force: true }) };
    const made = await run('scripts/pack-key.ts', key);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const publicKey = /^[0-9a-f]{64}$/m.exec(made.output)?.[0] ?? made.output;
    expect(await run('scripts/pack.ts', 'lobsters', '--key', key, '--out', pack)).toMatchObject({ exitCode: 0 });
    const { lobstersSimulator } = (await import(join(root, 'core/platforms/lobsters/simulator.ts'))) as {
      lobstersSimulator: () => Simulator;
    };
    await using world = await startWorld({ simulators: [lobstersSimulator()] });
    const env = { ...world.env, COMMENTDOCK_DATA_DIR: join(root, 'data'), COMMENTDOCK_VAULT: 'file' };
    const story = 'https://lobste.rs/s/abc123';
    // The program of this repository, which has never heard of the platform.
    const command = (...words: string[]): Promise<Finished> => runIn(ROOT, env, 'core/main.js', ...words);
    expect(await command('platforms', 'detect', story)).toMatchObject({ exitCode: 2 });
    expect(await command('platforms', 'update', pack)).toMatchObject({ output: expect.stringContaining('not trusted') as string });
    expect(await command('platforms', 'trust', publicKey)).toMatchObject({ exitCode: 0 });
    expect(await command('platforms', 'update', pack)).toMatchObject({ output: expect.stringContaining('is in use: lobsters') as string });
    const { exitCode, output } = await command('export', story, '--replies', '--format', 'jsonl', '--out', out);
    expect(exitCode, output).toBe(0);
    const [file = ''] = readdirSync(out);
    expect(readFileSync(join(out, file), 'utf8').trim().split('\n')).toHaveLength(25);
    expect(await command('platforms', 'rollback', 'lobsters')).toMatchObject({ exitCode: 0 });
    expect(await command('platforms', 'detect', story)).toMatchObject({ exitCode: 2 });
  });

  it('is not made twice, nor over one that is there', async () => {
    const before = readFileSync(join(root, 'core/platforms/a1/index.ts'), 'utf8');
    for (const id of ['a1', 'steam', 'youtube']) {
      expect(await run('scripts/new-platform.ts', id)).toMatchObject({
        exitCode: 2,
        output: expect.stringContaining(`There is a "${id}" already`) as string,
      });
    }
    expect(readFileSync(join(root, 'core/platforms/a1/index.ts'), 'utf8')).toBe(before);
  });
});

describe('ids', () => {
  it.each([
    '',
    'Lemmy',
    '1up',
    'a-b',
    'a b',
    '_a',
    'a_',
    'a__b',
    '../evil',
    'a/b',
    'a.ts',
    'ü',
    'x'.repeat(31),
    '--help',
    'catalog',
    'facts',
    'registry',
  ])('"%s" is refused, and nothing is written', (id) => {
    const empty = join(root, 'empty');
    mkdirSync(empty, { recursive: true });
    expect(() => scaffoldPlatform(id, empty)).toThrow(/Take /);
    expect(existsSync(join(empty, 'core'))).toBe(false);
  });

  it('are asked for where there is none', async () => {
    expect(await run('scripts/new-platform.ts')).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('Usage: npm run new:platform <id>') as string,
    });
    expect(await run('scripts/new-platform.ts', 'one', 'two')).toMatchObject({ exitCode: 2 });
  });
});
