import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { PATIENCE, SANDBOX } from '#test/contract/contract-service.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { startWorld } from '#test/world/world.ts';
import type { Simulator } from '#test/world/simulator.ts';

const FORUM = 'https://www.reddit.com/r/simulated/';
const POST = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
/** Somebody who posted nothing. */
const NOBODY = 'https://news.ycombinator.com/submitted?id=nobody';
const COMMENTS = 10;

const reddit = redditSimulator({ comments: COMMENTS, listed: 120 });
/** The forum's posts all have the comments of the one thread. */
const forum: Simulator = (request) => {
  const path = request.url.pathname.replace(/^\/comments\/p\d+\.json$/, '/comments/simpost.json');
  return reddit({ ...request, url: new URL(path + request.url.search, request.url) });
};

const world = await own(startWorld({ simulators: [forum, hackerNewsSimulator({ comments: 0 })] }));
const service = await own(startServiceProcess({ world: world.env, env: { COMMENTDOCK_RETRY_SCALE: '0' } }));

const create = (body: Fields) => service.client().post('/api/v1/batch-export', body);

async function ended(batchId: unknown) {
  const path = `/api/v1/batch-export/${String(batchId)}`;
  await expect.poll(async () => (await service.client().get(path, SANDBOX)).body['is_complete'], PATIENCE).toBe(true);
  return (await service.client().get(path)).body['exports'] as readonly {
    readonly guid: string;
    readonly url: string;
    readonly status: string;
    readonly totalExported: number;
  }[];
}

describe('a batch of what lists posts', () => {
  it('exports the comments of so many posts of each list, and each post once, as one dataset', async () => {
    const { status, body } = await create({
      urls: [FORUM, POST, NOBODY, 'nope'],
      expand: { posts: 3 },
      options: { limit: 4, replies: true },
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        submitted: 4,
        expanded: [
          { url: FORUM, posts: 3 },
          { url: NOBODY, posts: 0 },
        ],
      },
    });
    expect(body['errors']).toMatchObject([
      { index: 2, url: NOBODY },
      { index: 3, url: 'nope', error_code: 'INVALID_URL' },
    ]);
    const members = await ended(body['batch_id']);
    expect(members.map((member) => [/comments\/(\w+)\//.exec(member.url)?.[1], member.status])).toEqual([
      ['p0', 'done'],
      ['p1', 'done'],
      ['p2', 'done'],
      ['simpost', 'done'],
    ]);
    const [list] = body['expanded'] as readonly { readonly guid: string }[];
    const listed = await service.client().job(list?.guid ?? '');
    expect(listed).toMatchObject({ export_type: 'posts', status: 'done', total_exported: 3, batch_id: null, options: { limit: 3 } });
    const bulk = await service.client().post('/api/v1/bulk-download', { guids: [body['batch_id']], format: 'json' });
    const path = `/api/v1/bulk-download/${String(bulk.body['uuid'])}`;
    await expect.poll(async () => (await service.client().get(path)).body['status'], PATIENCE).toBe('ready');
    const rows = (await service.client().get(`${path}/download`)).list as unknown as readonly Item[];
    expect(rows.map(({ extra }) => extra['sourceGuid'])).toEqual(
      members.flatMap(({ guid, totalExported }) => Array<string>(totalExported).fill(guid)),
    );
  });

  it('takes no more exports than the plan has for a batch, and asks nobody then', async () => {
    const before = world.count('www.reddit.com');
    for (const expand of [{ posts: 101 }, { posts: 0 }, { posts: 1_001 }, {}])
      expect((await create({ urls: [FORUM], expand })).body).toMatchObject({ status_code: 400, error_code: 'INVALID_REQUEST' });
    expect((await create({ urls: [FORUM, POST], expand: { posts: 51 } })).body).toMatchObject({
      error: expect.stringContaining('102 exports'),
    });
    expect(world.count('www.reddit.com')).toBe(before);
  });

  it('asks nobody for samples either', async () => {
    const { status, body } = await service.client().post('/api/v1/batch-export', { urls: [FORUM], expand: { posts: 3 } }, SANDBOX);
    expect({ status, guids: (body['guids'] as unknown[]).length, expanded: body['expanded'] }).toEqual({ status: 201, guids: 1 });
  });

  it('is a flag of the command', async () => {
    await using cli = openCommandLine(world.env);
    const { exitCode, stdout } = await cli.run('batch', FORUM, '--expand', '2', '--limit', '4', '--format', 'json', '--out', cli.outDir);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 of 2 exports are done.') });
    const [, batchId = ''] = /commentdock bulk (\S+) --format csv/.exec(stdout) ?? [];
    expect(JSON.parse((await cli.run('bulk', batchId, '--format', 'csv', '--json')).stdout)).toMatchObject({ fileCount: 2 });
  });
});
