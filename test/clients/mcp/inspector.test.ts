import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { THREAD } from '#test/contract/contract-service.ts';
import { command } from '#test/clients/mcp/doors.ts';
import { mcpHouse } from '#test/clients/mcp/mcp-house.ts';
import { ownFolder } from '#test/own.ts';

const house = mcpHouse();
const home = ownFolder('inspector');

const LAUNCHER = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

/** The inspector's command line, with a home of its own. */
async function inspect(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'catalog.json') };
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, '--cli', ...words], { env, maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const DOORS: Readonly<Record<string, () => readonly string[]>> = {
  'Streamable HTTP': () => {
    const { baseUrl, token } = house.where;
    return [`${baseUrl}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  },
  stdio: () => {
    const { command: program, args, env } = command(house.where);
    const needed = ['COMMENTDOCK_DATA_DIR', 'COMMENTDOCK_PORT', 'SERVICE_API_TOKEN'] as const;
    return [program, ...args, ...needed.flatMap((name) => ['-e', `${name}=${env[name]}`])];
  },
};

describe.each(Object.keys(DOORS))('the MCP Inspector over %s', (door) => {
  const ask = (...words: readonly string[]) => inspect(...(DOORS[door]?.() ?? []), ...words);

  it('lists the tools and finds no fault in their schemas', async () => {
    const { tools } = (await ask('--method', 'tools/list', '--strict')) as { readonly tools: readonly { readonly name: string }[] };
    expect(tools).toHaveLength(33);
    expect(tools[0]).toMatchObject({ name: 'export_comments', annotations: { destructiveHint: false } });
  });

  it('calls a tool', async () => {
    const result = await ask(
      '--method',
      'tools/call',
      '--tool-name',
      'export_comments',
      '--tool-arg',
      `url=${THREAD}`,
      'wait=true',
      'limit=3',
    );
    expect(result).toMatchObject({ structuredContent: { ok: true, data: { status: 'done', exportedComments: 3 } } });
  });

  it('lists and reads resources', async () => {
    const { guid } = await house.client.export(THREAD, { limit: 2 });
    const { resources } = (await ask('--method', 'resources/list')) as { readonly resources: readonly { readonly uri: string }[] };
    expect(resources.map(({ uri }) => uri)).toContain(`export://${guid}`);
    const { contents } = (await ask('--method', 'resources/read', '--uri', `export://${guid}`)) as {
      readonly contents: readonly { text: string }[];
    };
    expect(JSON.parse(contents[0]?.text ?? '')).toHaveLength(2);
  });
});
