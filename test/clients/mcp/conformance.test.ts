import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpHouse } from '#test/clients/mcp/mcp-house.ts';
import { startTokenProxy, type TokenProxy } from '#test/clients/mcp/token-proxy.ts';
import { ownFolder } from '#test/own.ts';

const house = mcpHouse();
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = ownFolder('conformance');

let proxy: TokenProxy;
beforeAll(async () => {
  proxy = await startTokenProxy(house.where);
});
afterAll(() => proxy[Symbol.asyncDispose]());

/** The suites: the older one for the revisions with a handshake, the newer one for each revision as it requires it. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  '0.1.16': ['@modelcontextprotocol/conformance', '--suite', 'all'],
  '0.2.0-alpha.12, 2025-11-25': ['conformance-next', '--requirements', '2025-11-25'],
  '0.2.0-alpha.12, 2026-07-28': ['conformance-next', '--requirements', '2026-07-28'],
};

/** docs/mcp.md has a table of what is left out: scenario and reason. A name may end in `*`. */
function leftOut(): readonly string[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8').split('## Conformance');
  return [...section.matchAll(/^\| `([\w-]+\*?)` \|/gm)].map(([, name = '']) => name);
}

function isLeftOut(scenario: string, names: readonly string[]): boolean {
  return names.some((name) => (name.endsWith('*') ? scenario.startsWith(name.slice(0, -1)) : name === scenario));
}

interface Outcome {
  readonly scenario: string;
  readonly passed: boolean;
}

async function run([name = '', ...words]: readonly string[]): Promise<readonly Outcome[]> {
  const program = join(ROOT, 'node_modules', name, 'dist/index.js');
  const child = spawn(process.execPath, [program, 'server', '--url', proxy.mcpUrl, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  const [, summary = ''] = said.split('=== SUMMARY ===');
  const [scored = ''] = summary.split('Not scored');
  return [...scored.matchAll(/^(✓|✗) ([\w-]+): /gm)].map(([, mark, scenario = '']) => ({ scenario, passed: mark === '✓' }));
}

const failedSomewhere = new Set<string>();

describe.each(Object.entries(SUITES))('the conformance suite %s', (_name, words) => {
  it('passes but for what the documents leave out', async () => {
    const outcomes = await run(words);
    expect(outcomes.length).toBeGreaterThan(25);
    const names = leftOut();
    const failed = outcomes.filter(({ passed }) => !passed).map(({ scenario }) => scenario);
    for (const scenario of failed) failedSomewhere.add(scenario);
    expect(failed.filter((scenario) => !isLeftOut(scenario, names))).toEqual([]);
    for (const needed of ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'])
      expect(outcomes.find(({ scenario }) => scenario === needed)?.passed, needed).toBe(true);
  });
});

describe('what is left out', () => {
  it('is left out of need', () => {
    expect(leftOut().filter((name) => ![...failedSomewhere].some((scenario) => isLeftOut(scenario, [name])))).toEqual([]);
  });

  it('fails for want of the reference tools alone', async () => {
    const program = join(ROOT, 'node_modules', 'conformance-next', 'dist/index.js');
    const results = join(folder, 'results');
    const args = [program, 'server', '--url', proxy.mcpUrl, '--scenario', 'server-stateless', '--output-dir', results];
    await once(spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }), 'close');
    const [file = ''] = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('checks.json'));
    const checks = JSON.parse(readFileSync(join(results, file), 'utf8')) as readonly {
      readonly status: string;
      readonly errorMessage?: string;
    }[];
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(20);
    const failures = checks.filter(({ status }) => status === 'FAILURE').map(({ errorMessage = '' }) => errorMessage);
    expect(failures.filter((message) => !message.startsWith('Not testable'))).toEqual([]);
  });
});
