import { createClient } from 'tumblr.js';
import { expect, it } from 'vitest';
import tumblr from '#core/platforms/tumblr/index.ts';
import { type PeerRow, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { KEY, POST, tumblrSimulator } from '#core/platforms/tumblr/simulator.ts';

const BLOG = 'owner.tumblr.com';
const URL_OF_POST = `https://www.tumblr.com/owner/${POST}`;
const simulator = () => tumblrSimulator({ notes: 130, posts: 60 });

type Query = Record<string, string>;

/** What tumblr.js hands on: the `response` of an answer, as it came. */
interface Answer {
  readonly notes?: readonly {
    readonly type: string;
    readonly blog_name: string;
    readonly timestamp: number;
    readonly reply_id?: string;
    readonly reply_text?: string;
  }[];
  readonly posts?: readonly { readonly id_string: string; readonly blog_name: string; readonly timestamp: number }[];
  readonly _links?: { readonly next?: { readonly query_params: Query } };
}

/** Follows what an answer says of the next page, as the API's own documents have it. */
async function pagesOf(list: 'notes' | 'posts', query: Query): Promise<Answer[]> {
  const client = createClient({ consumer_key: KEY });
  const pages: Answer[] = [];
  for (let next: Query | undefined = query; next !== undefined; next = pages.at(-1)?._links?.next?.query_params)
    pages.push((await client.getRequest(`/v2/blog/${BLOG}/${list}`, next)) as Answer);
  return pages;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

it('tumblr.js reads the same replies as we', async () => {
  const pages = await readByPeer(simulator(), () => pagesOf('notes', { id: POST, mode: 'conversation' }));
  const replies = pages.flatMap(({ notes = [] }) => notes).filter(({ type }) => type === 'reply');
  const ours = await readByUs(tumblr, URL_OF_POST, simulator(), { replies: true });
  expect(pages.length).toBeGreaterThan(1);
  expect(
    replies.map((note): PeerRow => ({
      id: note.reply_id ?? '',
      text: note.reply_text ?? null,
      author: note.blog_name,
      at: isoOf(note.timestamp),
    })),
  ).toEqual(ours.filter(({ extra }) => extra['type'] === 'reply').map((item) => rowOf(item, 'username')));
});

it('tumblr.js reads the same posts as we', async () => {
  const pages = await readByPeer(simulator(), () => pagesOf('posts', { limit: '20' }));
  const ours = await readByUs(tumblr, `https://${BLOG}/`, simulator());
  const theirs = pages.flatMap(({ posts = [] }) => posts);
  expect(theirs).toHaveLength(60);
  expect(theirs.map((post) => [post.id_string, post.blog_name, isoOf(post.timestamp)])).toEqual(
    ours.map(({ id, author, createdAt }) => [id, author.username, createdAt]),
  );
});
