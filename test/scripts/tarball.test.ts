import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The newest of each line that owners may have, and one that is too old. */
const NODES = [22, 24, 26];
const OLD_NODE = 20;
const IS_WINDOWS = process.platform === 'win32';
const ALLOWED_MB = 150;
const SAMPLE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const NOT_SHIPPED = /(^|\/)(test|docs|scripts|renderer\/views|electron)\/|simulator|\.test\.|\.ts$|\.map$/;

interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const folder = ownFolder('tarball');
const home = join(folder, 'home');
const empty = join(folder, 'empty');
const program = join(empty, 'node_modules/commentdock');
let nodes: ReadonlyMap<number, string> = new Map();

function run(command: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_|npm_(?!config_)|CI$)/i.test(name));
  execFile(
    command,
    words,
    { cwd, env: { ...Object.fromEntries(own), NO_COLOR: '1', ...env }, maxBuffer: 64 * 1024 * 1024, shell: IS_WINDOWS },
    (error, stdout, stderr) => resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
  );
  return promise;
}

/** @throws where it ends badly, with all that it said */
async function npm(words: readonly string[], cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run('npm', words, cwd);
  if (exitCode !== 0) throw new Error(`npm ${words.join(' ')} ended with ${exitCode}:\n${stderr}\n${stdout}`);
  return stdout;
}

/** The program of a line of Node, as the registry has it for this system; null where it cannot be had. */
async function fetchNode(line: number): Promise<readonly [number, string] | null> {
  if (line === Number(process.versions.node.split('.')[0])) return [line, execPath];
  const into = join(folder, `node-${line}`);
  mkdirSync(into);
  try {
    await npm(['install', '--prefix', into, '--force', '--no-save', `node-${process.platform}-${process.arch}@${line}`], into);
  } catch {
    return null;
  }
  const found = join(into, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (!existsSync(found)) return null;
  chmodSync(found, 0o755);
  return [line, found];
}

/** As somebody calls it whose Node is of this line. */
function commentdock(node: string, ...words: string[]): Promise<Finished> {
  const env = { HOME: home, COMMENTDOCK_VAULT: 'file', PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  return run(node, [join(program, 'bin/commentdock.js'), ...words], empty, env);
}

function megabytesIn(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1_000_000;
}

describe.skipIf(IS_WINDOWS)(
  `the tarball of npm pack${IS_WINDOWS ? ' (left out: the Nodes of the registry are laid out otherwise here)' : ''}`,
  { timeout: 600_000 },
  () => {
    beforeAll(async () => {
      mkdirSync(home);
      mkdirSync(empty);
      writeFileSync(join(empty, 'package.json'), '{ "private": true }');
      const [found] = await Promise.all([
        Promise.all([OLD_NODE, ...NODES].map(fetchNode)),
        npm(['pack', '--pack-destination', folder], ROOT).then(() => {
          const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
          return npm(['install', '--ignore-scripts', '--omit=dev', join(folder, tarball)], empty);
        }),
      ]);
      nodes = new Map(found.filter((each) => each !== null));
    }, 600_000);

    it('holds what owners run and nothing else', () => {
      const files = readdirSync(program, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
      expect(files.filter((name) => NOT_SHIPPED.test(name))).toEqual([]);
      expect(files).toEqual(
        expect.arrayContaining(['README.md', 'LICENSE', 'resources/notices.md', 'dist/renderer/index.html', 'dist/core/main.js']),
      );
    });

    it(`takes less than ${ALLOWED_MB} MB with all that it needs`, () => {
      expect(megabytesIn(join(empty, 'node_modules'))).toBeLessThan(ALLOWED_MB);
    });

    it.for(NODES)('exports a sample under Node %i, without a script of installation', async (line, { skip }) => {
      const node = nodes.get(line) ?? skip(`Node ${line} is not to be had here`);
      const out = join(folder, `out-${line}`);
      const exported = await commentdock(node, 'export', SAMPLE, '--sandbox', '--format', 'csv', '--out', out);
      expect(exported).toMatchObject({ exitCode: 0 });
      const [file = ''] = readdirSync(out);
      expect(readFileSync(join(out, file), 'utf8').split('\n').length).toBeGreaterThan(10);
    });

    it('tells an older Node in a sentence what it needs', async ({ skip }) => {
      const node = nodes.get(OLD_NODE) ?? skip(`Node ${OLD_NODE} is not to be had here`);
      const { exitCode, stdout, stderr } = await commentdock(node, 'export', SAMPLE);
      expect({ exitCode, stdout }).toEqual({ exitCode: 8, stdout: '' });
      expect(stderr).toMatch(/^Commentdock needs Node 22\.15 or newer; this is 20\.[\d.]+\.\n$/);
    });
  },
);
