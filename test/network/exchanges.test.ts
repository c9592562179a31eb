import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Exchange } from '#core/engine/exchanges.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

it('tells every hop of a request, with what was sent and what came, in the order of their making', async () => {
  await using server = await serve((incoming, answer) => {
    if (incoming.url === '/from') answer.writeHead(302, { location: '/to', 'set-cookie': ['a=1', 'b=2'] }).end();
    else answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('ü'.repeat(300_000)));
  });
  const exchanged: Exchange[] = [];
  await using page = await openPage({
    cookies: { own: '1' },
    exchanges: { add: (exchange) => void exchanged.push(exchange), use: () => undefined },
  });
  const { text } = await page.session.fetch({ url: `${server.origin}/from`, form: { of: 'me' } });
  expect(text).toHaveLength(300_000);
  expect(exchanged.map(({ request: { method, url }, status }) => [method, url, status])).toEqual([
    ['POST', `${server.origin}/from`, 302],
    ['GET', `${server.origin}/to`, 200],
  ]);
  expect(exchanged[0]).toMatchObject({
    request: { headers: { cookie: 'own=1' }, body: 'of=me' },
    headers: { 'set-cookie': ['a=1', 'b=2'] },
  });
  expect(exchanged[1]?.request.headers['cookie']).toBe('own=1; a=1; b=2');
  // The body that the platform read is gone by now.
  expect(exchanged[1]?.body()).toEqual({ bytes: Buffer.from('ü'.repeat(300_000)), isCut: false });
});
