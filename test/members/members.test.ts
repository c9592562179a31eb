import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { fill } from '#test/members/belongings.ts';
import { type Fields, openTeamHouse, type Person, SAMPLE, sampleOf } from '#test/members/team-house.ts';
import { RawClient } from '#test/surfaces/realtime/realtime-service.ts';
import { own } from '#test/own.ts';
import { PROXY_ADDRESS, startFrontProxy } from '#test/surfaces/rest/front-proxy.ts';

const [house, inbox] = await Promise.all([own(openTeamHouse()), own(startWebhookInbox())]);
const { owner } = house;

/** A realtime connection as this person. */
async function listen(person: Person): Promise<RawClient> {
  const client = new RawClient(new WebSocket(`${house.baseUrl.replace(/^http/, 'ws')}/connection/websocket`));
  await client.opened;
  const { token } = await person.get('realtime.token');
  await client.ask('connect', { token });
  return client;
}

async function profileUuid(person: Person): Promise<string> {
  return String((await person.get('account.profile'))['uuid']);
}

function listed(answer: Fields): readonly Fields[] {
  return answer as unknown as readonly Fields[];
}

describe('a data folder without members', () => {
  it('answers as if there were none to be had', async () => {
    const guid = await sampleOf(owner);
    expect(listed(await owner.get('members.list'))).toEqual([]);
    expect(listed(await owner.get('audit.list'))).toEqual([]);
    const job = await owner.get('jobs.get', { guid });
    const schedule = await owner.get('schedules.create', { url: SAMPLE, frequency: 'daily' });
    for (const answer of [job, schedule, await owner.get('account.profile')])
      for (const field of ['member_uuid', 'shared', 'member']) expect(answer).not.toHaveProperty(field);
  });
});

describe('members', () => {
  it('have names of their own, and roles that hold at once', async () => {
    const uma = await house.member('Uma', 'reader');
    expect(await owner.ask('members.create', { name: 'Uma' })).toMatchObject({ status: 422, body: { error_code: 'VALIDATION_ERROR' } });
    expect(await uma.ask('jobs.create', { url: SAMPLE, sandbox: true })).toMatchObject({ status: 403 });
    expect(await owner.get('members.update', { uuid: uma.uuid, role: 'member' })).toMatchObject({ name: 'Uma', role: 'member' });
    const guid = await sampleOf(uma);
    await owner.get('members.update', { uuid: uma.uuid, role: 'reader' });
    expect(await uma.get('jobs.get', { guid })).toMatchObject({ guid });
    expect(await uma.ask('jobs.delete', { guid })).toMatchObject({ status: 403, body: { error_code: 'INSUFFICIENT_SCOPE' } });
    expect(await owner.ask('members.update', { uuid: guid, role: 'owner' })).toMatchObject({ status: 404 });
  });

  it('may each have an account of the same name', async () => {
    const [ida, jon] = [await house.member('Ida'), await house.member('Jon')];
    for (const person of [owner, ida, jon])
      await person.get('accounts.save', { platform: 'reddit', cookies: { reddit_session: 'of somebody' }, name: 'same' });
    expect(listed(await ida.get('accounts.list')).map(({ name, is_default }) => [name, is_default])).toEqual([['same', true]]);
    expect(listed(await owner.get('accounts.list')).filter(({ name }) => name === 'same')).toHaveLength(3);
  });

  it('leave their exports to the owner, and nothing that lets them in', async () => {
    const eva = await house.member('Eva');
    const theirs = await fill(eva, 'eva', inbox.url);
    const client = await listen(eva);
    await client.ask('subscribe', { channel: `export.${theirs.job}.job` });
    await owner.get('members.remove', { uuid: eva.uuid });
    expect((await eva.ask('jobs.list')).status).toBe(401);
    expect((await owner.get('jobs.get', { guid: theirs.job }))['member_uuid']).toBeUndefined();
    expect(await owner.get('batches.get', { batchId: theirs.batch })).toMatchObject({ total: 1 });
    const schedule = await owner.get('schedules.get', { uuid: theirs.schedule });
    expect(schedule).toMatchObject({ status: 'paused', nextRunAt: null, masked_metadata: {} });
    expect((await owner.ask('webhooks.get', { uuid: theirs.webhook })).status).toBe(404);
    expect(JSON.stringify(await owner.get('accounts.list'))).not.toContain(theirs.account);
    expect((await owner.ask('members.remove', { uuid: eva.uuid })).status).toBe(404);
    // The first thing that is told of what they followed ends that they follow it.
    await owner.get('conversions.start', { guid: theirs.job, format: 'jsonl' });
    await client.until((line) => 'unsubscribe' in ((line['push'] ?? {}) as Fields));
    expect(client.published(`export.${theirs.job}.job`)).toEqual([]);
    client.socket.terminate();
  });
});

