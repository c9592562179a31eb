// Discourse: any forum that runs it, by the JSON twin of each of its pages, without a key. Fragile: a topic lists its posts by their ids, and
// what answers what is told by numbers alone.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { hostOf, placeAt } from '#core/platforms/discourse/address.ts';
import {
  type CategoryCursor,
  categoryPage,
  furtherPosts,
  type LikesCursor,
  likesPage,
  type PostsCursor,
  type TopicCursor,
  topicPage,
} from '#core/platforms/discourse/lists.ts';

type Cursor = TopicCursor | PostsCursor | LikesCursor | CategoryCursor;

/** A topic is read in its order: answers stay where they were written. */
const COMMENTS: ExportRow = { type: 'comments', order: 'served', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'discourse',
  name: 'Discourse',
  homepage: 'https://www.discourse.org',
  description: 'Posts of a topic, likes of a post, topics of a category, on any forum that runs Discourse.',
  category: 'forum',
  recorded: '2026-01-22',
  comparedWith: [{ client: 'Perceval', date: '2024-04-09' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'topic',
      { own: COMMENTS, likes: { type: 'likes' } },
      ['<forum>/t/<words>/<id>', '<forum>/t/<words>/<id>/<post>', '<forum>/t/<id>', '<host>/<folder>/t/<words>/<id>'],
      [
        'https://meta.discourse.org/t/available-settings-for-global-rate-limits-and-throttling/78612',
        'https://meta.discourse.org/t/available-settings-for-global-rate-limits-and-throttling/78612/2?u=somebody',
        'https://meta.discourse.org/t/78612',
        'https://discourse.example/t/-/1000/12#post_12',
        'https://discourse.example/community/t/some-words/1000',
      ],
    ),
    target(
      'category',
      { own: POSTS, tweets: POSTS },
      ['<forum>/c/<category>/<id>', '<forum>/c/<category>/<category>/<id>'],
      [
        'https://meta.discourse.org/c/support/6',
        'https://discourse.example/c/general/cats/12/l/top',
        'https://discourse.example/community/c/general/5/none',
      ],
    ),
  ],
  options: ['replies'],
  hosts: [],
  pastedHosts: ({ base = '' }) => [hostOf(base)],
  // Those of the job alone, to its own forum: an account that is saved for one would go to every other.
  cookies: { need: 'none', domains: [], domainsOf: ({ base = '' }) => [`.${hostOf(base).replace(/:\d+$/, '')}`] },
  pace: { perSecond: 3, concurrency: 2 },

  start(chosen) {
    return [{ cursor: firstCursor(chosen), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'topic') return topicPage(cursor, session);
    if (cursor.list === 'posts') return furtherPosts(cursor, session);
    return cursor.list === 'likes' ? likesPage(cursor, session) : categoryPage(cursor, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { base = '', topic = '', post = '1', category = '' } = params;
  if (type === 'posts') return { list: 'category', base, category, page: 0 };
  return type === 'likes' ? { list: 'likes', base, topic, post, id: null, page: 0 } : { list: 'topic', base, topic };
}
