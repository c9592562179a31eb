import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { fenceIn, readByPeer } from '#test/platforms/peers/peer-world.ts';
import { startWorld } from '#test/world/world.ts';

const answer = (get: typeof http.get, url: string, options: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(url, options, async (response) => resolve((await response.toArray()).join('')));
    request.on('error', reject);
  });

describe('the world of a peer', () => {
  it('answers fetch and node:https in the place of the internet', async () => {
    const read = () =>
      Promise.all([fetch('https://one.example/').then((its) => its.text()), answer(https.get, 'https://two.example/', {})]);
    expect(await readByPeer(({ url }) => ({ body: url.hostname }), read)).toEqual(['one.example', 'two.example']);
  });

  it('lets nobody out who goes round its proxy', async () => {
    await using world = await startWorld();
    using fence = fenceIn(world);
    // Addresses and names set apart for documents: nobody would answer there either.
    expect(() => net.connect(443, '192.0.2.1')).toThrow('192.0.2.1 is not of this world');
    expect(() => net.connect({ host: 'away.invalid', port: 80 })).toThrow('away.invalid is not of this world');
    await expect(answer(http.get, 'http://past.invalid/', { agent: new http.Agent() })).rejects.toThrow(
      'past.invalid is not of this world',
    );
    expect(fence.refused).toEqual(['192.0.2.1', 'away.invalid', 'past.invalid']);
    expect(world.requests).toEqual([]);
  });

  it.each([
    ['that wants to leave', () => answer(http.get, 'http://past.invalid/', { agent: new http.Agent() }).catch(() => null)],
    ['that asks for what the simulator does not know', () => fetch('https://other.example/')],
    ['that asks for nothing', () => Promise.resolve()],
  ])('fails a peer %s', async (_, read) => {
    const knowsOne = ({ url }: { readonly url: URL }) => (url.hostname === 'one.example' ? { body: '' } : null);
    await expect(readByPeer(knowsOne, async () => void (await read()))).rejects.toThrow(/expected/);
  });

  it('is gone afterwards', async () => {
    const { connect } = net.Socket.prototype;
    const proxy = process.env['HTTPS_PROXY'];
    await readByPeer(
      () => ({ body: '' }),
      () => fetch('https://one.example/'),
    );
    expect(net.Socket.prototype.connect).toBe(connect);
    expect(process.env['HTTPS_PROXY']).toBe(proxy);
  });
});
