import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedClient, documentedClient } from '#test/clients/rest/documented-client.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';
import { contractService, GONE, NOBODY, PATIENCE, SANDBOX, THREAD, TOOT } from '#test/contract/contract-service.ts';
import { own } from '#test/own.ts';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { MAKER, workingPack } from '#test/installed-packs/made-pack.ts';
import { openBrowserHome } from '#test/parity/browser-home.ts';
import { startLocalModelServer } from '#test/world/local-model-server.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

/** Served for people or for other protocols: they are held to the statuses that the document has for them. */
const NO_OPERATION = /^(?:mcp|oauth|pages|signin)\.|^service\.(?:ready|metrics)$/;

/** A browser is asked for, and not had. */
const NOWHERE = 'http://127.0.0.1:9';

/** Before the service starts: it takes its home from here. */
const browserHome = openBrowserHome();
/** Of no X server: a window is asked for, and not had. */
const NO_SCREEN = ':4096';
const house = contractService({ COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1', PLAYWRIGHT_DOWNLOAD_HOST: NOWHERE, DISPLAY: NO_SCREEN });

const inbox = await own(startWebhookInbox());
const modelServer = await own(startLocalModelServer());
let api: DocumentedClient;
beforeAll(async () => {
  api = await documentedClient(house.client);
});
afterAll(() => browserHome[Symbol.dispose]());

const create = async (url: string, fields: Fields = {}): Promise<string> =>
  String((await api.call('jobs.create', { body: { url, ...fields } })).body['guid']);
const stateOf = async (guid: string): Promise<unknown> => (await api.call('jobs.get', { path: { guid } })).body['status'];
const untilIt = (guid: string, status: string) => expect.poll(() => stateOf(guid), PATIENCE).toBe(status);

async function done(): Promise<string> {
  const guid = await create(THREAD);
  await untilIt(guid, 'done');
  return guid;
}

describe('every operation of the OpenAPI document answers as documented', () => {
  it('exports: waiting, running, stopped, failed, done, sampled', async () => {
    house.gate.close();
    const running = await create(THREAD);
    await untilIt(running, 'progress');
    await api.call('exports.download', { path: { guid: running }, status: 400 });
    expect((await api.call('jobs.stop', { path: { guid: running } })).body['status']).toBe('stopped');
    await api.call('jobs.stop', { path: { guid: running }, status: 400 });
    house.gate.open();
    const failed = await create(GONE);
    await untilIt(failed, 'error');
    await api.call('exports.json', { path: { guid: failed }, status: 400 });
    await api.call('exports.report', { path: { guid: failed }, status: 403 });
    const owner = await documentedClient(house.service.client({ 'X-AUTH-TOKEN': readRunFile(house.service.dataDir)?.owner_secret ?? '' }));
    expect((await owner.call('exports.report', { path: { guid: failed } })).body['fails_alike']).toBe(true);
    await api.call('jobs.retry', { path: { guid: failed } });
    await api.call('jobs.continue', { path: { guid: failed }, status: 403 });
    const waiting = await create(THREAD, { options: { window: true } });
    await expect.poll(async () => (await api.call('jobs.get', { path: { guid: waiting } })).body['needs_you'], PATIENCE).toBeDefined();
    expect((await owner.call('jobs.continue', { path: { guid: waiting } })).body['needs_you']).toMatchObject({ window: 'open' });
    await owner.call('jobs.delete', { path: { guid: waiting } });
    for (const name of owner.called) (api.called as Set<string>).add(name);
    const guid = await done();
    for (const format of FILE_FORMATS) await api.call('exports.download', { path: { guid }, query: { format } });
    await api.call('exports.download', { path: { guid }, query: { format: 'csv', pseudonyms: 'thesis', pseudonym_dates: 'day' } });
    await api.call('exports.evidence', { path: { guid } });
    await api.call('exports.evidence', { path: { guid }, query: { pseudonym_dates: 'century' }, status: 400 });
    await api.call('exports.media', { path: { guid }, status: 404 });
    const pictured = await create(TOOT, { options: { media: 'images' } });
    await untilIt(pictured, 'done');
    await api.call('exports.media', { path: { guid: pictured } });
    await api.call('exports.picture', { path: { guid: pictured }, query: { row: '1', picture: '1' } });
    await api.call('exports.picture', { path: { guid: pictured }, status: 404 });
    await api.call('exports.picture', { path: { guid: pictured }, query: { picture: '1' }, status: 400 });
    const { list } = await api.call('exports.download', { path: { guid }, query: { format: 'json', pseudonyms: 'thesis' } });
    const [row] = list as readonly { readonly author: { readonly username: string } }[];
    await owner.call('pseudonyms.resolve', { path: { guid, project: 'thesis', name: row?.author.username ?? '' } });
    (api.called as Set<string>).add('pseudonyms.resolve');
    await api.call('exports.json', { path: { guid } });
    const { body } = await api.call('jobs.get', { path: { guid } });
    for (const link of [body['download_link'], body['json_url']])
      await api.call('exports.file', { path: { file: String(link).split('/').at(-1) } });
    await api.call('jobs.create', { body: { url: THREAD, options: { replies: true } }, headers: SANDBOX });
    // Of `urls` the document tells in words alone.
    const { body: many } = await house.client.post('/api/v3/job', { urls: [THREAD, { url: THREAD }] }, SANDBOX);
    expect(many['data']).toEqual([expect.objectContaining({ guid: expect.any(String), item: expect.any(Object) }), expect.any(Object)]);
    await api.call('jobs.list', { query: { limit: '2' } });
    await api.call('jobs.delete', { path: { guid } });
    await api.call('jobs.get', { path: { guid }, status: 404 });
  });

  it('batches, archives, conversions, draws', async () => {
    const batch = await api.call('batches.create', { body: { urls: [THREAD, 'nowhere'], options: { limit: 5 } } });
    const batchId = batch.body['batch_id'];
    await expect.poll(async () => (await api.call('batches.get', { path: { batchId } })).body['status'], PATIENCE).toBe('done');
    const guid = String((batch.body['guids'] as string[])[0]);
    const { uuid } = (await api.call('bulk.create', { body: { guids: [guid], merge: true } })).body;
    await expect.poll(async () => (await api.call('bulk.get', { path: { uuid } })).body['status'], PATIENCE).toBe('ready');
    await api.call('bulk.download', { path: { uuid } });
    await api.call('bulk.delete', { path: { uuid } });
    await api.call('bulk.get', { path: { uuid }, status: 404 });
    await api.call('conversions.start', { path: { guid }, body: { format: 'jsonl' } });
    const formats = async (): Promise<readonly Fields[]> => (await api.call('conversions.options', { path: { guid } })).list;
    await expect.poll(formats, PATIENCE).toContainEqual(expect.objectContaining({ format: 'jsonl', status: 'ready' }));
    await api.call('winners.draw', { path: { guid }, body: { count: 2, seed: 'x' } });
    await api.call('winners.keep', { path: { guid }, body: { count: 2, seed: 'x' } });
    await api.call('winners.list', { path: { guid } });
    await api.call('conversions.cancel', { path: { guid } });
    await api.call('sentiment.estimate', { path: { guid } });
    await api.call('sentiment.estimate', { path: { guid }, query: { provider: 'nobody' }, status: 400 });
    await api.call('conversions.start', { path: { guid }, body: { format: 'csv', filter: { sentiment: true } } });
    await expect
      .poll(async () => (await api.call('jobs.get', { path: { guid } })).body['sentiment'], PATIENCE)
      .toMatchObject({ state: 'done' });
    await expect.poll(formats, PATIENCE).toContainEqual(expect.objectContaining({ format: 'csv', status: 'ready' }));
    await api.call('exports.stats', { path: { guid }, query: { timezone: 'Europe/Berlin' } });
    await api.call('exports.digest', { path: { guid }, status: 400 });
    await api.call('sentiment.models');
    await api.call('sentiment.set', { path: { id: 'local-model' }, body: { base_url: modelServer.baseUrl, model: 'tiny:1b' } });
    await api.call('exports.digest', { path: { guid }, body: { limit: 30 } });
    await api.call('sentiment.remove', { path: { id: 'local-model' } });
    await api.call('exports.stats', { path: { guid }, query: { timezone: 'Middle/Earth' }, status: 400 });
    const { body: page } = await api.call('exports.search', { path: { guid }, query: { sort: 'likes', min_likes: '0', limit: '2' } });
    await api.call('exports.search', { path: { guid }, query: { sort: 'likes', min_likes: '0', cursor: String(page['next_cursor']) } });
    await api.call('exports.search', { path: { guid }, query: { q: 'NOT', sentiment: 'positive,neutral' }, status: 400 });
    await api.call('exports.everywhere', { query: { q: 'a', limit: '2' } });
    await api.call('exports.everywhere', { query: { q: 'NOT' }, status: 400 });
    await api.call('exports.index', { path: { guid } });
    await api.call('exports.changes', { path: { guid }, query: { kind: 'new,gone', limit: '2' } });
    await api.call('exports.changes', { path: { guid }, query: { kind: 'odd' }, status: 400 });
    await api.call('exports.runs', { path: { guid } });
    const { body: rows } = await api.call('exports.rows', { path: { guid }, query: { limit: '2' } });
    await api.call('exports.rows', { path: { guid }, query: { cursor: String(rows['next_cursor']) } });
    await api.call('exports.rows', { path: { guid }, query: { cursor: 'xyz' }, status: 400 });
  });

  it('names of exports, views of their list, and what is said of rows', async () => {
    const guid = await done();
    await api.call('jobs.label', { path: { guid }, body: { title: 'Launch', folder: 'Spring', tags: ['to read'] } });
    await api.call('jobs.label', { path: { guid }, body: { title: 'two\nlines' }, status: 400 });
    await api.call('jobs.labels');
    await api.call('views.save', { path: { name: 'Spring' }, body: { filters: { folder: 'Spring', status: 'done' } } });
    await api.call('views.save', { path: { name: 'Spring' }, body: { filters: { odd: true } }, status: 400 });
    await api.call('views.list');
    await api.call('views.delete', { path: { name: 'Spring' } });
    await api.call('views.delete', { path: { name: 'Spring' }, status: 404 });
    await api.call('remarks.set', { path: { guid }, body: { ids: ['one'], starred: true, note: 'Ask them', tags: ['to read'] } });
    await api.call('remarks.set', { path: { guid }, body: { ids: [] }, status: 400 });
    await api.call('remarks.list', { path: { guid }, query: { limit: '2' } });
  });

  it('webhooks with an inbox, and their aliases', async () => {
    const made = await api.call('webhooks.create', { body: { url: inbox.url, events: ['export.finished'], signingSecret: 'x' } });
    const path = { uuid: made.body['uuid'] };
    await api.call('webhooks.create', { body: { url: 'ftp://x', events: [], signingSecret: 'x' }, status: 422 });
    await done();
    await expect.poll(() => inbox.deliveries.length, PATIENCE).toBe(1);
    await api.call('webhooks.test', { path });
    const { list } = await api.call('webhooks.events', { query: { limit: '5' } });
    await api.call('webhooks.resend', { path: { uuid: list[0]?.['uuid'] } });
    await api.call('webhooks.list');
    await api.call('webhooks.get', { path });
    await api.call('webhooks.summary');
    await api.call('webhooks.update', { path, body: { events: ['export.failed'] } });
    await api.call('webhooks.toggle', { path });
    await api.call('webhooks.delete', { path });
    await api.call('webhooks.get', { path, status: 404 });
    await api.call('zapier.check');
    const { id } = (await api.call('zapier.subscribe', { body: { url: inbox.url, event: 'export.failed' } })).body;
    await api.call('zapier.unsubscribe', { path: { id } });
    await api.call('zapier.sample', { path: { event: 'export.failed' } });
  });

  it('schedules', async () => {
    const path = { uuid: (await api.call('schedules.create', { body: { url: THREAD, frequency: 'weekly' } })).body['uuid'] };
    await api.call('schedules.create', { body: { url: THREAD }, status: 422 });
    await api.call('schedules.list');
    await api.call('schedules.get', { path });
    await api.call('schedules.replace', { path, body: { url: THREAD, cron: '30 4 * * 1' } });
    await api.call('schedules.update', { path, body: { name: 'Mondays' } });
    await api.call('schedules.pause', { path });
    await api.call('schedules.resume', { path });
    const { lastJobGuid } = (await api.call('schedules.run', { path })).body;
    await untilIt(String(lastJobGuid), 'done');
    await api.call('schedules.delete', { path });
  });

  it('assistants', async () => {
    await api.call('assistants.setup');
    await api.call('assistants.clients');
    await api.call('assistants.revoke', { body: { client_id: 'nobody' } });
    await api.call('assistants.revoke', { body: { client_id: '' }, status: 422 });
  });

  it('sentiment providers', async () => {
    const path = { id: 'chat-completions' };
    await api.call('sentiment.providers');
    await api.call('sentiment.choose', { path, status: 400 });
    await api.call('sentiment.set', { path, body: { key: 'secret', base_url: 'http://127.0.0.1:9/v1', model: 'small', input_price: 1 } });
    await api.call('sentiment.set', { path, body: { base_url: 'http://example.com' }, status: 422 });
    await api.call('sentiment.choose', { path });
    const { body } = await api.call('sentiment.test', { path });
    expect(body).toMatchObject({ ok: false, error_code: 'NETWORK' });
    await api.call('sentiment.remove', { path });
    await api.call('sentiment.remove', { path: { id: 'nobody' }, status: 404 });
    await api.call('sentiment.choose', { path: { id: 'automatic' } });
  });

  it('routes and pools', async () => {
    const route = { name: 'Berlin', code: 'DE', url: 'socks5://ann:secret@127.0.0.1:1080' };
    const path = { uuid: (await api.call('routes.create', { body: route })).body['uuid'] };
    await api.call('routes.create', { body: route, status: 422 });
    for (const name of ['routes.list', 'vpn.locations']) await api.call(name);
    await api.call('routes.get', { path });
    await api.call('routes.update', { path, body: { code: 'CH' } });
    await api.call('routes.check', { body: { name: 'Berlin' } });
    await api.call('routes.check', { body: { name: 'Nowhere' }, status: 404 });
    await api.call('routes.delete', { path });
    await api.call('routes.import', { body: { list: 'http://127.0.0.1:9', code: 'AT', name: 'Vienna' } });
    await api.call('routes.import', { body: { list: 'nowhere', code: 'AT' }, status: 422 });
    const pool = { name: 'Two', proxies: [{ type: 'http', address: '127.0.0.1:3128', password: 'secret' }] };
    const ofPool = { uuid: (await api.call('pools.create', { body: pool })).body['uuid'] };
    await api.call('pools.list');
    await api.call('pools.get', { path: ofPool });
    await api.call('pools.check', { path: ofPool });
    await api.call('pools.import', { body: { name: 'Listed', list: '127.0.0.1:9:ann:secret' } });
    await api.call('pools.delete', { path: ofPool });
    await api.call('pools.get', { path: ofPool, status: 404 });
  });

  it('saved accounts, from cookies and from a browser', async () => {
    const owner = await documentedClient(house.service.client({ 'X-AUTH-TOKEN': readRunFile(house.service.dataDir)?.owner_secret ?? '' }));
    const { uuid } = (
      await api.call('accounts.save', { body: { platform: 'reddit', cookies: 'reddit_session=x; token_v2=y', name: 'mine' } })
    ).body;
    await api.call('accounts.save', { body: { platform: 'nowhere', cookies: 'a=b' }, status: 422 });
    await api.call('accounts.list');
    await api.call('accounts.import', { body: { platform: 'reddit' }, status: 403 });
    await api.call('accounts.browsers', { status: 403 });
    await owner.call('accounts.browsers');
    const imported = (await owner.call('accounts.import', { body: { platform: 'reddit', browser: 'firefox' } })).body;
    await owner.call('accounts.import', { body: { platform: 'reddit', browser: 'brave' }, status: 400 });
    for (const name of owner.called) (api.called as Set<string>).add(name);
    for (const account of [uuid, imported['uuid']]) await api.call('accounts.delete', { path: { uuid: account } });
    await api.call('accounts.delete', { path: { uuid }, status: 404 });
  });

  it('tokens, platforms and the account, on every plan', async () => {
    await api.call('tokens.generate', { body: { name: 'second' } });
    const { list } = await api.call('tokens.list');
    const path = { uuid: list.find(({ name }) => name === 'second')?.['uuid'] };
    await api.call('tokens.get', { path });
    await api.call('tokens.delete', { path });
    await api.call('tokens.get', { path: { uuid: NOBODY }, status: 404 });
    await api.call('platforms.list');
    await api.call('platforms.waits');
    await api.call('platforms.learnt', { query: { platform: 'yelp' } });
    await api.call('platforms.learnt', { query: { platform: 'nowhere' }, status: 422 });
    await api.call('platforms.forget', { query: { platform: 'yelp' } });
    await api.call('platforms.forget', { query: { platform: 'nowhere' }, status: 422 });
    await api.call('platforms.check', { body: { platforms: ['steam'] } });
    await api.call('platforms.check', { body: { platforms: ['nowhere'] }, status: 400 });
    await api.call('platforms.checks');
    await api.call('platforms.uncheck');
    await api.call('platforms.detect', { query: { url: THREAD } });
    await api.call('platforms.detect', { query: { url: 'nowhere' }, status: 400 });
    for (const plan of ['free', 'personal', 'premium', 'business']) {
      await api.call('account.switch', { body: { plan } });
      for (const name of ['account.usage', 'account.profile', 'account.quota', 'account.limits', 'account.ping']) await api.call(name);
    }
    await api.call('realtime.token');
    await api.call('service.health');
    await api.call('service.describe');
    await api.call('service.diagnostics');
    await api.call('browser.get');
    await api.call('browser.install');
    await api.call('preferences.get');
    await api.call('preferences.set', { body: { gentle: true, welcomed: true } });
    await api.call('preferences.set', { body: { gentle: false } });
    await api.call('service.pause', { body: { until: 'restart' } });
    await api.call('service.pause', { body: { until: 'tomorrow' }, status: 400 });
    await api.call('service.pausing');
    await api.call('service.resume');
    const owner = await documentedClient(house.service.client({ 'X-AUTH-TOKEN': readRunFile(house.service.dataDir)?.owner_secret ?? '' }));
    await api.call('signin.code', { status: 403 });
    await owner.call('signin.code');
    const key = MAKER.publicKey;
    await api.call('packs.list');
    await owner.call('packs.trust', { body: { key } });
    await owner.call('packs.keys');
    await owner.call('packs.update', { body: { pack: Buffer.from(await workingPack({ version: '2099.1.1.1' })).toString('base64') } });
    await owner.call('packs.rollback', { path: { id: 'steam' } });
    await owner.call('packs.choose', { body: { address: null } });
    await owner.call('packs.updates');
    await owner.call('packs.distrust', { path: { key } });
    for (const name of owner.called) (api.called as Set<string>).add(name);
  });

  it('members, what they share and what was done', async () => {
    const { uuid } = (await api.call('members.create', { body: { name: 'Ann' } })).body;
    await api.call('members.create', { body: { name: 'Ann' }, status: 422 });
    await api.call('members.list');
    await api.call('members.update', { path: { uuid }, body: { role: 'reader' } });
    const { token } = (await api.call('members.invite', { path: { uuid } })).body;
    const reader = await documentedClient(house.service.client({ 'X-AUTH-TOKEN': String(token) }));
    await reader.call('account.profile');
    await reader.call('members.list', { status: 403 });
    const guid = await done();
    expect((await api.call('jobs.share', { path: { guid } })).body['shared']).toBe(true);
    await reader.call('jobs.get', { path: { guid } });
    await api.call('jobs.share', { path: { guid: NOBODY }, status: 404 });
    const schedule = (await api.call('schedules.create', { body: { url: THREAD, frequency: 'daily' } })).body;
    await api.call('schedules.share', { path: { uuid: schedule['uuid'] } });
    await api.call('schedules.delete', { path: { uuid: schedule['uuid'] } });
    await api.call('audit.list', { query: { limit: '2' } });
    await api.call('members.remove', { path: { uuid } });
    await api.call('members.remove', { path: { uuid }, status: 404 });
  });

  it('presets', async () => {
    const [path, body] = [{ name: 'Short' }, { layout: { columns: ['text'] } }];
    await api.call('presets.save', { path, body });
    await api.call('presets.save', { path, body: { layout: { columns: [] } }, status: 400 });
    await api.call('presets.list');
    await api.call('presets.delete', { path });
    await api.call('presets.delete', { path, status: 404 });
  });

  it('pages and other surfaces', async () => {
    for (const name of api.names.filter((candidate) => NO_OPERATION.test(candidate))) await api.visit(name);
  });

  it('and none is left out', () => {
    expect(api.names.filter((name) => !api.called.has(name))).toEqual([]);
    expect(api.names.length).toBeGreaterThan(60);
  });
});
