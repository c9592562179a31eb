import { Scraper, SearchMode } from '@the-convocation/twitter-scraper';
import { beforeEach, expect, it, vi } from 'vitest';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import twitter from '#core/platforms/twitter/index.ts';
import { type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { OWNER, POST, twitterSimulator } from '#core/platforms/twitter/simulator.ts';

// It rests after every page, for a random time: none.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

/** The shape of accounts that the peer understands. */
const simulator = () => twitterSimulator({ shape: 2024, listed: 25 });

async function loggedIn(): Promise<Scraper> {
  const scraper = new Scraper();
  await scraper.setCookies(['ct0=simulated; Domain=.x.com', 'auth_token=simulated; Domain=.x.com']);
  return scraper;
}

async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** The peer leaves character references as they are. */
const rowOfTweet = (tweet: { id?: string; text?: string; username?: string; timeParsed?: Date }): PeerRow => ({
  id: tweet.id ?? '',
  text: decodeEntities(tweet.text ?? ''),
  author: tweet.username ?? null,
  at: tweet.timeParsed?.toISOString() ?? null,
});

it('twitter-scraper reads the same posts as we', async () => {
  const theirs = await readByPeer(simulator(), async () => collect((await loggedIn()).getTweets(OWNER.handle, 200)));
  const ours = await readByUs(twitter, `https://x.com/${OWNER.handle}`, simulator());
  expect(theirs.length).toBeGreaterThan(20);
  // What others said in a conversation is handed on by the peer too.
  const own = theirs.filter(({ username }) => username === OWNER.handle);
  expect(own.map(rowOfTweet)).toEqual(ours.map((item) => rowOf(item, 'username')));
});

it('twitter-scraper reads the same followers as we', async () => {
  const theirs = await readByPeer(simulator(), async () => collect((await loggedIn()).getFollowers(OWNER.id, 200)));
  const ours = await readByUs(twitter, `https://x.com/${OWNER.handle}/followers`, simulator());
  expect(theirs).toHaveLength(25);
  expect(theirs.map(({ userId, username, name }) => [userId, username, name])).toEqual(
    ours.map(({ id, author }) => [id, author.username, author.name]),
  );
});

it('twitter-scraper finds the same quotes as we', async () => {
  const search = async () => collect((await loggedIn()).searchTweets(`quoted_tweet_id:${POST}`, 200, SearchMode.Latest));
  const theirs = await readByPeer(simulator(), search);
  const ours = await readByUs(twitter, `https://x.com/${OWNER.handle}/status/${POST}/quotes`, simulator());
  expect(theirs).toHaveLength(25);
  expect(theirs.map(rowOfTweet)).toEqual(ours.map((item) => rowOf(item, 'username')));
});
