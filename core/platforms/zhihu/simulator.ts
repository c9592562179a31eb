import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface ZhihuParams {
  /** Answers of the question, and of the person. Default 25. */
  readonly answers?: number;
  /** Comments of the first level. Default 12; every fourth has five children, of which two come with it. */
  readonly comments?: number;
  /** Of a page, however many are asked for. Default 10. */
  readonly mostPerPage?: number;
  /** Which lists of comments are answered. Default: that of today. */
  readonly lists?: 'current' | 'older';
  /** What the API refuses with. */
  readonly refusal?: keyof typeof REFUSALS;
  /** True: the pages of questions were made from their first answers. */
  readonly hasState?: boolean;
}

export const QUESTION = '51196509';
export const ANSWER = '124608455';
export const PERSON = 'some-body';
const API = '/api/v4/';
const NEWEST = Date.UTC(2026, 0, 20, 12) / 1_000;
const CHILDREN = 5;
const PREVIEWED = 2;
const OWN_THINGS = [`answers/${ANSWER}`, 'articles/456770961', 'pins/1580000000000000001', 'zvideos/1580000000000000002'];

const REFUSALS = {
  risk: { status: 403, body: { error: { message: '您当前请求存在异常', code: 40_362, need_login: true } } },
  login: { status: 401, body: { error: { message: '请登录', code: 100 } } },
  forbidden: { status: 403, body: '<html>403</html>' },
  gone: { status: 404, body: { error: { message: '资源不存在', code: 4_041 } } },
  empty: { status: 200, body: { success: true } },
} as const satisfies Readonly<Record<string, SimulatedAnswer>>;

/** Zhihu with a question, an answer and other things that are commented on, and a person. A fetch within its pages is answered without a signature. */
export function zhihuSimulator(params: ZhihuParams): Simulator {
  return ({ url }) => {
    const { hostname, pathname } = url;
    if (hostname !== 'www.zhihu.com' && hostname !== 'zhuanlan.zhihu.com') return null;
    if (!pathname.startsWith(API)) return { body: sitePage(params) };
    return params.refusal === undefined ? apiAnswer(url, pathname.slice(API.length), params) : REFUSALS[params.refusal];
  };
}

function sitePage({ hasState = false }: ZhihuParams): string {
  const answers = Object.fromEntries([0, 1, 2].map((index) => [String(answerId(index)), camel(answer(index))]));
  const state = { initialState: { entities: { answers, questions: { [QUESTION]: { id: QUESTION, answerCount: 25 } } } } };
  const script = hasState ? `<script id="js-initialData" type="text/json">${JSON.stringify(state)}</script>` : '';
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>知乎</title></head><body><div id="root"></div>${script}</body></html>`;
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), camel(inner)]),
  );
}

function apiAnswer(url: URL, path: string, params: ZhihuParams): SimulatedAnswer {
  const { answers = 25, comments = 12, lists = 'current' } = params;
  const query = url.searchParams;
  const page = (count: number, row: (index: number) => object, more: object = {}) => ({
    body: { ...listOf(url, count, row, params), ...more },
  });
  const turned = (count: number, isTurned: boolean) => (index: number) => (isTurned ? count - 1 - index : index);
  if (path === `questions/${QUESTION}/answers`) {
    const place = turned(answers, query.get('sort_by') === 'default');
    return page(answers, (index) => answer(place(index)));
  }
  if (path === `members/${PERSON}/answers`) return page(answers, answer);
  if (path === `members/${PERSON}/followers` || path === `members/${PERSON}/followees`) return page(answers, member);
  const total = comments + Math.ceil(comments / 4) * CHILDREN;
  const about = { counts: { total_counts: total, collapsed_counts: 0 }, comment_status: { type: 0, text: '' }, sorter: [] };
  if (lists === 'current' && OWN_THINGS.some((thing) => path === `comment_v5/${thing}/root_comment`)) {
    const place = turned(comments, query.get('order_by') === 'score');
    return page(comments, (index) => root(place(index)), about);
  }
  const parent = /^comment_v5\/comment\/(\d+)\/child_comment$/.exec(path)?.[1];
  if (parent !== undefined) return page(CHILDREN, (index) => child(Number(parent), index));
  if (lists === 'older' && OWN_THINGS.some((thing) => path === `${thing}/comments`))
    return page(total, (index) => olderComment(query.get('order') === 'normal' ? total - 1 - index : index));
  return { status: 404, body: { error: { message: '资源不存在', code: 4_041 } } };
}

/** One page; where it goes on says it alone, in an address of the old protocol. */
function listOf(url: URL, count: number, row: (index: number) => object, { mostPerPage = 10 }: ZhihuParams): object {
  const query = url.searchParams;
  const from = Number((query.get('offset') ?? '').split('_').at(-1) ?? 0);
  const size = Math.min(Number(query.get('limit') ?? 10), mostPerPage);
  const next = new URL(url);
  next.protocol = 'http:';
  next.searchParams.set('offset', `4567_${from + size}`);
  return {
    data: indexesOf(from, size, count).map(row),
    paging: { is_start: from === 0, is_end: from + size >= count, next: next.href, previous: '', totals: count },
  };
}

function answerId(index: number): number {
  return 124_600_000 + index;
}

function person(index: number): object {
  if (index % 6 === 5) return { id: '0', url_token: '', name: '匿名用户', avatar_url: '', is_org: false, type: 'people' };
  return {
    id: `bce85223279ab8961e2da51fe${1_000 + index}`,
    url_token: `reader-${1_000 + index}`,
    name: `读者${1_000 + index}`,
    avatar_url: `https://pic.example/${index}.jpg`,
    is_org: index % 6 === 4,
    type: 'people',
  };
}

