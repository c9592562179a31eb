import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it } from 'vitest';
import { THREAD } from '#test/contract/contract-service.ts';
import { ownFolder } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { command, DOORS } from '#test/clients/mcp/doors.ts';
import { mcpHouse } from '#test/clients/mcp/mcp-house.ts';

const house = mcpHouse();

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'by hand', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_exports', arguments: {} } };

interface Spoken {
  readonly lines: readonly string[];
  readonly exitCode: number | null;
}

/** Writes the messages, waits for so many lines, closes the input, and waits for the end. */
async function speak(
  setup: { dataDir: string; token: string | null; messages: readonly unknown[]; answers: number },
  ...flags: readonly string[]
): Promise<Spoken> {
  const { command: program, args, env } = command({ dataDir: setup.dataDir, token: setup.token ?? '', env: house.world.env }, ...flags);
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const enough = new Promise<void>((resolve) => {
    reader.on('line', (line) => lines.push(line) >= setup.answers && resolve());
  });
  for (const message of setup.messages) child.stdin.write(`${JSON.stringify(message)}\n`);
  await Promise.race([enough, ended]);
  child.stdin.end();
  const [code] = await ended;
  return { lines, exitCode: code as number | null };
}

describe('beside a running service', () => {
  it('shares its state', async () => {
    await using client = await house.open('stdio, 2026');
    const { structured } = await client.call('export_comments', { url: THREAD, limit: 3, wait: true });
    const { guid } = structured['data'] as { readonly guid: string };
    expect(await house.client.job(guid)).toMatchObject({ status: 'done', total_exported: 3 });
    const { list } = await house.client.list('?limit=1');
    expect(list[0]).toMatchObject({ guid });
  });

  it.each([
    ['a wrong token', 'A'.repeat(120)],
    ['no token', null],
  ])('yields no data with %s', async (_what, token) => {
    await house.client.export(THREAD, { limit: 1 });
    const messages = [INITIALIZE, LIST, { ...LIST, id: 3, method: 'tools/list' }, { jsonrpc: '2.0', id: 4, method: 'resources/list' }];
    const { lines, exitCode } = await speak({ dataDir: house.service.dataDir, token, messages, answers: 4 });
    const answers = lines.map((line) => JSON.parse(line) as { id: number; result?: unknown; error?: { code: number; message: string } });
    expect(answers.find(({ id }) => id === 1)?.result).toMatchObject({ protocolVersion: '2025-06-18' });
    for (const id of [2, 3, 4]) {
      const { result, error } = answers.find((answer) => answer.id === id) ?? {};
      expect(result).toBeUndefined();
      expect(error?.code).toBe(-32_001);
    }
    expect(lines.join('')).not.toContain('redd');
    expect(exitCode).toBe(0);
  });

  it('writes nothing but messages, one a line', async () => {
    const { lines, exitCode } = await speak({
      dataDir: house.service.dataDir,
      token: house.service.token,
      messages: [INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' }, LIST, { jsonrpc: '2.0', id: 5, method: 'ping' }],
      answers: 3,
    });
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(exitCode).toBe(0);
  });
});

describe('with a token of its own', () => {
  const ask = { token: null, messages: [INITIALIZE, LIST], answers: 2 };
  const named = (listed: string): readonly string[] => listed.split('\n').filter((line) => line.endsWith('Assistant bundle'));

  it('finds the one that it made, whether a service runs or not', async () => {
    await using cli = openCommandLine(house.world.env);
    const answered = async (dataDir: string): Promise<void> => {
      const { lines, exitCode } = await speak({ ...ask, dataDir }, '--own-token');
      expect(JSON.parse(lines[1] ?? '')).toMatchObject({ id: 2, result: { structuredContent: { ok: true } } });
      expect(exitCode).toBe(0);
    };
    await answered(cli.dataDir);
    await answered(cli.dataDir);
    expect(named((await cli.run('token', 'list')).stdout)).toHaveLength(1);
    await answered(house.service.dataDir);
    await answered(house.service.dataDir);
    expect(named(await house.service.printed(['token', 'list']))).toHaveLength(1);
  });

  it('takes the one that it is given, all the same', async () => {
    const { lines } = await speak({ ...ask, dataDir: house.service.dataDir, token: 'A'.repeat(120) }, '--own-token');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ id: 2, error: { code: -32_001 } });
  });
});

it('tells a token of another data folder so', async () => {
  const dataDir = ownFolder('mcp');
  const { lines } = await speak({ dataDir, token: house.service.token, messages: [INITIALIZE, LIST], answers: 2 });
  const { error } = JSON.parse(lines[1] ?? '') as { readonly error?: { readonly code: number; readonly message: string } };
  expect(error).toMatchObject({ code: -32_001, message: expect.stringContaining('made on another data folder') });
  expect(error?.message).toContain(dataDir);
});

describe('where no service runs', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = ownFolder('mcp');
  });

  it('runs exports by itself, and leaves them to the next one', async () => {
    await using cli = openCommandLine(house.world.env);
    const token = (await cli.run('token')).stdout.trim();
    const where = { baseUrl: '', token, dataDir: cli.dataDir, env: house.world.env };
    const first = await DOORS['stdio, 2025'](where);
    const { structured } = await first.call('export_comments', { url: THREAD, limit: 7, wait: true });
    expect(structured).toMatchObject({ ok: true, data: { status: 'done', exportedComments: 7 } });
    const { guid, downloadUrl } = structured['data'] as { readonly guid: string; readonly downloadUrl: string };
    expect((await fetch(downloadUrl)).status).toBe(200);

    // A second assistant beside the first one uses what the first one runs, and goes on when that is gone.
    await using second = await DOORS['stdio, 2026'](where);
    expect((await second.call('check_export', { guid })).structured).toMatchObject({ data: { guid, status: 'done' } });
    await first[Symbol.asyncDispose]();
    await expect
      .poll(() =>
        fetch(downloadUrl).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
    expect((await second.call('check_export', { guid })).structured).toMatchObject({ data: { guid, status: 'done' } });
    expect((await cli.run('jobs', '--json')).stdout).toContain(guid);
  });

  it('ends when the client goes, with nothing left running', async () => {
    const { lines, exitCode } = await speak({ dataDir, token: 'B'.repeat(120), messages: [INITIALIZE, LIST], answers: 2 });
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ id: 2, error: { code: -32_001 } });
    expect(exitCode).toBe(0);
  });
});
