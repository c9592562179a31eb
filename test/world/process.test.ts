import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProxyAgent, request } from 'undici';
import { ownFolder } from '#test/own.ts';
import { startWorldProcess } from '#test/world/process.ts';

const folder = ownFolder('world-process');

it('runs a simulator built from parameters in a process of its own', async () => {
  const module = join(folder, 'greeting.ts');
  writeFileSync(module, 'export function greetingSimulator(params: { word: string }) { return () => ({ body: params.word }); }\n');
  const fault = { match: '/slow', fault: { kind: 'status', status: 429 } };
  await using world = await startWorldProcess(['--simulator', `${module}:{"word":"hello"}`, '--fault', JSON.stringify(fault)]);
  const agent = new ProxyAgent({ uri: world.url, requestTls: { ca: readFileSync(world.caFile, 'utf8') } });
  try {
    const greeting = await request('https://a.example/', { dispatcher: agent });
    expect(await greeting.body.text()).toBe('hello');
    expect((await request('https://a.example/slow', { dispatcher: agent })).statusCode).toBe(429);
    expect(await world.statistics()).toMatchObject({ requests: 2, hosts: { 'a.example': 2 } });
    await world.reset();
    expect(await world.statistics()).toMatchObject({ requests: 0 });
  } finally {
    await agent.destroy();
  }
  expect(world.env['HTTPS_PROXY']).toBe(world.url);
});

it('says why it did not start', async () => {
  await expect(startWorldProcess(['--simulator', 'nowhere'])).rejects.toThrow(/nowhere/);
});
