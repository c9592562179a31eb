import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const SECRET = 'S3CRET';

const PROGRAM = `
import { createLogger } from '#core/log/service-log.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { fakeServices } from '#test/operations/fake-services.ts';
const services = fakeServices({ env: { COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'debug' } });
const server = await startRest({ services, ownerSecret: '${SECRET}' });
await fetch(server.url + '/api/v1/ping?q=${SECRET}', { headers: { 'x-auth-token': '${SECRET}', cookie: 'a=${SECRET}' } });
await fetch(server.url + '/exports/${SECRET}.csv');
await fetch(server.url + '/nowhere/${SECRET}');
await fetch(server.url + '/api/v3/job', { method: 'POST', headers: { authorization: 'Bearer ${SECRET}', 'content-type': 'application/json' },
  body: JSON.stringify({ url: 'https://tubular.com/watch/abc', options: { cookies: { sessionid: '${SECRET}' } } }) });
await server.close();
createLogger(services.config).info({ request: { headers: { 'x-auth-token': '${SECRET}', authorization: '${SECRET}' } }, options: { cookies: { a: '${SECRET}' } }, token: '${SECRET}' }, 'by hand');
`;

describe('the log', () => {
  it('goes to standard error, names routes, and holds no secret', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain(SECRET);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([
      { method: 'GET', route: '/api/v1/ping', status: 200 },
      { method: 'GET', route: '/exports/:file', status: 404 },
      { method: 'GET', route: '(unknown path)', status: 404 },
      { method: 'POST', route: '/api/v3/job', status: 201 },
      { msg: 'by hand', token: '***', options: { cookies: '***' } },
    ]);
  });
});
