import { Server } from 'proxy-chain';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '#test/network/page.ts';
import { bookOf, THE_POOL } from '#test/network/routes/world-book.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const world = await own(
  startWorld({
    simulators: [({ url, method, body }) => ({ body: { at: url.href, method, body, items: 'x'.repeat(300_000) } })],
  }),
);
beforeEach(() => world.reset());

describe('a proxy that others have written', () => {
  it('takes us with its password, for HTTPS and for plain HTTP', async () => {
    const asked: string[] = [];
    const server = new Server({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction({ username, password, hostname, port, isHttp }) {
        asked.push(`${isHttp ? 'http' : 'tunnel'} ${hostname}:${port}`);
        return { requestAuthentication: username !== 'ann' || password !== 'p@ss:word', upstreamProxyUrl: world.url };
      },
    });
    await server.listen();
    try {
      const route = { name: 'foreign', url: `http://ann:${encodeURIComponent('p@ss:word')}@127.0.0.1:${server.port}` };
      await using page = await openPage({ routes: bookOf(route), route: THE_POOL, config: { extraCaFile: world.caFile } });
      const answers = await Promise.all([
        page.session.fetch({ url: 'https://www.example.org/list' }),
        page.session.fetch({ url: 'https://www.example.org/api', json: { page: 2 } }),
        page.session.fetch({ url: 'http://plain.example.org/list?a=b' }),
      ]);
      expect(answers.map(({ status, text }) => [status, text.length > 300_000])).toEqual(answers.map(() => [200, true]));
      expect(world.requests.map(({ method, url, body }) => `${method} ${url} ${body}`).toSorted()).toEqual([
        'GET http://plain.example.org/list?a=b ',
        'GET https://www.example.org/list ',
        'POST https://www.example.org/api {"page":2}',
      ]);
      expect(new Set(asked)).toEqual(new Set(['tunnel www.example.org:443', 'http plain.example.org:80']));
    } finally {
      await server.close(true);
    }
  });
});
