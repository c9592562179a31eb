import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationNamed } from '#core/operations/registry.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { startWebhookInbox, type WebhookInbox } from '#test/contract/webhook-inbox.ts';
import { type Call, callsOf, shellBlocks } from '#test/docs/shell-blocks.ts';
import { ELSEWHERE, EXIT_CODES, layOutFiles, newSample, NOT_RUN, withStandIns } from '#test/docs/stand-ins.ts';
import { ownFolder } from '#test/own.ts';
import { hostOf } from '#test/parity/cli-door.ts';
import { openService } from '#test/parity/house.ts';
import { tidyUp } from '#test/parity/owner-rows.ts';
import { type Stage, stageOf } from '#test/parity/stage.ts';
import { HEALTHY } from '#test/surfaces/cli/fake-host.ts';
import { startWorld, type World } from '#test/world/world.ts';

const HAS_SHELL = process.platform !== 'win32';
const DOCUMENTED_BASE = 'http://127.0.0.1:4780';
const TOKEN = 'the token of the owner';
/** Of npm itself. */
const NPM_WORDS = ['ci', 'i', 'install', 'link', 'pack', 'start', 'test'];
const MANIFEST = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};
/** One of each platform: that their addresses are read is enough. */
const PLATFORM_PAGE = /^docs\/platforms\/(\w+)\.md$/;

const folder = ownFolder('docs-commands');
const before = process.cwd();
const blocks = shellBlocks();
const calls = HAS_SHELL ? callsOf(blocks, ['commentdock', 'npm', 'npx', 'curl', ...Object.keys(ELSEWHERE)], { folder, token: TOKEN }) : [];
const used = new Set<string>();
let run = 0;

let world: World;
let inbox: WebhookInbox;
let house: Awaited<ReturnType<typeof openService>>;
let stage: Stage;
let token: string;

async function commandLine(words: readonly string[]): Promise<{ readonly exitCode: number; readonly stdout: string }> {
  let stdout = '';
  const host = hostOf(house, (text) => (stdout += text));
  const exitCode = await runCommandLine(words, { ...host, doctorFacts: async () => HEALTHY });
  return { exitCode, stdout };
}

/** The words behind `commentdock`, however it is called; null for all else. */
function commandOf([program, ...words]: Call): readonly string[] | null {
  if (program === 'commentdock') return words;
  if (program === 'npx' && words[0] === `./commentdock-${MANIFEST.version}.tgz`) return words.slice(1);
  if (program !== 'npm') return null;
  if (words[0] === 'start') return ['serve'];
  const [, script, dashes] = words.filter((word) => word !== '-s');
  if (words[0] !== 'run' || !['cli', 'export'].includes(script ?? '')) return null;
  const rest = dashes === '--' ? words.slice(words.indexOf('--') + 1) : [];
  return script === 'cli' ? rest : ['export', ...rest];
}

const startsWith = (words: readonly string[], names: string): boolean => `${words.join(' ')} `.startsWith(`${names} `);

async function expectCommand(given: readonly string[], page: string): Promise<void> {
  const platform = PLATFORM_PAGE.exec(page)?.[1];
  const unrun = Object.keys(NOT_RUN).find((names) => startsWith(given, names));
  if (given.includes('--help') || unrun === undefined) run += 1;
  if (platform !== undefined && given[0] === 'export') return expectDetected(given[1] ?? '', platform);
  if (unrun !== undefined && !given.includes('--help')) return expectFlags(given, unrun);
  const words = await withStandIns(given, stage);
  const { exitCode, stdout } = await commandLine(words);
  const expected = Object.entries(EXIT_CODES).find(([names]) => startsWith(given, names))?.[1] ?? 0;
  expect(exitCode, `${words.join(' ')}\n${stdout}`).toBe(expected);
}

async function expectDetected(url: string, platform: string): Promise<void> {
  const { exitCode, stdout } = await commandLine(['platforms', 'detect', url, '--json']);
  expect({ exitCode, id: (JSON.parse(stdout) as { id: string }).id }).toEqual({ exitCode: 0, id: platform });
}

