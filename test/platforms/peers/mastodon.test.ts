import { createRestAPIClient, type mastodon as wire } from 'masto';
import { expect, it } from 'vitest';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import mastodon from '#core/platforms/mastodon/index.ts';
import { type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';

const SERVER = 'https://social.example';
const simulator = () => mastodonSimulator({ comments: 40, levels: 9, listed: 130 });
const client = () => createRestAPIClient({ url: SERVER }).v1;

const rowOfStatus = ({ id, content, account, createdAt }: wire.v1.Status): PeerRow => ({
  id,
  text: htmlToText(content),
  author: account.acct,
  at: createdAt,
});

/** Every page that `link` headers lead to. */
async function listed<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

it('masto reads the same thread as we', async () => {
  const theirs = await readByPeer(simulator(), async () => (await client().statuses.$select('1000').context.fetch()).descendants);
  const ours = await readByUs(mastodon, `${SERVER}/@owner/1000`, simulator(), { replies: true });
  expect(theirs).toHaveLength(40);
  expect(theirs.map(rowOfStatus)).toEqual(ours.map((item) => rowOf(item, 'username')));
  expect(theirs.map(({ inReplyToId }) => (inReplyToId === '1000' ? null : inReplyToId))).toEqual(ours.map(({ parentId }) => parentId));
});

it('masto reads the same posts and followers as we, page after page', async () => {
  const owner = async () => client().accounts.$select((await client().accounts.lookup({ acct: 'owner' })).id);
  const posts = await readByPeer(simulator(), async () => listed((await owner()).statuses.list({ limit: 40 })));
  const ourPosts = await readByUs(mastodon, `${SERVER}/@owner`, simulator());
  expect(posts.map(({ reblog, ...post }) => ({ ...rowOfStatus(reblog ?? post), id: post.id }))).toEqual(
    ourPosts.map((item) => rowOf(item, 'username')),
  );
  const followers = await readByPeer(simulator(), async () => listed((await owner()).followers.list({ limit: 40 })));
  const ourFollowers = await readByUs(mastodon, `${SERVER}/@owner`, simulator(), { followers: true });
  expect(followers.length).toBeGreaterThan(120);
  expect(followers.map(({ id, acct, note }) => [id, acct, htmlToText(note)])).toEqual(
    ourFollowers.map(({ id, author, text }) => [id, author.username, text ?? '']),
  );
});
