import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { own, ownFolder } from '#test/own.ts';
import { npmEnvironment, registryNode } from '#test/registry-node.ts';
import { startWorld } from '#test/world/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The newest of each line that owners may have, and one that is too old. */
const NODES = [22, 24, 26];
const OLD_NODE = 20;
const IS_WINDOWS = process.platform === 'win32';
const ALLOWED_MB = 150;
const SAMPLE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const NOT_SHIPPED = /(^|\/)(test|docs|scripts|renderer\/views|electron)\/|simulator|\.test\.|(?<!\.d)\.ts$|\.map$/;
const APP = 'https://store.steampowered.com/app/10/';
/** What a strict program asks of declarations: those of packages are looked at too. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
};
const SCRIPT = `
import { CommentdockError, exportUrl } from 'commentdock';
let items = 0;
for await (const { text } of exportUrl('${SAMPLE}', { sandbox: true })) if (text !== null) items += 1;
const refused = exportUrl('https://nobody.example/')[Symbol.asyncIterator]().next().catch((error) => error);
console.log(items, (await refused) instanceof CommentdockError && (await refused).code);
`;

interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const world = await own(startWorld({ simulators: [steamSimulator({ reviews: 350 })] }));
const folder = ownFolder('tarball');
const home = join(folder, 'home');
const empty = join(folder, 'empty');
const program = join(empty, 'node_modules/commentdock');
let nodes: ReadonlyMap<number, string> = new Map();

function run(command: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  execFile(
    command,
    words,
    { cwd, env: { ...npmEnvironment(), NO_COLOR: '1', ...env }, maxBuffer: 64 * 1024 * 1024, shell: IS_WINDOWS },
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

/** The program of a line of Node; null where it cannot be had. */
async function fetchNode(line: number): Promise<readonly [number, string] | null> {
  if (line === Number(process.versions.node.split('.')[0])) return [line, execPath];
  const into = join(folder, `node-${line}`);
  mkdirSync(into);
  const found = await registryNode(line, into);
  return found === null ? null : [line, found];
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
      writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }');
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

    it.for(NODES)('is a library under Node %i, of which nothing is left at the end', async (line, { skip }) => {
      const node = nodes.get(line) ?? skip(`Node ${line} is not to be had here`);
      writeFileSync(join(empty, 'script.js'), SCRIPT);
      const finished = await run(node, ['script.js'], empty, { HOME: home });
      expect(finished).toEqual({ exitCode: 0, stdout: '100 INVALID_URL\n', stderr: '' });
    });

    it('has types for strict programs, and examples that run', async () => {
      cpSync(join(ROOT, 'docs/examples'), join(empty, 'examples'), { recursive: true });
      const shown = [...readFileSync(join(ROOT, 'docs/library.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
      expect(shown).toHaveLength(2);
      for (const [index, [, code = '']] of shown.entries()) writeFileSync(join(empty, 'examples', `docs-${index}.ts`), code);
      writeFileSync(join(empty, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['examples'] }));
      const compiled = await run(execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--project', empty], empty);
      expect(compiled).toEqual({ exitCode: 0, stdout: '', stderr: '' });
      const example = (...words: string[]): Promise<Finished> =>
        run(execPath, words, join(empty, 'examples'), { HOME: home, ...world.env });
      const items = await example('items.ts', APP);
      expect(items.stdout.match(/^somebody \(\d+\): /gm)).toHaveLength(120);
      expect(items.stdout).toMatch(/\n120 items, the platform states 350\. Missing: 230 beyond the limit\.\n$/);
      const goneOn = await example('go-on.ts', 'kept', APP);
      const [stopped = '', rest, file, people] = goneOn.stdout.split('\n');
      const had = Number(/is stopped with (\d+) items\.$/.exec(stopped)?.[1]);
      expect(rest).toMatch(new RegExp(`^${350 - had} further ones\\. `));
      expect(existsSync(join(empty, 'examples', file ?? ''))).toBe(true);
      expect(people).toMatch(/^\d+ people\.$/);
      const several = await example('several.ts', '.', APP, 'https://nobody.example/');
      expect(several.exitCode).toBe(1);
      expect(several.stdout).toMatch(/^1\.csv: 350 items, /);
      expect(several.stderr).toMatch(/^https:\/\/nobody\.example\/: /m);
    });

    it('tells an older Node in a sentence what it needs', async ({ skip }) => {
      const node = nodes.get(OLD_NODE) ?? skip(`Node ${OLD_NODE} is not to be had here`);
      const { exitCode, stdout, stderr } = await commentdock(node, 'export', SAMPLE);
      expect({ exitCode, stdout }).toEqual({ exitCode: 8, stdout: '' });
      expect(stderr).toMatch(/^Commentdock needs Node 22\.15 or newer; this is 20\.[\d.]+\.\n$/);
    });
  },
);
