import { PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { askForum } from '#core/platforms/discourse/ask.ts';
import { likerItem, postItem, type Subject, topicItem } from '#core/platforms/discourse/items.ts';
import { LIKE, likersSchema, type Post, postsSchema, type Topic, topicSchema, topicsSchema } from '#core/platforms/discourse/wire.ts';

/** The topic with its first posts, as pasted. */
export type TopicCursor = { readonly list: 'topic'; readonly base: string; readonly topic: string };
/**
 * Further posts. `rest`: ids still to be asked for; null where the topic does not list them, so that they are asked for by number, from
 * `last` on. `had`: ids of the posts so far, by their numbers, which answers to them name.
 */
export type PostsCursor = {
  readonly list: 'posts';
  readonly base: string;
  readonly subject: Subject;
  readonly rest: readonly string[] | null;
  readonly had: Readonly<Record<string, string>>;
  readonly last: number;
};
/** `post`: its number, and `id` once that is known. */
export type LikesCursor = {
  readonly list: 'likes';
  readonly base: string;
  readonly topic: string;
  readonly post: string;
  readonly id: string | null;
  readonly page: number;
};
export type CategoryCursor = { readonly list: 'category'; readonly base: string; readonly category: string; readonly page: number };

const DOOR = 'JSON of the forum';
/** As many as the site's own pages ask for at once. */
const CHUNK = 20;
const LIKERS_PER_PAGE = 100;
/** Something that was done, and what the staff alone can see. */
const NO_POSTS: ReadonlySet<number> = new Set([3, 4]);
/** The subject. */
const FIRST_POST = 1;

export async function topicPage({ base, topic }: TopicCursor, session: Session): Promise<Page<PostsCursor>> {
  const answer = await askForum(session, topicSchema, { url: `https://${base}/t/${topic}.json` });
  const { posts, stream } = answer.post_stream;
  const given = new Set(posts.map(({ id }) => id));
  const rows = rowsGiven(posts);
  const isMissing = (id: string | null): boolean => id === null || !given.has(id);
  // Of rows that could not be read nobody knows the id: they are among the first that are listed and did not come.
  const early =
    stream
      ?.slice(0, rows)
      .filter(isMissing)
      .slice(rows - posts.length) ?? [];
  const rest = stream == null ? null : [...early, ...stream.slice(rows).filter(isMissing)].filter((id) => id !== null);
  const subject = subjectOf(answer, topic);
  const cursor: PostsCursor = { list: 'posts', base, subject, rest, had: {}, last: 0 };
  return {
    ...postsPage(posts, cursor, session),
    about: { title: subject.title },
    total: answer.posts_count == null ? null : Math.max(0, answer.posts_count - 1),
  };
}

/** The next posts of the list, or those behind the last number. */
export async function furtherPosts(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor>> {
  const { base, subject, rest, last } = cursor;
  const posts = `https://${base}/t/${subject.topic}/posts.json`;
  if (rest === null) {
    const answer = await askForum(session, postsSchema, { url: posts, query: { post_number: last, asc: 'true' } });
    const fresh = answer.post_stream.posts.filter(({ post_number: number }) => number > last);
    const ordered = fresh.toSorted((one, other) => one.post_number - other.post_number);
    return ordered.length === 0 ? { items: [], door: DOOR } : postsPage(ordered, cursor, session);
  }
  const asked = rest.slice(0, CHUNK);
  const query = asked.map((id) => `post_ids[]=${id}`).join('&');
  const { posts: found } = (await askForum(session, postsSchema, { url: `${posts}?${query}` })).post_stream;
  const places = new Map(asked.map((id, place) => [id, place]));
  const ordered = found.toSorted((one, other) => (places.get(one.id) ?? asked.length) - (places.get(other.id) ?? asked.length));
  return {
    ...postsPage(ordered, { ...cursor, rest: rest.slice(CHUNK) }, session),
    gaps: goneOf(asked.length - rowsGiven(found)),
  };
}

function postsPage(posts: readonly Post[], cursor: PostsCursor, session: Session): Page<PostsCursor> {
  const had = { ...cursor.had };
  for (const { id, post_number: number, post_type: type } of posts) if (!NO_POSTS.has(type ?? 0)) had[number] = id;
  const last = posts.reduce((most, { post_number: number }) => Math.max(most, number), cursor.last);
  const shown = posts.filter(({ post_number: number, post_type: type }) => number !== FIRST_POST && !NO_POSTS.has(type ?? 0));
  const wanted = session.options.replies ? shown : shown.filter((post) => parentOf(post, had) === null);
  const isOver = cursor.rest === null ? posts.length === 0 : cursor.rest.length === 0;
  const next: Next<PostsCursor>[] = isOver ? [] : [{ cursor: { ...cursor, had, last }, role: 'page' }];
  return {
    items: readRows(wanted, 'post_stream.posts', (post) => postItem(post, parentOf(post, had), cursor.base, cursor.subject)),
    next,
    door: DOOR,
  };
}

function parentOf({ reply_to_post_number: number }: Post, had: PostsCursor['had']): string | null {
  return number == null || number === FIRST_POST ? null : (had[number] ?? null);
}

function subjectOf({ title, slug, user_id: owner, details }: Topic, topic: string): Subject {
  return { topic, title: title ?? null, slug: slug ?? null, owner: owner ?? details?.created_by?.id ?? null };
}

function goneOf(count: number): readonly Gap[] {
  return count <= 0 ? [] : [{ cause: 'notServed', count, note: 'The forum lists posts of this topic that it does not give.' }];
}

export async function likesPage(cursor: LikesCursor, session: Session): Promise<Page<LikesCursor>> {
  const { base, page } = cursor;
  const id = cursor.id ?? (await idOfPost(cursor, session));
  const query = { id, post_action_type_id: LIKE, limit: LIKERS_PER_PAGE, page };
  const answer = await askForum(session, likersSchema, { url: `https://${base}/post_action_users.json`, query });
  const users = answer.post_action_users;
  return {
    items: readRows(users, 'post_action_users', (user) => likerItem(user, base)),
    next: rowsGiven(users) < LIKERS_PER_PAGE ? [] : [{ cursor: { ...cursor, id, page: page + 1 }, role: 'page' }],
    ...(page === 0 ? { total: answer.total_rows_post_action_users ?? null } : {}),
    door: DOOR,
  };
}

async function idOfPost({ base, topic, post }: LikesCursor, session: Session): Promise<string> {
  const { posts } = (await askForum(session, topicSchema, { url: `https://${base}/t/${topic}/${post}.json` })).post_stream;
  const found = posts.find(({ post_number: number }) => number === Number(post));
  if (found === undefined) throw new PlatformRefusal('NOT_FOUND', `The forum gives no post ${post} of this topic.`);
  return found.id;
}

export async function categoryPage(cursor: CategoryCursor, session: Session): Promise<Page<CategoryCursor>> {
  const { base, category, page } = cursor;
  const answer = await askForum(session, topicsSchema, { url: `https://${base}/c/${category}.json`, query: { page } });
  const { topics, more_topics_url: more } = answer.topic_list;
  const users = new Map((answer.users ?? []).map((user) => [user.id, user]));
  return {
    items: readRows(topics, 'topic_list.topics', (topic) => topicItem(topic, users, base)),
    next: rowsGiven(topics) === 0 || !more ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    door: DOOR,
  };
}