/** Somebody's browser, let in by the button of an invitation. */
async function windowBy(url: string) {
  const code = new URL(url).searchParams.get('code') ?? '';
  const { status, headers, text } = await ask('POST', '/invitation', {}, new URLSearchParams({ code }));
  const pass = {
    cookie: (headers.get('set-cookie') ?? '').replace(/;.*$/, ''),
    'x-commentdock-window': /#key=([\w-]+)"/.exec(text)?.[1] ?? '',
    origin: house.baseUrl,
    'content-type': 'application/json',
  };
  return { status, ask: (method: string, path: string, body?: Fields) => ask(method, path, pass, body && JSON.stringify(body)) };
}

async function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string | URLSearchParams) {
  const answer = await fetch(`${house.baseUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: answer.status, headers: answer.headers, text, body: isJson && (JSON.parse(text) as Fields) };
}

describe('the window of a member', () => {
  const invite = async (member: string) =>
    (await house.client.callAsGiven('signin.invite', { name: 'her browser', member })) as { readonly uuid: string; readonly url: string };
  const invited = async () => (await house.client.callAsGiven('signin.invitations', {})) as readonly Fields[];

  it('is opened by an invitation, and is the eyes and the hands of that member', async () => {
    const wanda = await house.member('Wanda');
    const hidden = await sampleOf(owner);
    const { uuid, url } = await invite(wanda.uuid);
    const window = await windowBy(url);
    expect((await window.ask('GET', '/api/v1/user/profile')).body).toMatchObject({
      uuid: wanda.uuid,
      member: { name: 'Wanda', role: 'member' },
    });
    const created = await window.ask('POST', '/api/v3/job', { url: SAMPLE, options: {}, sandbox: true });
    const { guid } = created.body as { readonly guid: string };
    expect(await wanda.get('jobs.get', { guid })).toHaveProperty('guid', guid);
    expect((await window.ask('GET', '/api/v3/jobs')).text).toContain(guid);
    expect((await window.ask('GET', `/api/v3/job/${hidden}`)).status).toBe(404);
    for (const path of ['/api/v1/members', '/api/v1/invitations', '/api/v1/audit', '/api/v1/accounts/browsers'])
      expect([path, (await window.ask('GET', path)).status]).toEqual([path, 403]);
    expect(await invited()).toContainEqual(expect.objectContaining({ uuid, member: wanda.uuid, used_at: expect.any(String) }));
    expect((await owner.get('audit.list', { member: wanda.uuid })) as unknown).toContainEqual(
      expect.objectContaining({ operation: 'jobs.create', token_uuid: null, outcome: 'ok' }),
    );
  });

  it('does what the role allows as it is then, and no owner among them does what hands alone do', async () => {
    const xena = await house.member('Xena', 'owner');
    const window = await windowBy((await invite(xena.uuid)).url);
    expect((await window.ask('GET', '/api/v1/members')).status).toBe(200);
    expect((await window.ask('POST', '/api/v1/invitations', { name: 'me' })).status).toBe(403);
    await owner.get('members.update', { uuid: xena.uuid, role: 'reader' });
    expect((await window.ask('GET', '/api/v1/members')).status).toBe(403);
    expect((await window.ask('POST', '/api/v3/job', { url: SAMPLE })).status).toBe(403);
    expect((await window.ask('POST', '/api/v1/window/leave')).status).toBe(204);
    expect((await window.ask('GET', '/api/v1/user/profile')).status).toBe(401);
  });

  it('ends when the member leaves or the invitation is revoked, and no link of theirs works any more', async () => {
    const yara = await house.member('Yara');
    const [used, revoked, waiting] = [await invite(yara.uuid), await invite(yara.uuid), await invite(yara.uuid)];
    const [window, other] = [await windowBy(used.url), await windowBy(revoked.url)];
    const { token } = (await window.ask('POST', '/api/public/auth/socket')).body as { readonly token: string };
    const status = async (one: typeof window) => (await one.ask('GET', '/api/v1/user/profile')).status;
    await house.client.callAsGiven('signin.revoke', { uuid: revoked.uuid });
    expect([await status(window), await status(other)]).toEqual([200, 401]);
    await owner.get('members.remove', { uuid: yara.uuid });
    expect([await status(window), (await windowBy(waiting.url)).status]).toEqual([401, 400]);
    const client = new RawClient(new WebSocket(`${house.baseUrl.replace(/^http/, 'ws')}/connection/websocket`));
    await client.opened;
    expect(await client.ask('connect', { token })).not.toHaveProperty('connect');
    expect((await invited()).filter(({ member }) => member === yara.uuid)).toEqual([]);
  });
});

describe('events', () => {
  it('reach those who see what they are about', async () => {
    const [kim, leo] = [await house.member('Kim'), await house.member('Leo')];
    const [ownerHears, kimHears, leoHears] = await Promise.all([owner, kim, leo].map(listen));
    const [ofOwner, ofKim, ofLeo] = (await Promise.all([owner, kim, leo].map(profileUuid))).map((uuid) => `exports:${uuid}`);
    const guid = await sampleOf(kim);
    const about = (line: Fields) => JSON.stringify(line).includes(guid) && JSON.stringify(line).includes('job.finished');
    await Promise.all([ownerHears?.until(about), kimHears?.until(about)]);
    expect(await leoHears?.ask('subscribe', { channel: `export.${guid}.job` })).toMatchObject({ error: { code: 103 } });
    // What comes later is there: nothing of what was before.
    const shared = await sampleOf(leo);
    await leoHears?.until((line) => JSON.stringify(line).includes(shared));
    expect(JSON.stringify(leoHears?.lines)).not.toContain(guid);
    await kim.get('jobs.share', { guid });
    await kim.get('conversions.start', { guid, format: 'jsonl' });
    await leoHears?.until((line) => JSON.stringify(line).includes(guid));
    expect(kimHears?.published(ofLeo ?? '')).toEqual([]);
    expect(kimHears?.published(ofKim ?? '').length).toBeGreaterThan(0);
    expect(ownerHears?.published(ofOwner ?? '').length).toBeGreaterThan(0);
    for (const client of [ownerHears, kimHears, leoHears]) client?.socket.terminate();
  });

  it('go to webhooks of those alone', async () => {
    const [max, nia] = [await house.member('Max'), await house.member('Nia')];
    const hook = (name: string) => ({ url: `${inbox.url}?${name}`, events: ['export.finished'], signingSecret: 'secret' });
    for (const [person, name] of [
      [max, 'max'],
      [nia, 'nia'],
      [owner, 'owner'],
    ] as const)
      await person.get('webhooks.create', hook(name));
    const guid = await sampleOf(max);
    const sentTo = async (person: Person): Promise<number> =>
      listed(await person.get('webhooks.events', { event: 'export.finished' })).filter(({ message }) => String(message).includes(guid))
        .length;
    for (const person of [max, owner]) await expect.poll(() => sentTo(person), { interval: 20 }).toBeGreaterThan(0);
    expect(await sentTo(nia)).toBe(0);
  });
});

describe('the audit log', () => {
  it('names who stands behind a proxy that the owner names', async () => {
    await using behind = await openTeamHouse({ COMMENTDOCK_TRUSTED_PROXIES: PROXY_ADDRESS });
    const { host, port } = new URL(behind.baseUrl);
    await using proxy = await startFrontProxy(Number(port));
    const eve = await behind.member('Eve');
    const { status } = await proxy.ask('127.0.0.4', 'DELETE', '/api/v3/job/nothing', { host, 'x-auth-token': eve.token });
    expect(status).toBe(404);
    const [last] = listed(await behind.owner.get('audit.list', { member: eve.uuid, limit: 5 }));
    expect(last).toMatchObject({ operation: 'jobs.delete', address: '127.0.0.4' });
  });

  it('says who did what, when, from where, and holds no secret', async () => {
    const ota = await house.member('Ota');
    const theirs = await fill(ota, 'ota', inbox.url);
    await ota.ask('jobs.delete', { guid: 'ota-secret-in-the-wrong-place' });
    await ota.get('jobs.delete', { guid: theirs.job });
    const log = listed(await owner.get('audit.list', { member: ota.uuid, limit: 100 }));
    expect(log[0]).toMatchObject({
      member_uuid: ota.uuid,
      address: expect.stringContaining('127.0.0.1') as string,
      operation: 'jobs.delete',
      subjects: [theirs.job],
      outcome: 'ok',
    });
    expect(log[1]).toMatchObject({ operation: 'jobs.delete', subjects: [], outcome: 'RESOURCE_NOT_FOUND' });
    expect(log.find(({ operation }) => operation === 'schedules.create')).toMatchObject({ subjects: [theirs.schedule] });
    expect(Math.abs(Date.parse(String(log[0]?.['at'])) - Date.now())).toBeLessThan(600_000);
    const text = JSON.stringify(log);
    for (const secret of ['canary-of-ota', 'ota-secret', ota.token]) expect(text).not.toContain(secret);
    const invited = listed(await owner.get('audit.list', { limit: 100 })).find(({ operation }) => operation === 'members.invite');
    expect(invited).toMatchObject({ member_uuid: null, subjects: [ota.uuid] });
    expect((await ota.ask('audit.list')).status).toBe(403);
  });
});

describe('assistants', () => {
  it('see with the eyes of whose token they have', async () => {
    const [pia, quin] = [await house.member('Pia'), await house.member('Quin', 'reader')];
    const guid = await sampleOf(pia);
    const call = async (person: Person, name: string, args: Fields): Promise<string> => {
      const answer = await fetch(`${house.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-auth-token': person.token },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      });
      return answer.text();
    };
    expect(await call(pia, 'list_exports', {})).toContain(guid);
    expect(await call(quin, 'list_exports', {})).not.toContain(guid);
    expect(await call(quin, 'check_export', { guid })).toContain('RESOURCE_NOT_FOUND');
    expect(await call(quin, 'export_comments', { url: SAMPLE })).toContain('insufficient_scope');
    await pia.get('jobs.share', { guid });
    expect(await call(quin, 'list_exports', {})).toContain(guid);
  });
});
