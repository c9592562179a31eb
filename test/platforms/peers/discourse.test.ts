import Discourse from 'discourse2';
import { expect, it } from 'vitest';
import discourse from '#core/platforms/discourse/index.ts';
import { discourseSimulator } from '#core/platforms/discourse/simulator.ts';
import { readByPeer, readByUs } from '#test/platforms/peers/peer-world.ts';

/** What is compared: the package's own types lead to nothing here. */
interface TheirTopic {
  readonly post_stream: { readonly posts: readonly TheirPost[]; readonly stream: readonly number[] };
}
interface TheirPost {
  readonly id: number;
  readonly post_number: number;
  readonly post_type: number;
  readonly username: string;
  readonly created_at: string;
  readonly reply_count: number;
  readonly avatar_template: string;
}
interface TheirList {
  readonly topic_list: { readonly topics: readonly TheirListed[] };
}
interface TheirListed {
  readonly id: number;
  readonly title: string;
  readonly created_at: string;
  readonly like_count: number;
  readonly pinned: boolean;
}

const FORUM = 'https://discourse.example';
const client = () => new Discourse(FORUM);
/** As the site writes a picture's address. */
const pictureOf = ({ avatar_template: template }: Pick<TheirPost, 'avatar_template'>): string =>
  new URL(template.replace('{size}', '120'), FORUM).href.replace('%7Bsize%7D', '120');

it('discourse2 reads the same first posts of a topic as we, and the ids of all', async () => {
  const topic = await readByPeer(discourseSimulator(), async (): Promise<TheirTopic> => client().getTopic({ id: '1000' }));
  const { posts, stream } = topic.post_stream;
  const theirs = posts.filter((post) => post.post_number > 1 && post.post_type === 1);
  const ours = await readByUs(discourse, `${FORUM}/t/some-words/1000`, discourseSimulator(), { replies: true });
  expect(theirs).toHaveLength(18);
  expect(theirs.map((post) => [String(post.id), post.username, post.created_at, post.reply_count, pictureOf(post)])).toEqual(
    ours.slice(0, 18).map(({ id, author, createdAt, replyCount }) => [id, author.username, createdAt, replyCount, author.avatarUrl]),
  );
  const listed = stream.map(String);
  expect(ours.map(({ id }) => id)).toEqual(listed.filter((id) => ours.some((item) => item.id === id)));
  expect(listed).toHaveLength(ours.length + 2);
});

it('discourse2 reads the same topics of a category as we: one page, for it asks for no other', async () => {
  const { topic_list: list } = await readByPeer(discourseSimulator(), async (): Promise<TheirList> =>
    client().listCategoryTopics({ slug: 'general', id: 5 }),
  );
  const ours = await readByUs(discourse, `${FORUM}/c/general/5`, discourseSimulator());
  expect(list.topics).toHaveLength(30);
  expect(list.topics.map((topic) => [String(topic.id), topic.title, topic.created_at, topic.like_count, topic.pinned])).toEqual(
    ours.slice(0, 30).map(({ id, title, createdAt, likes, isPinned }) => [id, title, createdAt, likes, isPinned]),
  );
});
