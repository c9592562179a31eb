import { expect, it } from 'vitest';
import { fuzz } from '#test/fuzz/openapi-fuzz.ts';

it('500 requests made from the OpenAPI document, most of them wrong, are answered without a fault', async () => {
  const { findings, requests, routes, routesNeverAccepted } = await fuzz({ requests: 500, seed: Date.now() % 1_000_000 });
  expect(findings).toEqual([]);
  expect(requests).toBe(500);
  expect(routesNeverAccepted.length).toBeLessThan(routes * 0.7);
});
