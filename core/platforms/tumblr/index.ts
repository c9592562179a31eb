// Tumblr: the public API v2 with a shared key for reads, without login. Fragile: the hourly quota of the key is shared; the notes of
// a post are fewer than its count, because those of deleted and blocked blogs are not handed out.
import { type ChosenTarget, definePlatform } from '#core/platform-api/define.ts';
import { TUMBLR_WALLS } from '#core/platform-kit/families/tumblr/walls.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/tumblr/address.ts';
import {
  type NotesCursor,
  type NotesList,
  notesPage,
  type PostsCursor,
  postsPage,
  type ShortCursor,
  shortPage,
} from '#core/platforms/tumblr/lists.ts';

type Cursor = NotesCursor | ShortCursor | PostsCursor;

const OF_A_POST = { own: { type: 'comments' }, likes: { type: 'likes' }, shares: { type: 'shares' } } as const;
const POSTS = { type: 'posts', order: 'served' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'tumblr',
  name: 'Tumblr',
  homepage: 'https://www.tumblr.com',
  description: 'Replies, comments in reblogs, likes and reblogs of a post; posts of a blog.',
  category: 'social',
  recorded: '2025-07',
  comparedWith: [{ client: 'gallery-dl', date: '2026-04-03' }],
  targets: [
    target(
      'post',
      OF_A_POST,
      [
        'tumblr.com/<blog>/<id>',
        '<blog>.tumblr.com/post/<id>',
        'tumblr.com/blog/view/<blog>/<id>',
        'tumblr.com/dashboard/blog/<blog>/<id>',
      ],
      [
        'https://www.tumblr.com/mooserific/788338580402716673/our-fifth-annual-trip-to-harbor-beach-mi-with-the',
        'https://mooserific.tumblr.com/post/788338580402716673/our-fifth-annual-trip',
        'https://www.tumblr.com/blog/view/mooserific/788338580402716673',
        'https://www.tumblr.com/dashboard/blog/mooserific/788338580402716673',
        'https://mooserific.tumblr.com/image/788338580402716673',
      ],
    ),
    target(
      'customPost',
      OF_A_POST,
      ['<domain of a blog>/post/<id>'],
      ['https://blog.mooserific.org/post/788338580402716673/our-fifth-annual-trip-to-harbor-beach-mi-with-the'],
    ),
    target(
      'short',
      OF_A_POST,
      ['tmblr.co/<code>', 'at.tumblr.com/<blog>/<slug>/<code>'],
      ['https://tmblr.co/ZUD41thmlSCNey01', 'https://at.tumblr.com/mooserific/our-fifth-annual-trip/abc123xyz'],
    ),
    target(
      'blog',
      { own: POSTS, tweets: POSTS },
      ['tumblr.com/<blog>', '<blog>.tumblr.com', '<blog>.tumblr.com/tagged/<tag>'],
      [
        'https://www.tumblr.com/mooserific',
        'https://mooserific.tumblr.com/',
        'https://www.tumblr.com/blog/view/mooserific',
        'https://mooserific.tumblr.com/tagged/family',
      ],
    ),
  ],
  options: ['replies'],
  hosts: ['.tumblr.com', 'tmblr.co'],
  walls: TUMBLR_WALLS,
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 2 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'posts') return postsPage(cursor, session);
    return 'short' in cursor ? shortPage(cursor, session) : notesPage(cursor, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { blog = '', id = '', tag = null, short } = params;
  if (type === 'posts') return { list: 'posts', blog, tag, offset: 0, query: null };
  const list: NotesList = type === 'likes' || type === 'shares' ? type : 'comments';
  return short === undefined ? { list, blog, id, before: null } : { list, short };
}
