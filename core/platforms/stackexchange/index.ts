// Stack Exchange (stackoverflow.com and some 180 sites more): the public API 2.3, without a key.
// Fragile: 300 answers a day for each address.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/stackexchange/address.ts';
import { answersPage, commentsPage, type Cursor, firstPage, userPage } from '#core/platforms/stackexchange/lists.ts';

const COMMENTS: ExportRow = { type: 'comments' };
const POSTS: ExportRow = { type: 'posts', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'stackexchange',
  name: 'Stack Exchange',
  homepage: 'https://stackexchange.com',
  description:
    'Answers to a question of Stack Overflow or any other site of the network, and the comments; questions and answers of a user.',
  category: 'forum',
  recorded: '2022-02',
  comparedWith: [{ client: 'stackapi', date: '2024-06-05' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'question',
      { own: COMMENTS },
      ['<site>/questions/<id>/<words>', '<site>/questions/<id>/<words>/<answer>#<answer>', '<site>/q/<id>'],
      [
        'https://stackoverflow.com/questions/19059580/client-on-node-js-uncaught-referenceerror-require-is-not-defined',
        'https://stackoverflow.com/questions/19059580/some-words/19059825#19059825',
        'https://stackoverflow.com/q/19059580/1355058',
        'https://math.stackexchange.com/questions/11/is-it-true#comment21_11',
        'https://pt.stackoverflow.com/questions/42',
        'https://meta.superuser.com/q/42',
        'https://cooking.meta.stackexchange.com/questions/42',
        'https://mathoverflow.net/questions/42',
      ],
    ),
    target('answer', { own: COMMENTS }, ['<site>/a/<id>'], ['https://stackoverflow.com/a/19059825', 'https://askubuntu.com/a/24408/1234']),
    target(
      'user',
      { own: POSTS, tweets: POSTS },
      ['<site>/users/<id>/<name>'],
      ['https://stackoverflow.com/users/22656/jon-skeet', 'https://serverfault.com/users/42?tab=answers'],
    ),
  ],
  options: ['replies'],
  sorts: ['top', 'new', 'old'],
  hosts: ['api.stackexchange.com'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 5, concurrency: 2 },

  start(target) {
    return [{ role: 'page', cursor: firstCursor(target) }];
  },

  async fetchPage(cursor, session) {
    if (cursor.at === 'comments') return commentsPage(cursor, session);
    if (cursor.at === 'answers') return answersPage(cursor, session);
    return 'user' in cursor ? userPage(cursor, session) : firstPage(cursor, session);
  },
});

function firstCursor({ target, params }: ChosenTarget): Cursor {
  const { host = '', site = '', id = '' } = params;
  if (target === 'user') return { at: 'questionsOf', host, site, user: id, page: 1 };
  return { at: target === 'answer' ? 'answer' : 'question', host, site, id };
}
