// Zhihu: the API that its pages ask, by a plain fetch from inside a page; what the page itself asks for where that is refused; the first answers in
// a question's page. Fragile: risk control (40362) refuses machines for a while; comments are known from public clients alone.
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { type Kind, pageOf, placeAt } from '#core/platforms/zhihu/address.ts';
import { type CommentsCursor, commentsPage, type RepliesCursor, repliesPage } from '#core/platforms/zhihu/comments.ts';
import { type ListCursor, listPage } from '#core/platforms/zhihu/lists.ts';

type Cursor = CommentsCursor | RepliesCursor | ListCursor;

const COMMENTS = { own: { type: 'comments', totalCountsReplies: true } } as const;
const OWN_HOST = /^(?:www|zhuanlan)\.zhihu\.com$/;
const THINGS = { answer: 'answers', article: 'articles', pin: 'pins', zvideo: 'zvideos' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'zhihu',
  name: 'Zhihu',
  homepage: 'https://www.zhihu.com',
  description: 'Answers to a question; comments of an answer, an article, a pin or a video; answers, followers and follows of a person.',
  category: 'social',
  recorded: '2019',
  comparedWith: [{ client: 'OpenCLI', date: '2026-08' }],
  targets: [
    target(
      'question',
      { own: { type: 'comments' } },
      ['zhihu.com/question/<question>'],
      ['https://www.zhihu.com/question/51196509', 'https://www.zhihu.com/question/51196509/answers/updated'],
    ),
    target(
      'answer',
      COMMENTS,
      ['zhihu.com/question/<question>/answer/<answer>', 'zhihu.com/answer/<answer>'],
      ['https://www.zhihu.com/question/51196509/answer/124608455', 'https://www.zhihu.com/answer/124608455#comment-10125996085'],
    ),
    target('article', COMMENTS, ['zhuanlan.zhihu.com/p/<article>'], ['https://zhuanlan.zhihu.com/p/456770961']),
    target('pin', COMMENTS, ['zhihu.com/pin/<pin>'], ['https://www.zhihu.com/pin/1580000000000000001']),
    target('zvideo', COMMENTS, ['zhihu.com/zvideo/<video>'], ['https://www.zhihu.com/zvideo/1580000000000000002']),
    target(
      'person',
      { own: { type: 'posts', order: 'served' }, followers: { type: 'followers' }, following: { type: 'following' } },
      ['zhihu.com/people/<name>', 'zhihu.com/org/<name>'],
      [
        'https://www.zhihu.com/people/some-body',
        'https://www.zhihu.com/people/some-body/followers',
        'https://www.zhihu.com/org/some-house',
      ],
    ),
  ],
  options: ['replies'],
  sorts: ['new', 'top'],
  sortAliases: { best: 'top' },
  hosts: ['.zhihu.com'],
  walls: {
    addresses: [
      { kind: 'challenge', by: 'Zhihu', host: OWN_HOST, path: /^\/account\/unhuman/, source: 'its check' },
      { kind: 'login', by: 'Zhihu', host: OWN_HOST, path: /^\/signin(?:\/|$)/, source: 'its login' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.zhihu.com'],
    names: ['z_c0'],
    aliases: { sessionid: 'z_c0', auth_token: 'z_c0' },
    login: 'https://www.zhihu.com/signin',
    hint: 'Zhihu shows little to people who are not logged in. Log in at zhihu.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy z_c0 and d_c0.',
  },
  transport: 'browser',
  pace: { perSecond: 0.7, concurrency: 1 },

  start({ target: kind, params, type }) {
    const page = pageOf(kind as Kind, params);
    const { id = '', token = '' } = params;
    const at = { page, next: null, taken: null } as const;
    if (kind === 'person') {
      const list = type === 'followers' || type === 'following' ? type : 'posts';
      return [{ cursor: { ...at, list, of: token }, role: 'page' }];
    }
    if (kind === 'question') return [{ cursor: { ...at, list: 'answers', of: id }, role: 'page' }];
    return [{ cursor: { ...at, list: 'comments', thing: THINGS[kind as keyof typeof THINGS], of: id, form: 'current' }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'replies' ? repliesPage(cursor, session) : listPage(cursor, session);
  },
});
