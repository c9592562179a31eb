import { expect, it } from 'vitest';
import discord from '#core/platforms/discord/index.ts';
import { heavyPeer, missingPeer, type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { discordSimulator } from '#core/platforms/discord/simulator.ts';

interface Message {
  readonly id: string;
  readonly content: string;
  readonly timestamp: string;
  readonly author: { readonly username: string };
}

/** The parts of @discordjs/rest that are called here; without its own way to the net, which knows no proxies. */
interface Peer {
  readonly REST: new (options: { readonly version: string; readonly makeRequest: typeof fetch }) => {
    setToken(token: string): { get(path: string, options: { readonly query: URLSearchParams }): Promise<readonly Message[]> };
  };
}

const PEER = '@discordjs/rest';
const PER_PAGE = 50;
const peer = await heavyPeer<Peer>(PEER);
const simulator = () => discordSimulator({ messages: 130 });
if (peer === null) missingPeer('Discord', `${PEER}@2.6.3`);

it.skipIf(peer === null)(`${PEER} reads the same messages as we`, async () => {
  const rest = new (peer as Peer).REST({ version: '10', makeRequest: (url, init) => fetch(url, init) }).setToken('simulated');
  const theirs = await readByPeer(simulator(), async () => {
    const all: Message[] = [];
    for (;;) {
      const before = all.at(-1)?.id;
      const query = new URLSearchParams({ limit: String(PER_PAGE), ...(before === undefined ? {} : { before }) });
      const page = await rest.get('/channels/5/messages', { query });
      all.push(...page);
      if (page.length < PER_PAGE) return all;
    }
  });
  const ours = await readByUs(discord, 'https://discord.com/channels/77/5', simulator());
  expect(theirs).toHaveLength(130);
  expect(
    theirs.map(({ id, author, timestamp }): PeerRow => ({
      id,
      text: null,
      author: author.username,
      at: new Date(timestamp).toISOString(),
    })),
  ).toEqual(ours.map((item) => ({ ...rowOf(item, 'username'), text: null })));
  // Our texts name who and what is mentioned; those without a mention's code stand in both.
  const words = (text: string | null): string | undefined => /Message \*\*\d+\*\*/.exec(text ?? '')?.[0];
  expect(theirs.map(({ content }) => words(content))).toEqual(ours.map(({ text }) => words(text)));
});
