import { expect, it } from 'vitest';
import vimeo from '#core/platforms/vimeo/index.ts';
import { heavyPeer, missingPeer, type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { APP_TOKEN, vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';

interface CommentPage {
  readonly data: readonly {
    readonly uri: string;
    readonly text: string;
    readonly created_on: string;
    readonly user: { readonly name: string } | null;
  }[];
  readonly paging: { readonly next: string | null };
}

/** The parts of Vimeo's own client that are called here. */
interface Peer {
  readonly default: {
    readonly Vimeo: new (
      id: string,
      secret: string,
      token: string,
    ) => {
      request(path: string, answered: (error: Error | null, page: CommentPage) => void): void;
    };
  };
}

const PEER = 'vimeo';
const peer = await heavyPeer<Peer>(PEER);
const simulator = () => vimeoSimulator({ comments: 60 });
if (peer === null) missingPeer('Vimeo', `${PEER}@2.3.1`);

it.skipIf(peer === null)('the client of Vimeo itself reads the same comments as we', async () => {
  const client = new (peer as Peer).default.Vimeo('simulated', 'simulated', APP_TOKEN);
  const pageAt = (path: string): Promise<CommentPage> =>
    new Promise((resolve, reject) => client.request(path, (error, page) => (error ? reject(error) : resolve(page))));
  const theirs = await readByPeer(simulator(), async () => {
    const all: CommentPage['data'][number][] = [];
    for (let next: string | null = '/videos/258684937/comments?page=1&per_page=25'; next !== null;) {
      const page: CommentPage = await pageAt(next);
      all.push(...page.data);
      next = page.paging.next;
    }
    return all;
  });
  const ours = await readByUs(vimeo, 'https://vimeo.com/258684937', simulator());
  const rows = theirs.map(({ uri, text, created_on: at, user }): PeerRow => ({
    id: uri.split('/').at(-1) ?? '',
    text: text.replaceAll('\r\n', '\n'),
    author: user?.name ?? null,
    at: new Date(at).toISOString(),
  }));
  expect(rows).toHaveLength(60);
  expect(rows).toEqual(ours.map((item) => rowOf(item, 'name')));
});