/** As far as a command goes without being run: it is there, and so are its flags. */
async function expectFlags(words: readonly string[], names: string): Promise<void> {
  used.add(names);
  const { exitCode, stdout } = await commandLine([...names.split(' '), '--help']);
  expect(exitCode, names).toBe(0);
  for (const word of words.filter((each) => each.startsWith('--'))) expect(stdout, words.join(' ')).toMatch(new RegExp(`${word}[ ,\\n]`));
}

/** What these commands ask of the service, asked. */
async function expectCurl(words: readonly string[]): Promise<void> {
  const headers: Record<string, string> = {};
  let [method, body, url]: [string, string | null, string] = ['GET', null, ''];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (/^-[sSfOJ]+$/.test(word)) continue;
    if (['-H', '-d', '-X', '-o'].includes(word)) at += 1;
    else if (word.startsWith('-')) throw new Error(`What does ${word} do?`);
    else url = word;
    if (word === '-H') headers[value.replace(/:.*/s, '')] = value.replace(/^[^:]*: */s, '').replace(TOKEN, token);
    if (word === '-d') [method, body] = ['POST', value];
    if (word === '-X') method = value;
  }
  expect(url).toContain(DOCUMENTED_BASE);
  // An export of a site would be one that this world has not got.
  if (url.endsWith('/api/v3/job')) headers['X-Sandbox'] = 'true';
  const address = url.replace(DOCUMENTED_BASE, house.run.base_url).replace('GUID', await newSample(stage));
  const answer = await fetch(address, { method, headers, ...(body === null ? {} : { body }) });
  expect(answer.status, `${method} ${url}: ${await answer.text()}`).toBeLessThan(300);
  run += 1;
}

function expectScript([program, ...words]: Call): void {
  for (const word of words.filter((each) => each.endsWith('.tgz'))) expect(word).toContain(`-${MANIFEST.version}.tgz`);
  if (program === 'npx') return expect(['vitest']).toContain(words[0]);
  const script = words[0] === 'run' ? words.find((word) => !['run', '-s'].includes(word)) : null;
  if (script === null) expect(NPM_WORDS).toContain(words[0]);
  else expect(Object.keys(MANIFEST.scripts)).toContain(script);
}

describe.skipIf(!HAS_SHELL)(`the commands of README and docs${HAS_SHELL ? '' : ' (left out: there is no sh)'}`, () => {
  beforeAll(async () => {
    layOutFiles(folder);
    process.chdir(folder);
    const [reddit, steam] = [redditSimulator({ comments: 5 }), steamSimulator({ reviews: 5 })];
    const gate = gateBefore((request) => reddit(request) ?? steam(request));
    [world, inbox] = await Promise.all([startWorld({ simulators: [gate.simulator] }), startWebhookInbox()]);
    house = await openService(world.env);
    const prepare: Stage['prepare'] = (operation, input) => house.client.callAsGiven(operationNamed(operation).name, input);
    stage = stageOf({ prepare }, { gate, inboxUrl: inbox.url });
    token = (await commandLine(['token'])).stdout.trim();
  });
  beforeEach(async () => {
    await tidyUp(stage);
    const routes = (await stage.prepare('routes.list', {})) as readonly { readonly uuid: string }[];
    for (const { uuid } of routes) await stage.prepare('routes.delete', { uuid });
  });
  afterAll(async () => {
    process.chdir(before);
    await house[Symbol.asyncDispose]();
    await inbox[Symbol.asyncDispose]();
    await world.close();
  });

  it.each(blocks.map(({ page, line }, index) => ({ page, line, index })))('$page:$line', async ({ page, index }) => {
    for (const call of calls[index] ?? []) {
      const words = commandOf(call);
      if (words !== null) await expectCommand(words, page);
      else if (call[0] === 'curl') await expectCurl(call.slice(1));
      else if (call[0] in ELSEWHERE) used.add(call[0]);
      else expectScript(call);
    }
  });

  it('are found, and mostly run', () => {
    expect(calls.flat().length).toBeGreaterThan(150);
    expect(run).toBeGreaterThan(100);
  });

  it('leave out no command that no page has', () => {
    expect([...Object.keys(NOT_RUN), ...Object.keys(ELSEWHERE)].filter((name) => !used.has(name))).toEqual([]);
  });
});
