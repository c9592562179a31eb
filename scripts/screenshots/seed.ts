import type { RestClient } from '#test/clients/rest/rest-client.ts';
import type { WebhookInbox } from '#test/contract/webhook-inbox.ts';
import type { Simulator } from '#test/world/simulator.ts';
import type { World } from '#test/world/world.ts';
import { type Looks, MADE_UP_POST, WATCHED_POST } from './made-up-thread.ts';

const LONG_LIST = 'https://store.steampowered.com/app/10/';
const REFUSED = 'https://store.steampowered.com/app/50/';
/** Keeps the long list running until all pictures are taken. */
const SLOW_MS = 1_500;
const ENOUGH_TO_SEE = 2_000;
/** Of whoever hears of exports, to one message after the other. */
const ANSWERS = [200, 503, 200];
const RUNS = 3;
const LOOK_AGAIN_MS = 200;
const SAMPLES: readonly (readonly [url: string, options: object])[] = [
  ['https://www.trustpilot.com/review/example.com', {}],
  ['https://news.ycombinator.com/item?id=1000', { replies: true }],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', { replies: true }],
];

/** A site that lets nobody in, at one address. */
export const refusal: Simulator = ({ url }) =>
  url.hostname.endsWith('steampowered.com') && /\b50\b/.test(url.href) ? { status: 403, body: 'no' } : null;

/** Where the views find what was made up for them. */
export interface Seeded {
  /** The export of the made-up thread, with its tone judged. */
  readonly guid: string;
  /** The last of the runs of one address. */
  readonly run: string;
  readonly webhook: string;
}

interface SeedSetup {
  readonly client: RestClient;
  readonly world: World;
  /** Where webhooks are delivered. */
  readonly inbox: WebhookInbox;
  readonly looks: Looks;
}

/** Fills a new service with exports in every state, and with one or two of everything else. */
export async function seed({ client, world, inbox, looks }: SeedSetup): Promise<Seeded> {
  await client.ask('POST', '/api/v1/routes', { name: 'Lisbon office', code: 'PT', url: world.url });
  await client.ask('POST', '/api/v1/routes', { name: 'Berlin', code: 'DE', url: 'http://127.0.0.1:9' });
  const proxies = [11, 12].map((port) => ({ type: 'http', address: `127.0.0.1:${port}` }));
  await client.ask('POST', '/api/v1/proxies', { name: 'Data centre', proxies });
  await client.ask('POST', '/api/v1/accounts', { platform: 'reddit', cookies: { reddit_session: 'made up', token_v2: 'made up' } });
  await client.ask('POST', '/api/v1/accounts', { platform: 'twitter', cookies: { auth_token: 'made up', ct0: 'made up' }, name: 'press' });
  await client.ask('POST', '/api/v1/api_tokens/generate', { name: 'Monthly report' });
  await checks(client, world);
  const webhook = await webhookWithDeliveries(client, inbox);
  await schedules(client);
  const run = await runs(client, looks);
  for (const [url, options] of SAMPLES) await ended(client, { url, options }, 'done', { 'X-Sandbox': 'true' });
  await ended(client, { url: REFUSED }, 'error');
  const guid = await ended(client, { url: MADE_UP_POST, options: { replies: true, filter: { sentiment: true } } }, 'done');
  await client.ask('PATCH', `/api/v3/job/${guid}/label`, { folder: 'Spring campaign', tags: ['draw', 'to read'] });
  await client.ask('PUT', '/api/v1/views/Spring%20campaign', { filters: { folder: 'Spring campaign' } });
  world.setLatency(SLOW_MS);
  const running = await created(client, { url: LONG_LIST });
  while (Number((await client.get(`/api/v3/job/${running}`)).body['total_exported']) < ENOUGH_TO_SEE)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  return { guid, run, webhook };
}

/** Comes back to one address, which changes meanwhile. */
async function runs(client: RestClient, looks: Looks): Promise<string> {
  let last = '';
  for (looks.count = 0; looks.count < RUNS; looks.count += 1) {
    const options = { replies: true, incremental: true };
    last = await ended(client, { url: WATCHED_POST, options }, 'done');
  }
  looks.count = null;
  await client.ask('PATCH', `/api/v3/job/${last}/label`, { title: 'The draw, day by day', folder: 'Spring campaign' });
  return last;
}

/** Most work, one asks for a captcha and one says no. */
async function checks(client: RestClient, world: World): Promise<void> {
  world.addFault({ match: /aliexpress/, fault: { kind: 'captcha' } });
  world.addFault({ match: /apple/, fault: { kind: 'status', status: 403 } });
  await client.post('/api/v1/platforms/checks', {
    platforms: ['airbnb', 'aliexpress', 'amazon', 'appstore', 'bestbuy', 'bilibili', 'bluesky'],
  });
  while ((await client.get('/api/v1/platforms/checks')).body['open'] !== 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  world.clearFaults();
}

async function webhookWithDeliveries(client: RestClient, inbox: WebhookInbox): Promise<string> {
  const events = ['export.finished', 'export.failed'];
  const { body } = await client.post('/api/v1/webhooks', { url: inbox.url, events, signingSecret: 'made up' });
  const uuid = String(body['uuid']);
  for (const status of ANSWERS) {
    inbox.status = status;
    await client.post(`/api/v1/webhooks/${uuid}/test`, {});
  }
  return uuid;
}

async function schedules(client: RestClient): Promise<void> {
  const anchorAt = '2026-01-05T07:30:00Z';
  const terms = [
    { name: 'Reviews, each Monday', url: 'https://www.trustpilot.com/review/example.com', frequency: 'weekly', incremental: true },
    { name: 'Comments of the launch', url: MADE_UP_POST, frequency: 'daily', options: { replies: true } },
  ];
  for (const term of terms) await client.post('/api/v1/schedules', { ...term, timezone: 'Europe/Lisbon', anchorAt });
}

async function ended(client: RestClient, wish: object, status: 'done' | 'error', headers = {}): Promise<string> {
  return (await client.waitFor(await created(client, wish, headers), status)).guid;
}

async function created(client: RestClient, wish: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const { status, body } = await client.post('/api/v3/job', { ...wish }, headers);
  if (status !== 201) throw new Error(`An export was refused with ${status}: ${JSON.stringify(body)}`);
  return String(body['guid']);
}
