import { Ajv } from 'ajv';
import { spawn } from 'node:child_process';
import { cp, mkdir, open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownFolder } from '#test/own.ts';

/**
 * What `npm run package` would pack, found by packing it: with a stand-in for Electron's own program, which is the one part that is
 * not in the registry. Fuses are set in the stand-in as they would be in the program.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONFIGURATION = 'electron-builder.config.js';
const PACKING_MS = 300_000;

/** How a program of Electron marks its fuses: this text, a version, their number, and one letter for each (electron/fuses). */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
/** As a release of Electron has them. */
const FUSES_BEFORE = '101100110';
const FUSE_NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

interface ArchiveNode {
  readonly files?: Readonly<Record<string, ArchiveNode>>;
  readonly unpacked?: boolean;
}

interface Configuration {
  readonly appId: string;
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly protocols: readonly { readonly schemes: readonly string[] }[];
  readonly publish: unknown;
  readonly files?: readonly string[];
  readonly artifactName: string;
  readonly linux: OfSystem;
  readonly mac: OfSystem;
  readonly win: OfSystem;
  readonly nsis: { readonly artifactName: string };
  readonly portable: { readonly artifactName: string };
}

interface OfSystem {
  readonly target: readonly unknown[];
  readonly icon: string;
  readonly files: readonly string[];
}

/** How prebuilt native modules name each system. */
const SYSTEMS = { linux: 'linux', mac: 'darwin', win: 'win32' } as const;

/** Packages of the packager's own. */
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));

async function readConfiguration(): Promise<Configuration> {
  const file = pathToFileURL(join(ROOT, CONFIGURATION)).href;
  return ((await import(file)) as { readonly default: Configuration }).default;
}

describe('the configuration', () => {
  test('fits the schema of the packager', async () => {
    const schemaFile = join(dirname(dirname(ofBuilder.resolve('app-builder-lib'))), 'scheme.json');
    const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const validate = ajv.compile(schema);
    const configuration = await readConfiguration();
    validate(configuration);
    expect(validate.errors).toBeNull();
    expect(validate({ ...configuration, electronFuse: {} })).toBe(false);
  });

  test('makes what people of each system install', async () => {
    const { linux, mac, win, protocols, publish } = await readConfiguration();
    expect(linux.target).toEqual(['AppImage', 'deb']);
    expect(mac.target).toEqual(['dmg', 'zip'].map((target) => ({ target, arch: ['arm64', 'x64'] })));
    expect(win.target).toEqual(['nsis', 'portable']);
    expect(protocols.flatMap(({ schemes }) => schemes)).toEqual(['commentdock']);
    expect(publish).toBeNull();
  });

  test('writes every package under a name of its own', async () => {
    const { artifactName, nsis, portable } = await readConfiguration();
    const names = [artifactName, nsis.artifactName, portable.artifactName];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) for (const part of ['version', 'os', 'arch', 'ext']) expect(name).toContain(`\${${part}}`);
  });

  test.each(Object.entries(SYSTEMS) as [keyof typeof SYSTEMS, string][])(
    'packs the native modules of %s, whatever system packs',
    async (name, system) => {
      const configuration = await readConfiguration();
      // A list for all systems beside one of a system's own would be a second set of files.
      expect(configuration.files).toBeUndefined();
      const patterns = configuration[name].files;
      expect(patterns.filter((pattern) => pattern.includes('${platform}'))).toEqual([]);
      expect(patterns.filter((pattern) => pattern.includes('/prebuilds/'))).toEqual([
        `!**/node_modules/better-sqlite3/prebuilds/!(${system}-\${arch}.node)`,
        `!**/node_modules/keytar/prebuilds/!(${system}-\${arch})/**`,
      ]);
    },
  );

  test('seals the app for Macs after its fuses are set', async () => {
    expect((await readConfiguration()).electronFuses['resetAdHocDarwinSignature']).toBe(true);
  });

  test.each([
    ['16x16', 16],
    ['24x24', 24],
    ['32x32', 32],
    ['48x48', 48],
    ['64x64', 64],
    ['128x128', 128],
    ['256x256', 256],
    ['512x512', 512],
    ['1024x1024', 1024],
  ])('the icon %s has that size', async (name, size) => {
    const picture = await readFile(join(ROOT, 'resources/icons', `${name}.png`));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
  });

  test('names icons that are there', async () => {
    const { mac, win, linux } = await readConfiguration();
    expect([mac.icon, win.icon]).toEqual(['resources/icons/1024x1024.png', 'resources/icons/1024x1024.png']);
    expect(linux.icon).toBe('resources/icons');
  });
});

