import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeSettings } from '#core/config/shown-settings.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface ServerManifest {
  readonly $schema: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly {
    readonly identifier: string;
    readonly version: string;
    readonly transport: { readonly type: string };
    readonly packageArguments: readonly { readonly value: string }[];
    readonly environmentVariables: readonly { readonly name: string; readonly isSecret?: boolean }[];
  }[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;

it('server.json is what registries of MCP servers take, and tells of this very program', () => {
  const manifest = read<ServerManifest>('server.json');
  const program = read<{ readonly name: string; readonly version: string; readonly mcpName: string }>('package.json');
  expect(manifest.$schema).toMatch(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d{2}-\d{2}\/server\.schema\.json$/);
  // Of the schema: a name in reverse DNS with one slash, and at most a hundred characters of description.
  expect(manifest.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(manifest.description.length).toBeLessThanOrEqual(100);
  expect(manifest.name).toBe(program.mcpName);
  expect(manifest.version).toBe(program.version);
  const [first] = manifest.packages;
  expect(first).toMatchObject({ identifier: program.name, version: program.version, transport: { type: 'stdio' } });
  expect(first?.packageArguments.map(({ value }) => value)).toEqual(['mcp']);
  const settings = describeSettings().map(({ variable }) => variable);
  for (const { name } of first?.environmentVariables ?? []) expect(settings).toContain(name);
  expect(first?.environmentVariables.find(({ name }) => name === 'SERVICE_API_TOKEN')?.isSecret).toBe(true);
});
