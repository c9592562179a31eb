import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { readRunFile } from '#core/config/run-file.ts';
import type { JobEvent } from '#core/contract/event.ts';
import { startService } from '#core/index.ts';
import { createServiceClient } from '#electron/service-client.ts';
import { ownFolder } from '#test/own.ts';

const URL_OF_IT = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const dataDir = ownFolder('client');
const service = await startService(
  readConfig({ COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_LOG: 'silent', COMMENTDOCK_VAULT: 'file' }),
);
afterAll(() => service.close());
const secret = readRunFile(dataDir)?.owner_secret ?? '';
const client = createServiceClient({ baseUrl: service.baseUrl, ownerSecret: secret });

async function create(sandbox: 'sandbox' | 'real'): Promise<{ readonly guid: string }> {
  const answer = await fetch(`${service.baseUrl}/api/v3/job`, {
    method: 'POST',
    headers: { 'x-auth-token': secret, 'content-type': 'application/json', ...(sandbox === 'sandbox' ? { 'x-sandbox': 'true' } : {}) },
    body: JSON.stringify({ url: URL_OF_IT }),
  });
  return (await answer.json()) as { readonly guid: string };
}

test('gives links that open the window, one after the other', async () => {
  const link = await client.windowLink();
  expect(link.startsWith(`${service.baseUrl}/open?code=`)).toBe(true);
  expect(await client.windowLink()).not.toBe(link);
});

test('pauses, lists what waits, and resumes', async () => {
  expect(await client.isPaused()).toBe(false);
  await client.pause('resume');
  expect(await client.isPaused()).toBe(true);
  const { guid } = await create('real');
  expect(await client.openExports()).toEqual([{ guid, url: URL_OF_IT, current: 0, total: null }]);
  await fetch(`${service.baseUrl}/api/v3/job/${guid}`, { method: 'DELETE', headers: { 'x-auth-token': secret } });
  expect(await client.openExports()).toEqual([]);
  await client.resume();
  expect(await client.isPaused()).toBe(false);
});

test('hears of exports as they happen, until it stops listening', async () => {
  const heard: JobEvent[] = [];
  let connections = 0;
  const stop = client.follow({
    onEvent: (event) => heard.push(event),
    onConnected: () => {
      connections += 1;
    },
    onLost: () => undefined,
  });
  try {
    await expect.poll(() => connections).toBe(1);
    const { guid } = await create('sandbox');
    await expect.poll(() => heard.filter((event) => event.guid === guid).map(({ event }) => event)).toContain('job.finished');
  } finally {
    stop();
  }
});

test('saves an account from cookies as Electron gives them, with those of other sites left out', async () => {
  const reddit = await client.platform('reddit');
  expect(reddit?.login_url).toMatch(/^https:/);
  expect(await client.platform('nowhere')).toBeNull();
  const common = { value: 'secret', path: '/', hostOnly: false, httpOnly: true, secure: true, session: false, sameSite: 'no_restriction' };
  const cookies = (reddit?.cookie_names ?? []).map((name) => ({ ...common, name, domain: '.reddit.com', expirationDate: 4_000_000_000 }));
  const foreign = { ...common, name: 'other', domain: '.example.com' };
  await client.saveAccount({
    platform: 'reddit',
    name: undefined,
    cookies: JSON.stringify([...cookies, foreign]),
    userAgent: 'Mozilla/5.0 (window)',
  });
  const answer = await fetch(`${service.baseUrl}/api/v1/accounts`, { headers: { 'x-auth-token': secret } });
  expect(await answer.json()).toMatchObject([
    { platform: 'reddit', source: 'login', user_agent: 'Mozilla/5.0 (window)', cookie_names: reddit?.cookie_names, missing_cookies: [] },
  ]);
});

test('refusals come in the words of the service', async () => {
  await expect(client.saveAccount({ platform: 'nowhere', name: undefined, cookies: '[]', userAgent: 'x' })).rejects.toThrow(
    'commentdock platforms',
  );
  const stranger = createServiceClient({ baseUrl: service.baseUrl, ownerSecret: 'x'.repeat(40) });
  await expect(stranger.windowLink()).rejects.toThrow('API token');
});

test('knows whether a service answers', async () => {
  expect(await client.answers()).toBe(true);
  expect(await createServiceClient({ baseUrl: 'http://127.0.0.1:9', ownerSecret: secret }).answers()).toBe(false);
});