function answer(index: number): object {
  const formula = index % 5 === 2 ? '<img src="https://www.zhihu.com/equation?tex=a%5E2" alt="a^2" eeimg="1"/>' : '';
  const picture =
    index % 5 === 3
      ? '<figure><noscript><img src="https://pic.example/s.jpg" data-original="https://pic.example/o.jpg"/></noscript><img src="data:image/svg+xml;x" data-original="https://pic.example/o.jpg"/></figure>'
      : '';
  return {
    id: answerId(index),
    type: 'answer',
    question: { type: 'question', id: Number(QUESTION), title: `问题 ${answerId(index)}` },
    author: person(index),
    url: `https://www.zhihu.com/api/v4/answers/${answerId(index)}`,
    created_time: NEWEST - index * 60,
    updated_time: NEWEST - index * 60 + (index % 4 === 1 ? 30 : 0),
    voteup_count: index,
    comment_count: index % 3,
    content: `<p>回答 ${answerId(index)}<br/>第二行${formula}</p>${picture}<p>完</p>`,
  };
}

function member(index: number): object {
  return {
    id: `fce85223279ab8961e2da51fe${1_000 + index}`,
    url_token: `friend-${1_000 + index}`,
    name: `朋友${1_000 + index}`,
    avatar_url: 'https://pic.example/f.jpg',
    headline: index % 2 === 0 ? `一句话 ${1_000 + index}` : '',
    is_org: false,
    follower_count: index * 10,
  };
}

function rootId(index: number): number {
  return 10_125_990_000 + index * 100;
}

function rootOf(index: number): object {
  return {
    id: String(rootId(index)),
    type: 'comment',
    content: `<p>评论 ${rootId(index)} &amp; 好</p>`,
    created_time: NEWEST - index * 10,
    like_count: index,
    dislike_count: index % 2,
    child_comment_count: index % 4 === 0 ? CHILDREN : 0,
    is_delete: false,
    collapsed: index % 6 === 1,
    reviewing: false,
    top: index === 2,
    is_author_top: false,
    author: person(index),
    author_tag: index % 5 === 3 ? [{ type: 'content_author', text: '作者' }] : [],
    comment_tag: [{ type: 'ip_info', text: '北京' }],
  };
}

function root(index: number): object {
  const children = indexesOf(0, index % 4 === 0 ? PREVIEWED : 0, CHILDREN).map((place) => child(rootId(index), place));
  return { ...rootOf(index), reply_comment_id: '0', reply_root_comment_id: '0', child_comments: children, child_comment_next_offset: null };
}

function child(parent: number, index: number): object {
  const id = parent + 1 + index;
  return {
    id: String(id),
    content: `回复 ${id}`,
    created_time: NEWEST + index,
    like_count: 1,
    dislike_count: 0,
    child_comment_count: 0,
    reply_comment_id: String(index === 1 ? parent + 1 : parent),
    reply_root_comment_id: String(parent),
    reply_to_author: person(1),
    author: person(100 + index),
    is_delete: false,
    child_comments: [],
  };
}

/** Those of all levels side by side, each person one level below. */
function olderComment(index: number): object {
  const block = CHILDREN + 4;
  const [group, place] = [Math.floor(index / block), index % block];
  const isChild = place > 0 && place <= CHILDREN;
  const own = group * 4 + (place === 0 ? 0 : place - CHILDREN);
  const {
    like_count: votes,
    author,
    id,
    ...rest
  } = (isChild ? child(rootId(group * 4), place - 1) : rootOf(own)) as Record<string, unknown>;
  return { ...rest, id: Number(id), vote_count: votes, author: { role: place === 0 ? 'author' : 'normal', member: author } };
}
