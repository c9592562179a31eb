import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openPromise } from 'yauzl';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT_FACTS } from '#core/platforms/facts.ts';
import { NEWEST } from '#test/clients/mcp/doors.ts';
import { registryNode } from '#test/registry-node.ts';
import { ownFolder } from '#test/own.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Manifest {
  readonly manifest_version: string;
  readonly name: string;
  readonly version: string;
  readonly author: { readonly name: string };
  readonly icon: string;
  readonly server: {
    readonly type: string;
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  };
  readonly tools: readonly { readonly name: string }[];
}

const folder = ownFolder('bundle');
const unpacked = join(folder, 'unpacked');
let manifest: Manifest;

beforeAll(async () => {
  const script = `import { packageMcpb } from './scripts/package-mcpb.ts'; console.log(await packageMcpb(process.argv[1]));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', script, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(stdout.trim()).toMatch(/commentdock-\d+\.\d+\.\d+\.mcpb$/);
  await unpack(stdout.trim(), unpacked);
  manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Manifest;
});

async function unpack(archive: string, target: string): Promise<void> {
  const file = await openPromise(archive);
  for await (const entry of file.eachEntry()) {
    const path = join(target, entry.fileName);
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(await file.openReadStreamPromise(entry), createWriteStream(path));
  }
}

/** Names of the packages that lie in a folder, scopes included. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' });
}

/** As a host fills in the manifest, on the Node that it brings. */
function launch(node: string, dataDir: string) {
  const { args, env } = manifest.server.mcp_config;
  return {
    command: node,
    // Off: what still had types would not start.
    args: ['--no-experimental-strip-types', ...args.map((word) => word.replace('${__dirname}', unpacked))],
    env: { PATH: process.env['PATH'] ?? '', ...env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_VAULT: 'file' },
    cwd: unpacked,
  };
}

describe('the bundle', () => {
  it('tells languages with the one table of the detector that it brings', async () => {
    expect(readdirSync(join(unpacked, 'server/node_modules/eld/src/ngrams'))).toEqual(['extrasmall.js']);
    const beside = join(unpacked, 'server/asks-detector.mjs');
    writeFileSync(beside, "export { eld } from 'eld/extrasmall';");
    const { eld } = (await import(pathToFileURL(beside).href)) as typeof import('eld/extrasmall');
    expect(eld.detect('Das ist wirklich ein tolles Video, vielen Dank').language).toBe('de');
  });

  it('brings what the build wrote of the platforms', () => {
    const facts = readFileSync(join(unpacked, 'server', BUILT_FACTS), 'utf8');
    for (const id of ['youtube', 'hackernews']) expect(facts).toContain(`"id":"${id}"`);
  });

  it('brings every word list with its licence, as it lies in the repository', () => {
    const lists = readdirSync(join(ROOT, 'resources/lexicons'));
    expect(lists).toEqual(expect.arrayContaining(['en.tsv', 'en-vader.LICENSE.txt']));
    expect(readdirSync(join(unpacked, 'server/resources/lexicons'))).toEqual(lists);
    for (const name of lists)
      expect(
        readFileSync(join(unpacked, 'server/resources/lexicons', name)).equals(readFileSync(join(ROOT, 'resources/lexicons', name))),
      ).toBe(true);
  });

  it('brings the licence of every part, and no part that the service does not need', () => {
    const parts = packagesIn(join(unpacked, 'server/node_modules'));
    expect(parts).toEqual(expect.arrayContaining(['better-sqlite3', 'fastify', '@modelcontextprotocol/server', 'playwright-core']));
    for (const name of ['electron-updater', 'builder-util-runtime', 'node-addon-api']) expect(parts).not.toContain(name);
    const shipped = filesIn(unpacked);
    expect(shipped.filter((file) => /\.(cc|h|gyp|map|d\.ts)$|keytar\/(build|src|script)\//.test(file))).toEqual([]);
    expect(readFileSync(join(unpacked, 'NOTICES.md'), 'utf8')).toContain('| fastify | MIT |');
    // Every licence that a package brings on this machine is in the bundle.
    const isLicence = (file: string): boolean => /^(licen[cs]e|notice|copying|copyright)[^/]*$/i.test(file);
    for (const name of parts) {
      const brought = readdirSync(join(ROOT, 'node_modules', name)).filter(isLicence);
      expect(readdirSync(join(unpacked, 'server/node_modules', name)), name).toEqual(expect.arrayContaining(brought));
    }
  });

  it('has a manifest', () => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
    expect(manifest).toMatchObject({
      manifest_version: '0.3',
      name,
      version,
      description: expect.any(String),
      author: { name: expect.any(String) },
      server: { type: 'node', mcp_config: { command: 'node' } },
      compatibility: { runtimes: { node: '>=22.15.0' } },
    });
    // Nobody is asked for anything.
    expect(manifest).not.toHaveProperty('user_config');
    expect(manifest.tools).toHaveLength(33);
    for (const file of [manifest.icon, manifest.server.entry_point, 'LICENSE'])
      expect(readFileSync(join(unpacked, file)).length).toBeGreaterThan(0);
  });

  it.for([22, 24])('runs over stdio under Node %i, on what it brings, and needs no token', async (line, { skip }) => {
    const isOurs = line === Number(process.versions.node.split('.')[0]);
    const node = isOurs ? process.execPath : ((await registryNode(line, ownFolder('node'))) ?? skip(`Node ${line} is not to be had here`));
    const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: { pin: NEWEST } } });
    await client.connect(new StdioClientTransport(launch(node, join(folder, `data-${line}`))));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
      const found = await client.callTool({ name: 'detect_platform', arguments: { url: 'https://store.steampowered.com/app/10/' } });
      expect(found.structuredContent).toMatchObject({ ok: true, data: { id: 'steam' } });
      const listed = await client.callTool({ name: 'list_exports', arguments: {} });
      expect(listed.structuredContent).toMatchObject({ ok: true, data: { exports: [] } });
    } finally {
      await client.close();
    }
  });
});
