import { SubstackClient } from 'substack-api';
import { expect, it } from 'vitest';
import substack from '#core/platforms/substack/index.ts';
import { readByPeer, readByUs } from '#test/platforms/peers/peer-world.ts';
import { substackSimulator } from '#core/platforms/substack/simulator.ts';

const client = () => new SubstackClient({ publicationUrl: 'owner.substack.com', token: 'simulated', perPage: 50 });
/** So few that none is deleted: missing words are a broken answer to the peer. */
const simulator = () => substackSimulator({ comments: 6, listed: 60 });

async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

it('substack-api reads the same comments of a post as we: those of top level, with their words', async () => {
  const theirs = await readByPeer(simulator(), async () => collect((await client().postForId(165787873)).comments()));
  const ours = await readByUs(substack, 'https://owner.substack.com/p/a-post', simulator());
  expect(theirs).toHaveLength(3);
  expect(theirs.map(({ id, body }) => [String(id), body])).toEqual(ours.map(({ id, text }) => [id, text]));
});

it('substack-api reads the same posts of a person as we: one page, for it asks for no other', async () => {
  const theirs = await readByPeer(simulator(), async () => collect((await client().profileForSlug('owner')).posts()));
  const ours = await readByUs(substack, 'https://substack.com/@owner', simulator());
  expect(theirs).toHaveLength(12);
  expect(theirs.map(({ id, title, subtitle, publishedAt }) => [String(id), title, subtitle, publishedAt.toISOString()])).toEqual(
    ours.slice(0, 12).map(({ id, title, text, createdAt }) => [id, title, text ?? '', createdAt]),
  );
});
