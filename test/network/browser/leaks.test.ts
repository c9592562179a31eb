import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPage } from '#test/network/page.ts';
import {
  BROWSER_TEST_MS,
  LACKING,
  browserBelow,
  descendants,
  startBrowserWorld,
  type BrowserWorld,
} from '#test/network/browser/browser-world.ts';
import { serveProxy, serveTls, type Loopback } from '#test/network/loopback.ts';
import { createAuthority, type Authority } from '#test/world/authority.ts';

let place: BrowserWorld;
let stunPort = 0;

/** A page that asks a STUN server for its address, and tells what it found. */
const rtcPage = (): string => `<script>
const candidates = [];
const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }] });
peer.createDataChannel('x');
peer.onicecandidate = ({ candidate }) => candidate && candidates.push(candidate.candidate);
peer.createOffer().then((offer) => peer.setLocalDescription(offer));
setTimeout(() => (window.gathered = { candidates }), 2000);
</script>`;

describe.skipIf(LACKING !== null)('nothing goes past the proxy', { timeout: BROWSER_TEST_MS }, () => {
  beforeAll(async () => {
    place = await startBrowserWorld([({ url }) => (url.hostname === 'rtc.example' ? { body: rtcPage() } : null)]);
  }, BROWSER_TEST_MS);
  afterAll(() => place?.[Symbol.asyncDispose]());

  it('no WebRTC: neither a packet nor an address', async () => {
    const stun = createSocket('udp4');
    let packets = 0;
    stun.on('message', () => (packets += 1)).bind(0, '127.0.0.1');
    await once(stun, 'listening');
    stunPort = (stun.address() as AddressInfo).port;
    try {
      await using page = await openPage({ config: place.config });
      const answer = await page.session.page({
        url: 'https://rtc.example/',
        ready: { global: 'gathered', timeoutMs: 10_000 },
        globals: ['gathered'],
      });
      const { candidates } = answer.global('gathered', z.object({ candidates: z.array(z.string()) }));
      expect(candidates.filter((candidate) => /\budp\b/i.test(candidate))).toEqual([]);
      expect(packets).toBe(0);
    } finally {
      stun.close();
    }
  });

  it('nothing is asked but what pages ask for', async () => {
    place.world.reset();
    await using page = await openPage({ config: place.config });
    await page.session.page({ url: 'https://rtc.example/', ready: { global: 'nothing', timeoutMs: 8_000 } });
    const hosts = Object.keys(place.world.statistics().hosts);
    expect(hosts).toEqual(['rtc.example']);
  });

  it('a proxy with credentials gets them, and no command line shows them', async () => {
    // An authority of its own that no browser trusts: the tunnel is what counts.
    const authority: Authority = await createAuthority('own');
    const secure: Loopback = await serveTls(
      (host) => authority.contextFor(host),
      (_, answer) => answer.end('hello'),
    );
    await using _secure = secure;
    await using proxy = await serveProxy(() => secure.port, { wants: 'me:top-secret' });
    await using page = await openPage({ config: { ...place.config, httpsProxy: `http://me:top-secret@${proxy.host}`, httpProxy: null } });
    const opening = page.session.page({ url: 'https://www.example.org/', tries: 'once' });
    opening.catch(() => {});
    await expect.poll(() => browserBelow(process.pid)).toBeDefined();
    expect(descendants(process.pid).filter(({ command }) => command.includes('top-secret'))).toEqual([]);
    await expect(opening).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('does not trust the certificate') });
    // At a certificate that it does not trust Chrome looks, through the proxy too, whether a hotel's login page is in between.
    const asked = proxy.asked.filter((line) => !line.includes('connectivitycheck.gstatic.com'));
    expect(new Set(asked)).toEqual(new Set(['CONNECT www.example.org:443']));
    expect(proxy.credentials).toContain(`Basic ${btoa('me:top-secret')}`);
  });

  it('a proxy that is gone is an error, not a way around it', async () => {
    await using page = await openPage({ config: { ...place.config, httpsProxy: 'http://127.0.0.1:2', httpProxy: null } });
    await expect(page.session.page({ url: 'https://rtc.example/', tries: 'once' })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('the proxy before it'),
    });
  });
});
