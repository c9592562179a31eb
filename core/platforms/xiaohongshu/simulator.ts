import { scrolledPage } from '#test/world/scrolled-page.ts';
import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface XiaohongshuParams {
  /** Comments of the note. Default 25. Every fourth has 13 answers, the next one a single one; one of them comes along. */
  readonly comments?: number;
  /** Notes of the account. Default 50. */
  readonly posts?: number;
  /** False: pages ask for nothing. Default true. */
  readonly isAsking?: boolean;
  /** What the note's page carries of its comments. Default: nothing. */
  readonly carries?: 'state' | 'elements';
  /** What the note's page says besides. */
  readonly words?: string;
  /** What the site's calls say instead. */
  readonly refusal?: SimulatedAnswer;
}

export const NOTE = '66696f98000000000d00f289';
export const OWNER = '611f57d7000000000100982a';
export const TOKEN = 'ABsimulatedTokenOfTheNote=';
const SITE = 'https://www.xiaohongshu.com';
const CALLS = 'https://edith.xiaohongshu.com/api/sns/web';
const PER_PAGE = 10;
const POSTS_PER_PAGE = 30;
const REPLIES = 13;
const EPOCH_S = 0x66696f98;
const CORS = { 'access-control-allow-origin': SITE, 'access-control-allow-credentials': 'true' };

/** Xiaohongshu with one note and one account. A note opens with its token alone; `xhslink.com/a/note01` leads to it, `m/user01` to the account. */
export function xiaohongshuSimulator(params: XiaohongshuParams = {}): Simulator {
  return ({ url }) => {
    const { hostname, pathname: path, searchParams: query } = url;
    if (hostname === 'xhslink.com') return shortLink(path);
    if (hostname === 'edith.xiaohongshu.com') return { headers: CORS, ...(params.refusal ?? callAnswer(path, query, params)) };
    if (hostname !== 'www.xiaohongshu.com') return null;
    if (path === '/404') return { body: '<html><head><title>你访问的页面不见了</title></head><body></body></html>' };
    if (path === `/explore/${NOTE}`)
      return query.get('xsec_token') === TOKEN ? notePage(params) : redirect(`${SITE}/404?error_code=300031`);
    if (path === `/user/profile/${OWNER}`) return profilePage(params);
    return redirect(`${SITE}/404?source=/404&error_code=-510001`);
  };
}

function shortLink(path: string): SimulatedAnswer {
  const leads: Readonly<Record<string, string>> = {
    '/a/note01': `${SITE}/discovery/item/${NOTE}?app_platform=ios&xsec_source=app_share&xsec_token=${TOKEN}`,
    '/m/user01': `${SITE}/user/profile/${OWNER}?xsec_token=x`,
  };
  const lead = leads[path];
  return lead === undefined ? { status: 404, body: '' } : redirect(lead);
}

const id = (kind: string, index: number): string => `${(EPOCH_S + index).toString(16)}${kind}${String(index).padStart(14, '0')}`;
const replyId = (root: number, index: number): string => id('02', 1_000 + root * 100 + index);
const repliesOf = (index: number): number => (index % 4 === 1 ? REPLIES : index % 4 === 2 ? 1 : 0);

function person(index: number): object {
  return { user_id: `5b08f41df7e8b96c37d2${1000 + index}`, nickname: `用户${index}`, image: `https://sns-avatar-qc.xhscdn.com/a${index}` };
}

function row(rowId: string, index: number): object {
  return {
    id: rowId,
    note_id: NOTE,
    content: `话 ${index} [笑哭R] ${rowId}`,
    create_time: (EPOCH_S + index) * 1000 + 7,
    like_count: index === 3 ? '1.2万' : String(index),
    ip_location: index % 2 === 0 ? '江西' : '',
    status: index === 5 ? -2 : 0,
    liked: false,
    at_users: [],
    user_info: index === 6 ? { user_id: OWNER, nickname: '主人', image: '' } : person(index),
    show_tags: index === 0 ? ['user_top', 'is_author'] : [],
    pictures: index === 4 ? [{ url_default: 'http://sns-webpic-qc.xhscdn.com/p.jpg', url_pre: '', width: 1, height: 1 }] : [],
  };
}

function comment(index: number): object {
  const count = repliesOf(index);
  return {
    ...row(id('00', index), index),
    sub_comment_count: String(count),
    sub_comments: count === 0 ? [] : [reply(index, 0)],
    sub_comment_has_more: count > 1,
    sub_comment_cursor: count === 0 ? '' : replyId(index, 0),
  };
}

function reply(root: number, index: number): object {
  return {
    ...row(replyId(root, index), index + 1),
    target_comment: { id: index === 2 ? replyId(root, 1) : id('00', root), user_info: person(1) },
  };
}

