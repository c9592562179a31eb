import { expect, it } from 'vitest';
import bluesky from '#core/platforms/bluesky/index.ts';
import { byId, heavyPeer, missingPeer, type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { blueskySimulator } from '#core/platforms/bluesky/simulator.ts';

interface PostView {
  readonly uri: string;
  readonly author: { readonly handle: string };
  readonly record: { readonly text: string; readonly createdAt: string; readonly facets?: readonly object[] };
  readonly replyCount?: number;
}

interface ThreadView {
  readonly post?: PostView;
  readonly replies?: readonly ThreadView[];
}

interface Account {
  readonly did: string;
  readonly handle: string;
  readonly description?: string;
}

/** The parts of @atproto/api that are called here. It checks every answer by the lexicons. */
interface Peer {
  readonly AtpAgent: new (options: { readonly service: string }) => {
    getPostThread(query: { uri: string; depth: number }): Promise<{ data: { thread: ThreadView } }>;
    getFollowers(query: { actor: string; limit: number; cursor?: string | undefined }): Promise<{
      data: { followers: readonly Account[]; cursor?: string };
    }>;
  };
  readonly RichText: new (words: PostView['record']) => {
    segments(): Iterable<{ readonly text: string; readonly link?: { readonly uri: string } }>;
  };
}

const PEER = '@atproto/api';
const SERVICE = 'https://public.api.bsky.app';
const OWNER = 'did:plc:owner';
const PAGE = 'https://bsky.app/profile/owner.example';
const peer = await heavyPeer<Peer>(PEER);
const simulator = () => blueskySimulator({ comments: 30, listed: 130 });

if (peer === null) missingPeer('Bluesky', `${PEER}@0.21.0`);

it.skipIf(peer === null)(`${PEER} reads the same thread as we`, async () => {
  const { AtpAgent, RichText } = peer as Peer;
  const textOf = ({ record }: PostView): string =>
    [...new RichText({ text: record.text, ...(record.facets ? { facets: record.facets } : {}), createdAt: record.createdAt }).segments()]
      .map(({ text, link }) => link?.uri ?? text)
      .join('');
  const theirs = await readByPeer(simulator(), async () => {
    const agent = new AtpAgent({ service: SERVICE });
    const below = async (node: ThreadView): Promise<PostView[]> => {
      const isCut = (node.post?.replyCount ?? 0) > 0 && (node.replies ?? []).length === 0;
      const { replies = [] } = isCut ? (await agent.getPostThread({ uri: node.post?.uri ?? '', depth: 10 })).data.thread : node;
      const found: PostView[] = [];
      for (const reply of replies) if (reply.post) found.push(reply.post, ...(await below(reply)));
      return found;
    };
    return below((await agent.getPostThread({ uri: `at://${OWNER}/app.bsky.feed.post/root`, depth: 10 })).data.thread);
  });
  const ours = await readByUs(bluesky, `${PAGE}/post/root`, simulator(), { replies: true });
  const rows = theirs.map((post): PeerRow => ({ id: post.uri, text: textOf(post), author: post.author.handle, at: post.record.createdAt }));
  expect(rows).toHaveLength(30);
  expect(byId(rows)).toEqual(byId(ours.map((item) => rowOf(item, 'username'))));
});

it.skipIf(peer === null)(`${PEER} reads the same followers as we`, async () => {
  const { AtpAgent } = peer as Peer;
  const theirs = await readByPeer(simulator(), async () => {
    const agent = new AtpAgent({ service: SERVICE });
    const all: Account[] = [];
    for (let cursor: string | undefined; ;) {
      const { data } = await agent.getFollowers({ actor: OWNER, limit: 100, cursor });
      all.push(...data.followers);
      if (data.cursor === undefined) return all;
      cursor = data.cursor;
    }
  });
  const ours = await readByUs(bluesky, `${PAGE}/followers`, simulator());
  expect(theirs.length).toBeGreaterThan(100);
  expect(theirs.map(({ did, handle, description }) => [did, handle, description])).toEqual(
    ours.map(({ id, author, text }) => [id, author.username, text]),
  );
});
