import { readFileSync } from 'node:fs';
import { fetch as proxiedFetch, ProxyAgent } from 'undici';
import { describe, expect, it } from 'vitest';
import { Innertube } from 'youtubei.js';
import type { Item } from '#core/contract/item.ts';
import type { ExportOptions, Next } from '#core/platform-api/define.ts';
import type { Answer, PlatformRequest } from '#core/platform-api/session.ts';
import type { Cursor } from '#core/platforms/youtube/cursor.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { totalComments, youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const VIDEO = 'dQw4w9WgXcQ';

/** A session that asks a simulator itself, without a net between. */
class SimulatedSession extends FakeSession {
  readonly #simulator: Simulator;

  constructor(simulator: Simulator, options: Partial<ExportOptions>) {
    super([], { options });
    this.#simulator = simulator;
  }

  override async fetch(request: PlatformRequest): Promise<Answer> {
    const answer = await this.#simulator({ method: 'POST', url: new URL(request.url), headers: {}, body: JSON.stringify(request.json) });
    const body = Buffer.isBuffer(answer?.body) ? answer.body.toString() : answer?.body;
    return new FakeSession([{ match: '', status: answer?.status ?? 200, body }]).fetch(request);
  }
}

async function readVideo(
  simulator: Simulator,
  options: Partial<ExportOptions> = {},
  video = VIDEO,
): Promise<{ readonly items: Item[]; readonly total: number | null }> {
  const session = new SimulatedSession(simulator, options);
  const items: Item[] = [];
  let total: number | null = null;
  const waiting: Next<Cursor>[] = [{ role: 'page', cursor: { at: 'video', video, link: null } }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const page = await youtube.fetchPage(next.cursor, session);
    items.push(...page.items);
    waiting.push(...(page.next ?? []));
    total = page.total ?? total;
  }
  return { items, total };
}

describe('the simulated YouTube', () => {
  it.each([
    { comments: 45, repliesEvery: 1, repliesPerThread: 3 },
    { comments: 41, repliesEvery: 5, repliesPerThread: 21 },
    { comments: 41, repliesEvery: 5, repliesPerThread: 21, replyShape: 'flat' },
    { comments: 23, repliesEvery: 2, repliesPerThread: 11, format: 'old' },
    { comments: 7, pageSize: 3 },
    { comments: 0 },
  ] as const)('shows all it has: %j', async (params) => {
    const { items, total } = await readVideo(youtubeSimulator(params), { replies: true });
    expect(new Set(items.map((item) => item.id)).size).toBe(totalComments(params));
    expect(items).toHaveLength(totalComments(params));
    expect(total).toBe(totalComments(params));
    const parents = new Set(items.filter((item) => item.kind === 'comment').map((item) => item.id));
    for (const item of items) if (item.parentId !== null) expect(parents).toContain(item.parentId);
  });

  it('has two orders, and tells its videos apart', async () => {
    const simulator = youtubeSimulator({ comments: 43, seed: 5 });
    const [top, newest] = [await readVideo(simulator), await readVideo(simulator, { sort: 'new' })];
    expect(newest.items.map((item) => item.id)).toEqual(top.items.map((item) => item.id).toReversed());
    expect((await readVideo(youtubeSimulator({ comments: 43, seed: 5 }))).items).toEqual(top.items);
    expect((await readVideo(youtubeSimulator({ comments: 43, seed: 6 }))).items[0]?.id).not.toBe(top.items[0]?.id);
    await expect(readVideo(simulator, {}, 'abcdefghijk')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is as heavy as the real one', async () => {
    const simulator = youtubeSimulator({ comments: 40 });
    const session = new SimulatedSession(simulator, {});
    const first = await youtube.fetchPage({ at: 'video', video: VIDEO, link: null }, session);
    const cursor = first.next?.[0]?.cursor;
    const token = cursor?.at === 'comments' ? cursor.token : '';
    const answer = await simulator({
      method: 'POST',
      url: new URL('https://www.youtube.com/youtubei/v1/next'),
      headers: {},
      body: JSON.stringify({ continuation: token }),
    });
    const bytesPerComment = Buffer.isBuffer(answer?.body) ? answer.body.length / 20 : 0;
    expect(bytesPerComment).toBeGreaterThan(8_000);
    expect(bytesPerComment).toBeLessThan(12_000);
  });

  it('is read by youtubei.js to the last comment', async () => {
    const params = { comments: 25, repliesEvery: 4, repliesPerThread: 12 };
    await using world = await startWorld({ simulators: [youtubeSimulator(params)] });
    const agent = new ProxyAgent({ uri: world.url, requestTls: { ca: readFileSync(world.caFile) } });
    try {
      expect((await readAsPeer(agent)).size).toBe(totalComments(params));
    } finally {
      await agent.close();
    }
  });
});

/** All ids that youtubei.js finds. */
async function readAsPeer(agent: ProxyAgent): Promise<Set<string>> {
  const throughWorld = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = request.method === 'GET' ? null : await request.text();
    const answer = await proxiedFetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body,
      dispatcher: agent,
    });
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: Object.fromEntries(answer.headers) });
  };
  const client = await Innertube.create({ retrieve_player: false, fetch: throughWorld });
  const ids = new Set<string>();
  for (let page = await client.getComments(VIDEO); ; page = await page.getContinuation()) {
    for (const thread of page.contents) {
      ids.add(thread.comment?.comment_id ?? '');
      if (!thread.has_replies) continue;
      await thread.getReplies();
      for (const reply of thread.replies ?? []) ids.add(reply.comment?.comment_id ?? '');
      let more = thread.has_continuation ? await thread.getContinuation() : null;
      for (; more !== null; more = more.has_continuation ? await more.getContinuation() : null) {
        for (const reply of more.replies) ids.add(reply.comment?.comment_id ?? '');
      }
    }
    if (!page.has_continuation) return ids;
  }
}
