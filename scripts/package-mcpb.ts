import { createWriteStream } from 'node:fs';
import { cp, glob, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { z } from 'zod';
import { listedPrompts } from '#core/surfaces/mcp/prompts.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';
import { buildCore, ROOT } from './build.ts';

/** Where the packages of a release go. */
const RELEASE = join(ROOT, 'release');

const SERVER = 'server';
const ENTRY = 'index.js';
/** Of the desktop shell alone, and what native modules are built by. */
const NOT_OF_THE_SERVER = new Set(['electron-updater', 'node-addon-api']);
/**
 * Never run: sources and documents of packages, what native modules are built by (they come as prebuilt binaries for every system), and larger
 * tables of the language detector.
 */
const SUPERFLUOUS =
  /\.(map|md|d\.ts|d\.mts|d\.cts|gyp|cc|h)$|(^|\/)(test|tests|__tests__|benchmark|benchmarks|example|examples)\/|node_modules\/(better-sqlite3\/(deps|src)|keytar\/(build|script|src))\/|node_modules\/eld\/src\/ngrams\/(?!extrasmall\.js)/;
/** Every part comes with its licence. */
const LICENCE = /(^|\/)(licen[cs]e|notice|copying|copyright)[^/]*$/i;
/** The same bytes give the same archive. */
const ALWAYS = new Date(Date.UTC(2026, 0, 1));

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string().regex(/^>=\d+\.\d+$/) }),
});
const namesSchema = z.record(z.string(), z.string()).optional();
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: namesSchema,
      optionalDependencies: namesSchema,
      peerDependencies: namesSchema,
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

/** Plain JavaScript that every Node reads: one that is older than `engines` says gets told, instead of a syntax error. */
function entryCode({ engines }: z.output<typeof packageSchema>): string {
  const [major = 0, minor = 0] = engines.node.slice('>='.length).split('.').map(Number);
  return `const [major, minor] = process.versions.node.split('.').map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
  console.error('Commentdock needs Node ${major}.${minor} or newer; this is ' + process.versions.node + '.');
  process.exit(8);
}
await import('./core/main.js');
`;
}

/**
 * Writes the bundle that assistants install with a click: the program, what it depends on, and a manifest
 * (modelcontextprotocol/mcpb, MANIFEST.md 0.3) in a ZIP archive.
 * @returns the path of the bundle
 */
export async function packageMcpb(outFolder: string): Promise<string> {
  const staging = await mkdtemp(join(tmpdir(), 'commentdock-mcpb-'));
  try {
    const about = packageSchema.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
    await buildCore(join(staging, SERVER));
    await rm(join(staging, SERVER, 'electron'), { recursive: true, force: true });
    await writeFile(join(staging, SERVER, ENTRY), entryCode(about));
    await copyDependencies(join(staging, SERVER));
    for (const [from, to] of [
      ['LICENSE', 'LICENSE'],
      ['resources/notices.md', 'NOTICES.md'],
      ['resources/icon.png', 'icon.png'],
    ] as const)
      await cp(join(ROOT, from), join(staging, to));
    await writeFile(join(staging, 'manifest.json'), `${JSON.stringify(manifest(about), null, 2)}\n`);
    await mkdir(outFolder, { recursive: true });
    const bundle = join(outFolder, `${about.name}-${about.version}.mcpb`);
    await zip(staging, bundle);
    return bundle;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

type Lock = z.output<typeof lockSchema>;

/** Folders of all packages that the service needs, as the lock file has them: its dependencies, what those depend on, and so on. */
function neededFolders({ packages }: Lock): ReadonlySet<string> {
  const needed = new Set<string>();
  const waiting = Object.keys(packages['']?.dependencies ?? {}).flatMap((name) => folderOf(packages, '', name) ?? []);
  for (const folder of waiting) {
    if (needed.has(folder)) continue;
    needed.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    waiting.push(...names.flatMap((name) => folderOf(packages, folder, name) ?? []));
  }
  return needed;
}

/** Where Node finds a package from inside a folder: the innermost `node_modules` that has it. Null for what production does not have. */
function folderOf(packages: Lock['packages'], from: string, name: string): string | null {
  if (NOT_OF_THE_SERVER.has(name)) return null;
  for (let inside = from; ; inside = inside.slice(0, Math.max(0, inside.lastIndexOf('/node_modules/')))) {
    const folder = `${inside === '' ? '' : `${inside}/`}node_modules/${name}`;
    const found = packages[folder];
    if (found !== undefined) return found.dev === true || found.devOptional === true ? null : folder;
    if (inside === '') return null;
  }
}

/** What the service needs, as far as it is installed. */
async function copyDependencies(server: string): Promise<void> {
  const lock = lockSchema.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  for (const path of neededFolders(lock)) {
    for await (const file of glob('**/*', { cwd: join(ROOT, path), exclude: ['node_modules/**'] })) {
      const from = join(ROOT, path, file);
      const to = join(server, path, file);
      const isLeftOut = SUPERFLUOUS.test(`${path}/${file}`) && !LICENCE.test(file);
      if (isLeftOut || !(await stat(from)).isFile()) continue;
      await mkdir(dirname(to), { recursive: true });
      await cp(from, to);
    }
  }
}

function manifest({ name, version, description, license, engines }: z.output<typeof packageSchema>): object {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Commentdock',
    version,
    description,
    long_description:
      'Paste the URL of a post, video, product, place or app, and get its comments, reviews or followers as spreadsheets and JSON, with an honest account of what is missing. Everything stays on your machine.',
    author: { name: 'Commentdock' },
    icon: 'icon.png',
    license,
    keywords: ['comments', 'reviews', 'export', 'spreadsheet'],
    server: {
      type: 'node',
      entry_point: `${SERVER}/${ENTRY}`,
      mcp_config: {
        command: 'node',
        // Nobody pastes a token: it makes its own on the data folder of whoever installed it.
        args: [`\${__dirname}/${SERVER}/${ENTRY}`, 'mcp', '--own-token'],
        env: {},
      },
    },
    tools: TOOLS.map((tool) => ({ name: tool.name, description: tool.description })),
    prompts: listedPrompts().map((prompt) => ({
      name: prompt['name'],
      description: prompt['description'],
      arguments: (prompt['arguments'] as readonly { readonly name: string }[]).map((argument) => argument.name),
      text: prompt['title'],
    })),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: `${engines.node}.0` } },
  };
}

async function zip(folder: string, target: string): Promise<void> {
  const archive = new yazl.ZipFile();
  const files: string[] = [];
  for await (const file of glob('**/*', { cwd: folder })) files.push(file);
  for (const file of files.toSorted()) {
    const path = join(folder, file);
    if ((await stat(path)).isFile()) archive.addFile(path, file.replaceAll('\\', '/'), { mtime: ALWAYS, mode: 0o100644 });
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(target));
}

if (import.meta.main) console.log(await packageMcpb(RELEASE));
