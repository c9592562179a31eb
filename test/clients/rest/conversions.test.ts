import { beforeEach, describe, expect, it } from 'vitest';
import { POLLING, SANDBOX, serveTo } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { startWorld } from '#test/world/world.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

const THREAD = 'https://news.ycombinator.com/item?id=1000000';

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [hackerNewsSimulator({ comments: 50 })] }));

describe('a conversion over the wire', () => {
  it('writes a further file without asking the platform again', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    const guid = String((await client.ask('POST', '/api/v3/job', { body: { url: THREAD, formats: ['xlsx'] } })).body?.['guid']);
    const job = await client.untilEnded(guid);
    const asked = world.count();
    const [options, download] = [`/api/v1/jobs/${guid}/downloadOptions`, `/api/v1/jobs/${guid}/download`];
    expect((await client.ask('GET', options)).body).toEqual([
      { format: 'xlsx', status: 'ready', link: job.download_link },
      ...FILE_FORMATS.slice(1).map((format) => ({ format, status: 'none', link: null })),
    ]);
    expect(await client.ask('POST', download, { body: { format: 'json' } })).toMatchObject({
      status: 202,
      body: { guid, format: 'json', status: 'processing', link: null },
    });
    const ready = { format: 'json', status: 'ready', link: expect.stringMatching(/\/exports\/.+\.json$/) };
    await expect.poll(async () => (await client.ask('GET', options, { headers: SANDBOX })).body, POLLING).toContainEqual(ready);
    const link = (await client.ask('GET', `/api/v3/job/${guid}`)).body?.['json_url'];
    expect(await (await fetch(String(link))).json()).toHaveLength(job.total_exported);
    expect(await client.ask('POST', download, { body: { format: 'json' } })).toMatchObject({
      status: 202,
      body: { status: 'ready', link },
    });
    expect(world.count()).toBe(asked);
    expect(await client.ask('POST', download, { body: { filter: { sentiment: true } } })).toMatchObject({
      status: 202,
      body: { guid, format: 'xlsx', status: 'processing', link: null },
    });
    const again = { format: 'xlsx', status: 'ready', link: expect.stringMatching(/\/exports\/.+\.xlsx$/) };
    await expect.poll(async () => (await client.ask('GET', options, { headers: SANDBOX })).body, POLLING).toContainEqual(again);
    const judged = (await client.ask('GET', `/api/v3/job/${guid}`)).body;
    expect(judged).toMatchObject({ status: 'done', sentiment: { state: 'done', judge: 'built-in analyzer', judged: job.total_exported } });
    expect(judged?.['download_link']).not.toBe(job.download_link);
    expect((await fetch(String(job.download_link))).status).toBe(404);
    const rows = (await (await fetch(String(judged?.['json_url']))).json()) as readonly Record<string, unknown>[];
    expect(rows.every(({ sentiment }) => ['positive', 'negative', 'neutral', 'unclassified'].includes(String(sentiment)))).toBe(true);
    expect(world.count()).toBe(asked);
    await client.ask('PATCH', '/api/v1/user/profile', { body: { plan: 'premium' } });
    expect(await client.ask('POST', download, { body: { format: 'jsonl' } })).toMatchObject({
      status: 403,
      body: { error_code: 'FORMAT_NOT_ALLOWED' },
    });
  });
});
