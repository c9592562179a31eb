import { describe, expect, it } from 'vitest';
import type { Fields } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const SANDBOX = { 'X-Sandbox': 'true' };

const world = await own(startWorld());
const service = await own(startServiceProcess({ world: world.env, env: { COMMENTDOCK_LIMITS: 'on' } }));
const client = service.client();

describe('the sandbox', () => {
  it('answers at once with what an export would give, and asks nobody', async () => {
    const { status, body } = await client.post('/api/v3/job', { url: VIDEO, options: { replies: true } }, SANDBOX);
    expect(status).toBe(201);
    const comments = body['comments'] as Fields[];
    expect(body).toMatchObject({
      status: 'done',
      url: VIDEO,
      sandbox: true,
      options: { replies: true },
      total: comments.length,
      total_exported: comments.length,
    });
    expect(comments.length).toBeGreaterThan(10);
    expect(comments.length).toBeLessThanOrEqual(100);
    for (const comment of comments) expect(comment).toMatchObject({ _sandbox: true, id: expect.any(String), message: expect.any(String) });
    expect(comments.some(({ kind, parentId }) => kind === 'reply' && parentId !== null)).toBe(true);
    const guid = String(body['guid']);
    const { comments: _, ...job } = body;
    expect((await client.get(`/api/v3/job/${guid}`)).body).toEqual(job);
    expect((await client.list()).list[0]).toEqual(job);
    const rows = (await client.get(String(body['json_url']))).list;
    expect(rows.map(({ id }) => id)).toEqual(comments.map(({ id }) => id));
    const workbook = await client.get(`/api/v3/job/${guid}/download`);
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(world.count()).toBe(0);
  });

  it('gives the same for the same URL, top level only where no replies are asked for', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => client.post('/api/v3/job', { url: VIDEO }, SANDBOX)));
    expect(one?.body['comments']).toEqual(other?.body['comments']);
    expect(one?.body['guid']).not.toBe(other?.body['guid']);
    expect(((one?.body['comments'] ?? []) as Fields[]).every(({ parentId }) => parentId === null)).toBe(true);
  });

  it('has its shape from the platform and the selector', async () => {
    const reviews = await client.post('/api/v3/job', { url: 'https://store.steampowered.com/app/10/', options: { limit: 7 } }, SANDBOX);
    expect(reviews.body).toMatchObject({ platform: 'steam', export_type: 'reviews', total_exported: 7 });
    expect((reviews.body['comments'] as Fields[]).every(({ kind }) => kind === 'review')).toBe(true);
    const followers = await client.post('/api/v3/job', { url: 'https://bsky.app/profile/bsky.app', options: { followers: true } }, SANDBOX);
    expect((followers.body['comments'] as Fields[]).every(({ kind }) => kind === 'follower')).toBe(true);
  });

  it('takes several URLs', async () => {
    const { body } = await client.post('/api/v3/job', { urls: [VIDEO, { url: VIDEO }] }, SANDBOX);
    const data = body['data'] as { item: Fields }[];
    expect(data.map(({ item }) => [item['status'], item['sandbox']])).toEqual([
      ['done', true],
      ['done', true],
    ]);
  });

  it('needs a token and a supported URL, and a clear yes', async () => {
    expect((await service.client({}).post('/api/v3/job', { url: VIDEO }, SANDBOX)).status).toBe(401);
    expect((await client.post('/api/v3/job', { url: 'https://example.com/' }, SANDBOX)).body['error_code']).toBe('INVALID_URL');
    expect((await client.post('/api/v3/job', { url: VIDEO }, { 'X-Sandbox': 'perhaps' })).status).toBe(400);
  });

  it('is not held by limits', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await client.post('/api/v3/job', { url: VIDEO, options: { limit: 1 } }, SANDBOX)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
  });
});
