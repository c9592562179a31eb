import https from 'node:https';
import { expect, it } from 'vitest';
import { createCollectIterator, VK } from 'vk-io';
import vk from '#core/platforms/vk/index.ts';
import { byId, type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { POST, vkSimulator, WALL_OWNER } from '#core/platforms/vk/simulator.ts';

interface Comment {
  readonly id: number;
  readonly from_id?: number;
  readonly date: number;
  readonly text?: string;
  readonly thread?: { readonly count: number };
}

const simulator = () => vkSimulator({ comments: 120, listed: 60 });

/** Names in brackets are written out and character references read by us, and left as they are by vk-io. */
const plain = (text: string | undefined): string | null => text?.replaceAll(/\[\w+\|(.*?)\]/g, '$1').replaceAll('&amp;', '&') || null;

const rowOfComment = ({ id, from_id: from, date, text }: Comment): PeerRow => ({
  id: String(id),
  text: plain(text),
  author: from === undefined ? null : String(from),
  at: new Date(date * 1000).toISOString(),
});

/** vk-io's own walk over the pages of a list. */
async function collected(params: object): Promise<Comment[]> {
  // Its own agent knows no proxies.
  const { api } = new VK({ token: 'simulated', agent: https.globalAgent, apiLimit: 20 });
  const place = { owner_id: WALL_OWNER, post_id: POST, need_likes: 1, ...params };
  const pages = createCollectIterator<Comment>({
    api,
    method: 'wall.getComments',
    params: place,
    countPerRequest: 100,
    parallelRequests: 1,
  });
  const all: Comment[] = [];
  for await (const { items } of pages) all.push(...items);
  return all;
}

it('vk-io reads the same comments and answers as we', async () => {
  const theirs = await readByPeer(simulator(), async () => {
    const top = await collected({});
    const threads = top.filter(({ thread }) => (thread?.count ?? 0) > 0);
    const answers = [];
    for (const { id } of threads.slice(0, 2)) answers.push(...(await collected({ comment_id: id })));
    return { top, answers };
  });
  const ours = await readByUs(vk, `https://vk.com/wall${WALL_OWNER}_${POST}`, simulator(), { replies: true });
  const row = (item: (typeof ours)[number]): PeerRow => rowOf(item, 'id');
  expect(theirs.top).toHaveLength(120);
  expect(byId(theirs.top.map(rowOfComment))).toEqual(byId(ours.filter(({ parentId }) => parentId === null).map(row)));
  const answered = new Set(theirs.answers.map(({ id }) => String(id)));
  expect(answered.size).toBe(50);
  expect(byId(theirs.answers.map(rowOfComment))).toEqual(byId(ours.filter(({ id }) => answered.has(id)).map(row)));
});