describe('what is packed', () => {
  const folder = ownFolder('package');
  let app: string;
  let packed: ReadonlyMap<string, ArchiveNode>;

  beforeAll(async () => {
    const project = join(folder, 'project');
    await makeProject(project);
    const electron = await makeElectron(join(folder, 'electron'));
    const cli = join(dirname(ofBuilder.resolve('electron-builder/package.json')), 'cli.js');
    await run([cli, '--config', CONFIGURATION, '--linux', 'dir', '--x64', `-c.electronDist=${electron}`], project);
    app = join(project, 'release/linux-unpacked');
    packed = await filesOf(join(app, 'resources/app.asar'));
  }, PACKING_MS);

  test('is the built app with what it needs, and nothing of how it was made', () => {
    const names = [...packed.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'resources/notices.md',
        'dist/package.json',
        'dist/electron/main/main.js',
        'dist/electron/main/core-process.js',
        'dist/electron/preload/preload.cjs',
        'dist/electron/icons/tray-22.png',
        'dist/core/index.js',
        'dist/core/platforms/facts.json',
        'dist/core/threads/engine-thread.js',
        'dist/core/store/migrations/0001.sql',
        'dist/renderer/index.html',
        'node_modules/electron-updater/package.json',
        'node_modules/better-sqlite3/package.json',
        'node_modules/fastify/package.json',
      ]),
    );
    const top = new Set(names.map((name) => name.split('/')[0]));
    expect([...top].toSorted()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json', 'resources']);
    expect(names.filter((name) => name.startsWith('resources/'))).toEqual(['resources/notices.md']);
    expect(names.filter((name) => /\.(map|ts|mts|cts|tsx)$/.test(name))).toEqual([]);
    expect(names.filter((name) => /(^|\/)(test|tests|__tests__|benchmarks?|examples?)\//.test(name))).toEqual([]);
  });

  test('has every word list, with its licence', async () => {
    const place = 'dist/resources/lexicons/';
    const lists = [...packed.keys()].filter((name) => name.startsWith(place)).map((name) => name.slice(place.length));
    expect(lists).toEqual(expect.arrayContaining(['en.tsv', 'en-vader.tsv', 'en-vader.LICENSE.txt', 'en-vader.APACHE-2.0.txt']));
    expect(lists.toSorted()).toEqual((await readdir(join(ROOT, 'resources/lexicons'))).toSorted());
  });

  test('has nothing twice: no sources beside what was built, no package that was taken into a bundle', () => {
    const names = [...packed.keys()];
    for (const bundled of ['centrifuge', 'react', 'react-dom', 'electron', 'electron-vite', 'vite', 'typescript', 'vitest', 'node'])
      expect(names.filter((name) => name.startsWith(`node_modules/${bundled}/`))).toEqual([]);
    expect(names.filter((name) => /^dist\/.*\bdist\//.test(name))).toEqual([]);
    // Of the tables of letters the one that the core loads.
    expect(names.filter((name) => name.startsWith('node_modules/eld/src/ngrams/'))).toEqual(['node_modules/eld/src/ngrams/extrasmall.js']);
    expect(names.filter((name) => name.startsWith('dist/electron/') && name.endsWith('/main.js'))).toHaveLength(1);
  });

  test('has native modules outside the archive, for this system alone', () => {
    const native = [...packed].filter(([name]) => name.endsWith('.node'));
    const place = `${process.platform}-x64`;
    expect(native.map(([name]) => name).toSorted()).toEqual([
      `node_modules/better-sqlite3/prebuilds/${place}.node`,
      `node_modules/keytar/prebuilds/${place}/keytar.node`,
    ]);
    expect(native.every(([, { unpacked }]) => unpacked === true)).toBe(true);
    const outside = [...packed].filter(([, { unpacked }]) => unpacked === true).map(([name]) => name.split('/')[1]);
    expect([...new Set(outside)].toSorted()).toEqual(['better-sqlite3', 'keytar']);
  });

  test('starts the built shell', async () => {
    const manifest = JSON.parse(await readInArchive(join(app, 'resources/app.asar'), 'package.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'commentdock', type: 'module', main: 'dist/electron/main/main.js' });
    expect(manifest['scripts']).toBeUndefined();
    expect(manifest['devDependencies']).toBeUndefined();
  });

  test('has its fuses set', async () => {
    const program = await readFile(join(app, 'commentdock'));
    const at = program.indexOf(FUSE_MARK) + FUSE_MARK.length;
    expect(program[at]).toBe(FUSE_VERSION);
    const letters = program.subarray(at + 2, at + 2 + FUSE_NAMES.length).toString();
    const set = Object.fromEntries(FUSE_NAMES.map((name, index) => [name, letters[index] === '1']));
    const { resetAdHocDarwinSignature: _, ...fuses } = (await readConfiguration()).electronFuses;
    expect(set).toEqual(fuses);
    expect(set).toEqual({
      // The browser's helper of the service is a process of Node.
      runAsNode: true,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});

/** The repository as the packager finds it after `npm run build`. Of the window only the names count here. */
async function makeProject(project: string): Promise<void> {
  await mkdir(project);
  for (const name of ['package.json', 'package-lock.json', 'LICENSE', CONFIGURATION, 'resources'])
    await cp(join(ROOT, name), join(project, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
  const script = `import { build } from './scripts/build.ts'; await build(process.argv[1]);`;
  await run(['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', script, join(project, 'dist')], ROOT);
  await mkdir(join(project, 'dist/renderer'));
  await writeFile(join(project, 'dist/renderer/index.html'), '<!doctype html>');
  await writeFile(join(project, 'dist/renderer/index.js.map'), '{}');
}

async function makeElectron(electron: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as { version: string };
  await mkdir(join(electron, 'resources'), { recursive: true });
  await writeFile(join(electron, 'version'), `v${version}`);
  const fuses = [Buffer.from(FUSE_MARK), Buffer.from([FUSE_VERSION, FUSES_BEFORE.length]), Buffer.from(FUSES_BEFORE)];
  await writeFile(join(electron, 'electron'), Buffer.concat([Buffer.from('a stand-in'), ...fuses]), { mode: 0o755 });
  return electron;
}

async function run(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_ENV: '' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await exit;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
}

/** The table of an asar archive: two sizes, the length of its JSON, the JSON; then the contents. */
async function tableOf(archive: string): Promise<{ readonly table: ArchiveNode; readonly contentAt: number }> {
  await using file = await open(archive);
  const sizes = Buffer.alloc(16);
  await file.read(sizes, 0, sizes.length, 0);
  const json = Buffer.alloc(sizes.readUInt32LE(12));
  await file.read(json, 0, json.length, sizes.length);
  return { table: JSON.parse(json.toString()) as ArchiveNode, contentAt: 8 + sizes.readUInt32LE(4) };
}

async function filesOf(archive: string): Promise<ReadonlyMap<string, ArchiveNode>> {
  const found = new Map<string, ArchiveNode>();
  const walk = (node: ArchiveNode, path: readonly string[]): void => {
    for (const [name, child] of Object.entries(node.files ?? {})) {
      if (child.files === undefined) found.set([...path, name].join('/'), child);
      else walk(child, [...path, name]);
    }
  };
  walk((await tableOf(archive)).table, []);
  return found;
}

async function readInArchive(archive: string, name: string): Promise<string> {
  const { table, contentAt } = await tableOf(archive);
  const entry = table.files?.[name];
  const { offset, size } = entry as unknown as { readonly offset: string; readonly size: number };
  await using file = await open(archive);
  const content = Buffer.alloc(size);
  await file.read(content, 0, size, contentAt + Number(offset));
  return content.toString();
}
