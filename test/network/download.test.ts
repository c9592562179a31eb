import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { download } from '#core/network/download.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const MB = 1024 * 1024;
const BYTES = Buffer.from([0, 255, 10, 13, 128]);

const shop: Simulator = ({ url: { hostname, pathname } }) => {
  if (hostname === 'files.example') return { headers: { 'content-type': 'application/octet-stream' }, body: BYTES };
  if (hostname !== 'packs.example') return null;
  if (pathname === '/there') return { status: 302, headers: { location: 'https://files.example/pack', 'set-cookie': 'who=1' }, body: '' };
  if (pathname === '/inside') return { status: 302, headers: { location: 'https://192.168.0.1/pack' }, body: '' };
  if (pathname === '/plain') return { status: 302, headers: { location: 'http://files.example/pack' }, body: '' };
  if (pathname === '/round') return { status: 302, headers: { location: '/round' }, body: '' };
  if (pathname === '/wide') return { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(18 * MB) };
  if (pathname === '/large') return { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(21 * MB) };
  return { status: 404, body: 'no' };
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ simulators: [shop] });
});
afterAll(() => world.close());

const ask = (address: string): Promise<Uint8Array> =>
  download(address, { ...readConfig(world.env), mostBytes: 20 * MB }, AbortSignal.any([]));

describe('a download', () => {
  it('brings the bytes as they are, by a redirect too, and tells nobody who asks', async () => {
    world.reset();
    expect(Buffer.from(await ask('https://packs.example/there'))).toEqual(BYTES);
    expect(world.requests.map(({ host, path }) => [host, path])).toEqual([
      ['packs.example', '/there'],
      ['files.example', '/pack'],
    ]);
    for (const { headers } of world.requests) {
      expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
    }
  });

  it.each([
    ['http://packs.example/there', 'INVALID_REQUEST', 'no https address'],
    ['https://packs.example:8443/there', 'INVALID_REQUEST', 'no https address'],
    ['https://127.0.0.1/there', 'INVALID_REQUEST', 'no https address'],
    ['https://router.lan/there', 'INVALID_REQUEST', 'no https address'],
    ['https://packs.example/inside', 'INVALID_REQUEST', 'no https address'],
    ['https://packs.example/plain', 'INVALID_REQUEST', 'no https address'],
    ['https://packs.example/large', 'INVALID_REQUEST', '20 MB'],
    ['https://packs.example/round', 'NETWORK', 'in a circle'],
    ['https://packs.example/nothing', 'NETWORK', 'status 404'],
  ])('of %s is refused with %s', async (address, code, words) => {
    await expect(ask(address)).rejects.toMatchObject({ code, message: expect.stringContaining(words) as string });
  });

  it('may be longer than an answer of a platform', async () => {
    expect(await ask('https://packs.example/wide')).toHaveLength(18 * MB);
  });

  it('ends with whoever asked', async () => {
    const gone = new Error('gone');
    await expect(
      download('https://packs.example/there', { ...readConfig(world.env), mostBytes: MB }, AbortSignal.abort(gone)),
    ).rejects.toBe(gone);
  });
});
