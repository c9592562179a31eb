import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchangeOf, type KeptExchange, keptExchangeSchema } from '#core/contract/kept-exchange.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { openReader } from '#core/store/database.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';
import { findInFiles } from '#test/accounts/canary.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import type { SimulatedAnswer } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';

const APP = 'https://store.steampowered.com/app/10/';
const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const SECRET = 'CANARY-of-a-cookie-0123456789';
const KEY_FILE = join('vault', 'key.json');

let world: World;
let service: ServiceProcess;
/** What the site says; null: what it always does. */
let answer: SimulatedAnswer | null;

beforeAll(async () => {
  const [steam, reddit] = [steamSimulator({ reviews: 12 }), redditSimulator({})];
  world = await startWorld({ simulators: [(request) => answer ?? steam(request), (request) => answer ?? reddit(request)] });
  service = await startServiceProcess({ world: world.env, env: { COMMENTDOCK_VAULT: 'file', COMMENTDOCK_RETRY_SCALE: '0' } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await world.close();
});
beforeEach(() => {
  answer = null;
});

function sealedOf(guid: string): readonly Uint8Array[] {
  const reader = openReader(service.dataDir);
  try {
    const rows = 'SELECT sealed FROM kept_exchanges JOIN jobs ON jobs.id = job_id WHERE guid = ? ORDER BY place';
    return reader.prepare<[string], Uint8Array>(rows).pluck().all(guid);
  } finally {
    reader.close();
  }
}

function keptRows(): number {
  const reader = openReader(service.dataDir);
  try {
    return reader.prepare<[], number>('SELECT COUNT(*) FROM kept_exchanges').pluck().get() ?? -1;
  } finally {
    reader.close();
  }
}

function keptOf(guid: string): readonly KeptExchange[] {
  const { key } = JSON.parse(readFileSync(join(service.dataDir, KEY_FILE), 'utf8')) as { key: string };
  const sealing = sealingWithKeys([Buffer.from(key, 'base64')]);
  return sealedOf(guid).map((sealed) => keptExchangeSchema.parse(JSON.parse(sealing.open(exchangeOf(guid), sealed) ?? '')));
}

const bodyOf = ({ answer: { body } }: KeptExchange): string => Buffer.from(body, 'base64').toString('utf8');

async function failed(url: string, options = {}): Promise<string> {
  const { guid } = await service.client().create(url, options);
  await service.client().waitFor(guid, 'error');
  return guid;
}

describe('exchanges of a job that failed', () => {
  it('are kept where an answer is of another form, as they were sent and as they came', async () => {
    answer = { body: { success: 1, reviews: 'somewhere else' }, headers: { 'x-made-up': 'yes' } };
    const guid = await failed(APP);
    const kept = keptOf(guid);
    expect(kept.length).toBeGreaterThan(0);
    const last = kept.at(-1) as KeptExchange;
    expect(new URL(last.request.url).host).toMatch(/steampowered\.com$/);
    expect(last.request.method).toBe('GET');
    expect(bodyOf(last)).toBe('{"success":1,"reviews":"somewhere else"}');
    expect(last.answer).toMatchObject({ status: 200, isCut: false, headers: { 'x-made-up': 'yes' } });
    const { error_code: code, error: message } = await service.client().job(guid);
    expect(last.failure).toMatchObject({ code, message });
    expect([code, last.failure.path]).toEqual(['PLATFORM_CHANGED', expect.stringMatching(/\w/)]);
  });

  it('are kept where a site refuses, with cookies that stand in no file', async () => {
    answer = { status: 403, body: 'No.' };
    const guid = await failed(THREAD, { cookies: { reddit_session: SECRET } });
    const kept = keptOf(guid);
    expect(kept.map(({ answer: { status } }) => status)).toContain(403);
    expect(kept.some(({ request }) => request.headers['cookie']?.includes(SECRET))).toBe(true);
    expect(findInFiles(service.dataDir, { secret: SECRET })).toEqual([]);
  });

  it.each([
    ['as it is', (body: Buffer) => ({ body })],
    ['packed', (body: Buffer) => ({ body: gzipSync(body), headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } })],
  ])('are five at most, with 2 MB of each answer: %s', async (_how, sent) => {
    answer = sent(Buffer.from(JSON.stringify({ reviews: Array.from({ length: 300_000 }, (_, index) => `n${index}`) })));
    const kept = keptOf(await failed(APP));
    expect(kept.length).toBeLessThanOrEqual(5);
    const { body, isCut } = (kept.at(-1) as KeptExchange).answer;
    expect([Buffer.from(body, 'base64').length, isCut]).toEqual([2_000_000, true]);
    expect(bodyOf(kept.at(-1) as KeptExchange).startsWith('{"reviews":["n0","n1"')).toBe(true);
  });

  it('open for their own job alone', async () => {
    answer = { body: { success: 1, reviews: 'somewhere else' } };
    const guid = await failed(APP);
    const { key } = JSON.parse(readFileSync(join(service.dataDir, KEY_FILE), 'utf8')) as { key: string };
    const sealing = sealingWithKeys([Buffer.from(key, 'base64')]);
    const [sealed] = sealedOf(guid) as [Uint8Array];
    expect(sealing.open(exchangeOf('another'), sealed)).toBeNull();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(sealing.open(exchangeOf(guid), changed)).toBeNull();
  });

  it('outlive the service, and are gone once another run of the job had none', async () => {
    answer = { body: { success: 1, reviews: 'somewhere else' } };
    const guid = await failed(APP);
    const before = keptOf(guid);
    await service.restart('quit');
    expect(keptOf(guid)).toEqual(before);
    answer = null;
    await service.client().retry(guid);
    await service.client().waitFor(guid, 'done');
    expect(keptOf(guid)).toEqual([]);
  });

  it('are none where the wire broke, or nothing failed', async () => {
    const { guid } = await service.client().export(APP);
    expect(keptOf(guid)).toEqual([]);
    answer = { status: 502, body: 'Bad gateway' };
    expect(keptOf(await failed(APP))).toEqual([]);
  });

  it('go with the job', async () => {
    answer = { body: { success: 1, reviews: 'somewhere else' } };
    const guid = await failed(APP);
    const [before, own] = [keptRows(), sealedOf(guid).length];
    expect(own).toBeGreaterThan(0);
    await service.client().delete(guid);
    expect(sealedOf(guid)).toEqual([]);
    while (keptRows() > before - own) await delay(10);
    expect(keptRows()).toBe(before - own);
  });
});
