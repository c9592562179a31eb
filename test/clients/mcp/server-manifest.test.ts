import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface ServerManifest {
  readonly $schema: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly remotes: readonly {
    readonly type: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly isSecret: boolean }[];
  }[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;

it('server.json is what registries of MCP servers take, and tells of this very program', () => {
  const manifest = read<ServerManifest>('server.json');
  const program = read<{ readonly version: string }>('package.json');
  expect(manifest.$schema).toMatch(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/);
  // Of the schema: a name in reverse DNS with one slash, and at most a hundred characters of description.
  expect(manifest.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(manifest.description.length).toBeLessThanOrEqual(100);
  expect(manifest.version).toBe(program.version);
  // Nothing is published: it names the door of a running service, and neither a package nor an address that somebody else may own.
  expect(Object.keys(manifest)).not.toContain('packages');
  const { port } = readConfig({});
  expect(manifest.remotes).toMatchObject([
    { type: 'streamable-http', url: `http://127.0.0.1:${port}/mcp`, headers: [{ name: 'Authorization', isSecret: true }] },
  ]);
});
