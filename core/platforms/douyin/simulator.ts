import { scrolledPage } from '#test/world/scrolled-page.ts';
import { indexesOf, redirect, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface DouyinParams {
  /** Comments of the video. Default 45. Every third has 25 answers, the first of which comes along. */
  readonly comments?: number;
  /** Videos of the account. Default 40. */
  readonly posts?: number;
  /** Followers of the account, and whom it follows. Default 45. */
  readonly listed?: number;
  /** Who is answered: `page`, fetches from inside a page; `script`, those of the page's own script. Default: everybody. */
  readonly open?: 'page' | 'script';
  /** What a shut door says. Default: nothing at all. */
  readonly refusal?: SimulatedAnswer;
  /** Shuts the list of replies at every door. */
  readonly shutReplies?: boolean;
  /** What an empty list of comments comes with. */
  readonly empty?: object;
}

export const VIDEO = '7565738211130035491';
export const SEC_UID = 'MS4wLjABAAAAsimulatedSecUidOfOwner';
const SITE = 'https://www.douyin.com';
const EPOCH = 1_770_000_000;
const REPLIES = 25;
const SIGNED = { 'x-simulated-signature': 'of-the-page' };

/** Douyin with one video and one account. A fetch from inside a page is told by its lack of the site's root as referer. */
export function douyinSimulator(params: DouyinParams = {}): Simulator {
  return (request) => {
    const { hostname, pathname } = request.url;
    if (hostname === 'v.douyin.com') return redirect(LEADS[pathname] ?? `${SITE}/`);
    if (hostname !== 'www.douyin.com') return null;
    if (pathname.startsWith('/aweme/')) return callAnswer(request, params);
    return pathname === `/video/${VIDEO}` || pathname === `/user/${SEC_UID}` ? pageAt(pathname, params) : { status: 404, body: '' };
  };
}

const LEADS: Readonly<Record<string, string>> = {
  '/iVideo01/': `https://www.iesdouyin.com/share/video/${VIDEO}/?region=CN`,
  '/iUser01/': `https://www.iesdouyin.com/share/user/1?sec_uid=${SEC_UID}`,
};

/** What a page asks for while it is scrolled. */
function pageAt(path: string, { comments = 45, posts = 40, open }: DouyinParams): SimulatedAnswer {
  if (open !== 'script') return { body: '<html><head><title>抖音</title></head><body><div id="root"></div></body></html>' };
  const calls = path.startsWith('/video')
    ? indexesOf(0, Math.max(1, Math.ceil(comments / 20)), Infinity).map(
        (n) => `${SITE}/aweme/v1/web/comment/list/?aid=6383&aweme_id=${VIDEO}&cursor=${n * 20}&count=20`,
      )
    : indexesOf(0, Math.max(1, Math.ceil(posts / 18)), Infinity).map(
        (n) => `${SITE}/aweme/v1/web/aweme/post/?aid=6383&sec_user_id=${SEC_UID}&max_cursor=${n * 18}&count=18`,
      );
  const address = `new Request(${JSON.stringify(calls)}[n], { headers: ${JSON.stringify(SIGNED)} })`;
  const rows = '(answer.comments ?? answer.aweme_list ?? []).length';
  return { body: scrolledPage({ title: '抖音', address, rows }), asks: calls.map((url) => ({ url, headers: SIGNED })) };
}

function callAnswer({ url, headers }: SimulatedRequest, params: DouyinParams): SimulatedAnswer | null {
  const query = url.searchParams;
  const isPlain = headers['referer'] === `${SITE}/`;
  const isSigned = headers['x-simulated-signature'] !== undefined;
  if (params.open === 'page' ? isPlain : params.open === 'script' && !isSigned) return params.refusal ?? { body: '' };
  switch (url.pathname) {
    case '/aweme/v1/web/comment/list/':
      return query.get('aweme_id') === VIDEO ? comments(query, params) : gone();
    case '/aweme/v1/web/comment/list/reply/':
      if (params.shutReplies === true) return params.refusal ?? { body: '' };
      return query.get('item_id') === VIDEO ? replies(query) : gone();
    case '/aweme/v1/web/aweme/post/':
      return posts(query, params.posts ?? 40);
    case '/aweme/v1/web/user/follower/list/':
      return accounts(query, 'followers', params.listed ?? 45);
    case '/aweme/v1/web/user/following/list/':
      return accounts(query, 'followings', params.listed ?? 45);
    default:
      return null;
  }
}

function gone(): SimulatedAnswer {
  return { body: { status_code: 0, comments: null, filter_detail: { filter_reason: 'video_delete' } } };
}

const cid = (index: number): string => `75712697803015${String(10_000 + index)}`;
const replyId = (parent: string, index: number): string => `${parent.slice(0, 14)}${parent.slice(15)}${String(index).padStart(2, '0')}9`;

function comments(query: URLSearchParams, params: DouyinParams): SimulatedAnswer {
  const count = params.comments ?? 45;
  if (count === 0) return { body: { status_code: 0, comments: null, cursor: 0, has_more: 0, total: 0, ...params.empty } };
  const first = Number(query.get('cursor') ?? 0);
  const shown = indexesOf(first, 20, count);
  return {
    body: {
      status_code: 0,
      comments: shown.map(comment),
      cursor: first + shown.length,
      has_more: first + shown.length < count ? 1 : 0,
      total: count + Math.ceil(count / 3) * REPLIES,
      reply_style: 2,
    },
  };
}

function comment(index: number): object {
  const hasReplies = index % 3 === 0;
  return {
    ...row(cid(index), index),
    reply_id: '0',
    reply_to_reply_id: '0',
    reply_comment_total: hasReplies ? REPLIES : 0,
    reply_comment: hasReplies ? [{ ...row(replyId(cid(index), 0), 0), reply_id: cid(index) }] : null,
    stick_position: index === 0 ? 1 : 0,
  };
}

function replies(query: URLSearchParams): SimulatedAnswer {
  const parent = query.get('comment_id') ?? '';
  const first = Number(query.get('cursor') ?? 0);
  const list = indexesOf(first, 20, REPLIES).map((index) => ({
    ...row(replyId(parent, index), index),
    reply_id: parent,
    reply_to_reply_id: index === 2 ? replyId(parent, 1) : '0',
  }));
  const after = first + list.length;
  return { body: { status_code: 0, comments: list, cursor: after, has_more: after < REPLIES ? 1 : 0, total: REPLIES } };
}

function row(id: string, index: number): object {
  return {
    cid: id,
    aweme_id: VIDEO,
    text: `话 ${index} ${id}\n[呲牙]`,
    create_time: EPOCH + index * 60,
    digg_count: index,
    status: 1,
    ip_label: index % 2 === 0 ? '河南' : '',
    label_text: index === 1 ? '作者' : '',
    label_list: index === 2 ? [{ type: 1, text: '作者' }] : null,
    is_author_digged: index === 1,
    image_list:
      index === 4
        ? [{ origin_url: { uri: 'x', url_list: ['https://p3-sign.douyinpic.com/4.image', 'https://p26-sign.douyinpic.com/4.image'] } }]
        : null,
    user: user(index),
  };
}

function user(index: number): object {
  return {
    uid: `10000000${1000 + index}`,
    short_id: index === 3 ? '0' : String(2_000 + index),
    unique_id: index % 3 === 2 ? `name${index}` : '',
    nickname: `用户${index}`,
    sec_uid: `MS4wLjABAAAAuser${index}ofTheSimulator`,
    avatar_thumb: { uri: 'x', url_list: [`https://p3-pc.douyinpic.com/a${index}.jpeg`] },
    custom_verify: index === 2 ? '认证' : '',
    enterprise_verify_reason: '',
    signature: index % 2 === 0 ? `关于 ${index}` : '',
    follower_count: index,
  };
}

function posts(query: URLSearchParams, count: number): SimulatedAnswer {
  const first = Number(query.get('max_cursor'));
  const known = query.get('sec_user_id') === SEC_UID ? count : 0;
  const list = indexesOf(first, Number(query.get('count')), known).map((index) => ({
    aweme_id: `75600000000000${10_000 + index}`,
    desc: `作品 ${index} #话题`,
    create_time: EPOCH - index * 3600,
    is_top: index === 0 ? 1 : 0,
    author: { ...user(0), nickname: '主人', sec_uid: SEC_UID },
    statistics: { digg_count: index, comment_count: 7, play_count: 0, share_count: 3 },
    ...(index % 4 === 1
      ? { images: [{ url_list: [`https://p3.douyinpic.com/p${index}.jpeg`] }], video: null }
      : { images: null, video: { play_addr: { url_list: [`https://v3.douyinvod.com/v${index}.mp4`] } } }),
  }));
  const after = first + list.length;
  return { body: { status_code: 0, aweme_list: list, max_cursor: after, min_cursor: 0, has_more: after < known ? 1 : 0 } };
}

function accounts(query: URLSearchParams, name: string, count: number): SimulatedAnswer {
  const before = Number(query.get('max_time'));
  const first = before === 0 ? 0 : (EPOCH - before) / 60;
  const shown = indexesOf(first, Number(query.get('count')), count);
  const after = first + shown.length;
  return {
    body: { status_code: 0, [name]: shown.map(user), has_more: after < count, total: count, min_time: EPOCH - after * 60, max_time: EPOCH },
  };
}