function callAnswer(path: string, query: URLSearchParams, { comments = 25, posts = 50 }: XiaohongshuParams): SimulatedAnswer {
  const after = query.get('cursor') ?? '';
  const data = (rows: readonly object[], name: string, count: number, first: number): SimulatedAnswer => ({
    body: {
      code: 0,
      success: true,
      msg: '成功',
      data: { [name]: rows, cursor: String(first + rows.length), has_more: first + rows.length < count, user_id: 'x', time: 1 },
    },
  });
  const first = after === '' ? 0 : Number(after);
  if (path === '/api/sns/web/v2/comment/page') return data(indexesOf(first, PER_PAGE, comments).map(comment), 'comments', comments, first);
  if (path === '/api/sns/web/v1/user_posted') return data(indexesOf(first, POSTS_PER_PAGE, posts).map(post), 'notes', posts, first);
  if (path !== '/api/sns/web/v2/comment/sub/page') return { status: 406, body: { code: -1, success: false, msg: '' } };
  const root = indexesOf(0, comments, comments).find((index) => id('00', index) === query.get('root_comment_id')) ?? 0;
  return data(
    indexesOf(first, PER_PAGE, REPLIES).map((index) => reply(root, index)),
    'comments',
    REPLIES,
    first,
  );
}

function post(index: number): object {
  return {
    note_id: id('0d', index),
    xsec_token: `ABtoken${index}=`,
    display_title: `题目 ${index}`,
    type: 'normal',
    user: { user_id: OWNER, nickname: '主人', nick_name: '主人', avatar: 'https://sns-avatar-qc.xhscdn.com/o' },
    interact_info: { liked: false, liked_count: index === 3 ? '10+' : String(index) },
    cover: { url_default: `https://sns-webpic-qc.xhscdn.com/c${index}.jpg`, url_pre: '' },
  };
}

/** What the page of the note asks for while it is scrolled and every thread is opened. */
function callsOfNote(count: number): { readonly comments: readonly string[]; readonly all: readonly string[] } {
  const comments = indexesOf(0, Math.max(1, Math.ceil(count / PER_PAGE)), Infinity).map(
    (n) => `${CALLS}/v2/comment/page?note_id=${NOTE}&cursor=${n === 0 ? '' : n * PER_PAGE}&top_comment_id=&image_formats=jpg,webp,avif`,
  );
  const threads = indexesOf(0, count, count)
    .filter((index) => repliesOf(index) > 1)
    .flatMap((index) =>
      // Those that came along are not asked for again.
      [1, 1 + PER_PAGE].map(
        (from) => `${CALLS}/v2/comment/sub/page?note_id=${NOTE}&root_comment_id=${id('00', index)}&num=10&cursor=${from}&image_formats=jpg`,
      ),
    );
  return { comments, all: [...comments, ...threads] };
}

function notePage({ comments = 25, isAsking = true, carries, words = '' }: XiaohongshuParams): SimulatedAnswer {
  const total = indexesOf(0, comments, comments).reduce((sum, index) => sum + 1 + repliesOf(index), 0);
  const list = carries === 'state' ? indexesOf(0, PER_PAGE, comments).map((index) => inNamesOfState(comment(index))) : [];
  const detail = {
    note: { noteId: NOTE, type: 'normal', user: { userId: OWNER }, interactInfo: { commentCount: String(total) } },
    comments: { list, cursor: '', hasMore: carries === 'state' },
  };
  const state = JSON.stringify({ global: null, note: { noteDetailMap: { [NOTE]: detail } } }).replace('null', 'undefined');
  const shown = carries === 'elements' ? indexesOf(0, PER_PAGE, comments).map(element).join('') : '';
  const calls = callsOfNote(comments);
  const address = `${JSON.stringify(calls.comments)}[n]`;
  return page(
    state,
    `${words}${shown}`,
    isAsking ? scrolledPage({ title: '笔记', address, rows: 'answer.data.comments.length', box: 'note-scroller' }) : '',
    isAsking ? calls.all : [],
  );
}

function profilePage({ posts = 50, isAsking = true, words = '' }: XiaohongshuParams): SimulatedAnswer {
  const carried = indexesOf(0, POSTS_PER_PAGE, posts).map((index) => {
    const { note_id: noteId, xsec_token: token, ...card } = post(index) as { note_id: string; xsec_token: string };
    return { id: noteId, xsecToken: token, noteCard: inNamesOfState({ note_id: noteId, ...card }) };
  });
  const state = words === '' ? JSON.stringify({ user: { notes: [carried, []] } }) : '{}';
  const calls = indexesOf(1, Math.max(0, Math.ceil(posts / POSTS_PER_PAGE) - 1), Infinity).map(
    (n) => `${CALLS}/v1/user_posted?num=30&cursor=${n * POSTS_PER_PAGE}&user_id=${OWNER}&image_formats=jpg`,
  );
  return page(state, words, '', isAsking ? calls : []);
}

function page(state: string, words: string, script: string, asks: readonly string[]): SimulatedAnswer {
  const head = `<html><head><script>window.__INITIAL_STATE__=${state}</script></head><body><p>${words}</p></body></html>`;
  return { body: head + script, asks };
}

function element(index: number): string {
  const { user_id: user, nickname } = person(index) as { user_id: string; nickname: string };
  return `<div class="parent-comment"><div class="comment-item" id="comment-${id('00', index)}"><div class="author-wrapper"><a class="name" href="/user/profile/${user}?x=1">${nickname}</a></div><div class="content"><span class="note-text">话 ${index}</span></div><span class="location">江西</span><div class="like"><span class="count">${index}</span></div></div></div>`;
}

function inNamesOfState(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNamesOfState);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inNamesOfState(inner),
    ]),
  );
}
