import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { openPromise } from 'yauzl';
import { beforeAll, expect, test } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { z } from 'zod';
import { ThreadCalls } from '#core/threads/calls.ts';
import type { NeuralCall, NeuralPlace } from '#core/threads/neural-client.ts';
import { shelve, tinyModel } from '#test/analysis/neural/tiny-model.ts';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import { receiptPage, receiptWords } from '#core/evidence/receipt.ts';
import { receiptPicture } from '#core/evidence/receipt-picture.ts';
import { BUILT_FACTS } from '#core/platforms/facts.ts';
import { loadPlatforms, platformIds } from '#core/platforms/registry.ts';
import { coreNewsSchema } from '#electron/core-messages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SAMPLE_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** The port that Electron gives a process of its own, over the channel of an ordinary child process. */
const PARENT_PORT = `
import { EventEmitter } from 'node:events';
process.parentPort = Object.assign(new EventEmitter(), { postMessage: (message) => process.send(message) });
process.on('message', (data) => process.parentPort.emit('message', { data }));
`;

const readyLine = z.object({ base_url: z.url() });
const platformList = z.array(z.object({ id: z.string() }));

const folder = ownFolder('build');
let built: string;

beforeAll(async () => {
  built = join(folder, 'dist');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const script = `import { build } from './scripts/build.ts'; await build(process.argv[1]);`;
  const { stderr, code } = await run(
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', script, built],
    ROOT,
  );
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

function environment(dataDir: string): NodeJS.ProcessEnv {
  return { ...process.env, COMMENTDOCK_DATA_DIR: join(folder, dataDir), COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'silent' };
}

/** A program that runs with type stripping off: what still had types would not start. */
function start(args: readonly string[], cwd: string, dataDir = 'data'): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, args, { cwd, env: environment(dataDir), stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(args: readonly string[], cwd: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(args, cwd);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

async function stop(child: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

test('leaves out what plays platforms and what tests them', async () => {
  const built = (await readdir(join(folder, 'dist', 'core'), { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  expect(built).toContain('platforms/steam/index.js');
  expect(built.filter((file) => /^platforms\/\w+\/(?:simulator|exports\.)|\.(?:test|setup)\./.test(file))).toEqual([]);
  const told = await Promise.all(
    built.filter((file) => file.endsWith('.js')).map(async (file) => await readFile(join(folder, 'dist', 'core', file), 'utf8')),
  );
  expect(told.filter((code) => code.includes("'#test/"))).toEqual([]);
});

test('holds no TypeScript and no map, the shell once, and everything else that lies beside the sources', async () => {
  const files = (await readdir(built, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  expect(files.filter((file) => /\.(ts|map)$/.test(file))).toEqual([]);
  const shell = files.filter((file) => /^electron\/.*\./.test(file)).map((file) => file.replace(/-[\w-]{8}\.js$/, '-*.js'));
  const icons = await readdir(join(ROOT, 'electron/icons'));
  expect(shell.toSorted()).toEqual(
    [
      ...icons.map((name) => `electron/icons/${name}`),
      'electron/main/core-messages-*.js',
      'electron/main/core-process.js',
      'electron/main/main.js',
      'electron/preload/preload.cjs',
    ].toSorted(),
  );
  const migrations = (await readdir(join(ROOT, 'core/store/migrations'), { recursive: true })).filter((name) => name.endsWith('.sql'));
  expect(files).toEqual(expect.arrayContaining(migrations.map((name) => `core/store/migrations/${name}`)));
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(JSON.parse(await readFile(join(built, 'package.json'), 'utf8'))).toMatchObject({ type: 'module', version });
});

test('runs a neural network with the runtime that it brings, and nothing else of its package', async () => {
  expect((await readdir(join(built, 'resources/onnxruntime'))).toSorted()).toEqual([
    'ort-wasm-simd-threaded.wasm.gz',
    'ort.wasm.bundle.min.mjs',
  ]);
  const dataDir = join(folder, 'neural');
  const id = shelve(tinyModel(), dataDir);
  const thread = new Worker(join(built, 'core/threads/first-steps.js'), {
    workerData: { dataDir } satisfies NeuralPlace,
    argv: [pathToFileURL(join(built, 'core/threads/neural-thread.js')).href],
    execArgv: ['--no-strip-types'],
  });
  const calls = new ThreadCalls(thread, () => undefined);
  try {
    const texts = [{ text: 'good', language: 'en' }];
    expect(await calls.call('judge', { id, texts } satisfies NeuralCall)).toMatchObject([{ sentiment: 'positive' }]);
  } finally {
    await thread.terminate();
  }
});

test('packs evidence, and draws its receipt as the sources do, with the program and the fonts that it brings', async () => {
  expect((await readdir(join(built, 'resources/noto-sans'), { recursive: true })).filter((name) => /[.]|LICENSE/.test(name))).toHaveLength(
    3,
  );
  expect((await readdir(join(built, 'resources/resvg'))).toSorted()).toEqual(['index.mjs', 'index_bg.wasm.gz']);
  const words = ['--no-strip-types', join(built, 'core/main.js')];
  const made = await run([...words, 'export', '--sandbox', SAMPLE_URL, '--limit', '5', '--json', '--out', join(folder, 'shown')], folder);
  const { guid } = z.object({ guid: z.string() }).parse(JSON.parse(made.stdout));
  const file = join(folder, 'evidence.zip');
  expect(await run([...words, 'evidence', guid, file], folder)).toMatchObject({ code: 0 });
  const packed = new Map<string, Buffer>();
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) packed.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  const page = String(packed.get('receipt.html'));
  const root = /[0-9a-f]{64}/.exec(page)?.[0] ?? '';
  const said = receiptWords(JSON.parse(String(packed.get('facts.json'))) as EvidenceFacts, root, null);
  expect(page).toBe(receiptPage(said));
  expect(packed.get('receipt.png')?.equals(await receiptPicture(said))).toBe(true);
});

test('serves every platform, and exports the sample on its own threads', async () => {
  const service = start(['--no-strip-types', join(built, 'core/main.js'), 'serve', '--json'], folder);
  try {
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    const { base_url } = readyLine.parse(JSON.parse(line));
    const platforms = platformList.parse(await (await fetch(`${base_url}/api/public/platforms`)).json());
    expect(platforms.map(({ id }) => id)).toEqual((await loadPlatforms()).all.map(({ id }) => id));
    const out = join(folder, 'out');
    const exported = await run(['--no-strip-types', join(built, 'core/main.js'), 'export', '--sandbox', SAMPLE_URL, '--out', out], folder);
    expect(exported).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Error') });
    const extensions = (await readdir(out)).map((name) => name.replace(/^.*\./, ''));
    expect(extensions.toSorted()).toEqual(['csv', 'json', 'xlsx']);
  } finally {
    await stop(service);
  }
});

test('shows its platforms by what the build wrote of them, without their code', async () => {
  const bare = join(folder, 'bare');
  await cp(built, bare, { recursive: true });
  const platforms = await platformIds();
  for (const id of platforms)
    for (const name of [id, `${id}.js`]) await rm(join(bare, 'core/platforms', name), { recursive: true, force: true });
  const list = ['--no-strip-types', join(bare, 'core/main.js'), 'platforms', '--json'];
  const { code, stdout } = await run(list, folder);
  expect(code).toBe(0);
  expect(platformList.parse(JSON.parse(stdout)).map(({ id }) => id)).toEqual(platforms.toSorted());

  const facts = join(bare, BUILT_FACTS);
  await writeFile(facts, (await readFile(facts, 'utf8')).replace('"Reddit"', '"Rabbit"'));
  const words = 'core/platforms/facts.json of the program is missing or damaged. Install Commentdock anew.';
  expect(await run(list, folder)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) as string });
  await rm(facts);
  expect(await run(list, folder)).toMatchObject({ code: 1, stderr: expect.stringContaining(words) as string });
  expect(await readdir(join(bare, 'core/platforms'))).not.toContain('facts.json');
});

test('judges texts by the word lists that it brings, and says which one is gone', async () => {
  const bare = join(folder, 'wordless');
  await cp(built, bare, { recursive: true });
  const judge = (...out: readonly string[]) =>
    run(['--no-strip-types', join(bare, 'core/main.js'), 'export', '--sandbox', '--sentiment', SAMPLE_URL, '--out', ...out], folder);
  expect(await judge(join(folder, 'judged'))).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Sentiment') as string });
  await rm(join(bare, 'resources/lexicons/emoji.tsv'));
  const { code, stdout, stderr } = await judge(join(folder, 'unjudged'));
  expect({ code, files: (await readdir(join(folder, 'unjudged'))).length }).toEqual({ code: 0, files: 3 });
  expect(stdout + stderr).toMatch(/emoji[.]tsv.*Install Commentdock anew[.]/);
});

test('runs as the process that the desktop app starts for the core', async () => {
  const port = join(folder, 'parent-port.mjs');
  await writeFile(port, PARENT_PORT);
  const child = spawn(
    process.execPath,
    ['--no-strip-types', '--import', pathToFileURL(port).href, join(built, 'electron/main/core-process.js')],
    {
      cwd: folder,
      env: environment('desktop'),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exit = once(child, 'exit');
  const [message] = (await once(child, 'message')) as [unknown];
  const news = coreNewsSchema.parse(message);
  if (news.type !== 'ready') throw new Error(JSON.stringify(news));
  expect((await fetch(news.baseUrl)).status).toBe(200);
  expect(news.ownerSecret.length).toBeGreaterThan(30);
  child.send({ type: 'close' });
  expect(await exit).toEqual([0, null]);
});
