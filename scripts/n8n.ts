/** Builds the package of the n8n nodes: plain JavaScript, as n8n loads it. `npm run n8n` */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'integrations/n8n');
const NODES = ['nodes/Commentdock.node', 'nodes/CommentdockTrigger.node'];
const CREDENTIALS = ['credentials/CommentdockApi.credentials'];

/** Writes the package into a folder that is its own. */
export async function buildNodes(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [...NODES, ...CREDENTIALS]) {
    const bundle = await rolldown({ input: join(SOURCES, `${name}.ts`), external: [/^node:/, 'n8n-workflow'], platform: 'node' });
    await bundle.write({ file: join(folder, 'dist', `${name}.js`), format: 'cjs', exports: 'named' });
    await bundle.close();
  }
  for (const part of ['nodes', 'credentials']) {
    mkdirSync(join(folder, 'dist', part), { recursive: true });
    copyFileSync(join(ROOT, 'resources/icon.svg'), join(folder, 'dist', part, 'commentdock.svg'));
  }
  copyFileSync(join(SOURCES, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; license: string };
  const built = (name: string): string => `dist/${name}.js`;
  return {
    name: 'n8n-nodes-commentdock',
    version,
    description: 'Export comments, reviews and followers of a URL by Commentdock, on a machine of yours',
    keywords: ['n8n-community-node-package'],
    license,
    files: ['dist'],
    n8n: { n8nNodesApiVersion: 1, credentials: CREDENTIALS.map(built), nodes: NODES.map(built) },
    peerDependencies: { 'n8n-workflow': '*' },
  };
}

if (import.meta.main) await buildNodes(join(ROOT, 'dist/n8n'));
