import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface WeiboParams {
  /** Comments of the post. Every fifth has 25 answers. Default 50. */
  readonly comments?: number;
  /** Accounts of every list, and posts of the account. Default 45. */
  readonly listed?: number;
  /** What the list of comments is followed by: nothing, the same page for ever, or empty pages with ever new places. Default nothing. */
  readonly tail?: 'circle' | 'empty';
  /** What `statuses/show` answers. Default: the post. */
  readonly show?: SimulatedAnswer;
  /** Whether the mobile list of comments is shut. Default false. */
  readonly isMobileShut?: boolean;
  /**
   * Strangers: with weibo.com as a visitor, whom the passport makes of anybody who asks for it (`visitors`); with nobody let in, which is how
   * the passport answers some addresses (`none`). m.weibo.cn answers both with 432, as since August 2025. Default: everybody is let in.
   */
  readonly strangers?: 'visitors' | 'none';
  /** What the web page's list says besides its rows. */
  readonly words?: string;
}

type Query = URLSearchParams;

export const MID = '4512413447368168';
export const MBLOG_ID = 'J5cVGuUNq';
export const OWNER = '1669879400';
const PER_PAGE = 20;
const REPLIES = 25;
const FIRST_ID = 5_000_000_000_000_000;
const NOW = Date.UTC(2026, 0, 2, 4, 0, 0);
const HEADERS = { date: new Date(NOW).toUTCString() };

/** Weibo's three front ends with one post and one account (whose address is `somename`). */
export function weiboSimulator(params: WeiboParams): Simulator {
  return async (request) => {
    const { hostname, pathname, searchParams: query } = request.url;
    const stopped = params.strangers === undefined ? null : atTheGate(request, params.strangers);
    if (stopped !== null) return stopped;
    const answer = SITES[hostname]?.(pathname, query, params) ?? null;
    return answer === null ? null : { ...answer, headers: { ...HEADERS, ...answer.headers } };
  };
}

const SITES: Readonly<Record<string, (path: string, query: Query, params: WeiboParams) => SimulatedAnswer | null>> = {
  'weibo.com': web,
  'm.weibo.cn': mobile,
  'weibo.cn': plain,
};

const VISITOR = { tid: '01AaBbVisitorTid0', sub: '_2AkMvisitorSub', subp: '0033visitorSubp' };
const LOGIN_PAGE: SimulatedAnswer = { body: '<!DOCTYPE html><html><head><title>Sina Visitor System</title></head></html>' };

/** What meets somebody without a session: null for who may pass. */
function atTheGate({ url, method, headers, body }: SimulatedRequest, strangers: 'visitors' | 'none'): SimulatedAnswer | null {
  const cookies = headers['cookie'] ?? '';
  if (url.hostname === 'passport.weibo.com') return passport(url, { method, body }, strangers);
  if (cookies.includes('SUB=member')) return null;
  if (url.hostname === 'm.weibo.cn') return { status: 432, body: '' };
  const isVisitor = cookies.includes(`SUB=${VISITOR.sub}`) && cookies.includes(`SUBP=${VISITOR.subp}`);
  if (url.hostname !== 'weibo.com' || (isVisitor && strangers === 'visitors')) return null;
  // Some calls say it, others lead there.
  if (url.pathname === '/ajax/statuses/show') return { body: { ok: -100, url: 'https://weibo.com/login.php' } };
  return {
    status: 302,
    headers: { location: `https://passport.weibo.com/visitor/visitor?entry=miniblog&a=enter&url=${encodeURIComponent(url.href)}` },
  };
}

function passport(
  url: URL,
  { method, body }: { readonly method: string; readonly body: string },
  strangers: 'visitors' | 'none',
): SimulatedAnswer {
  const { pathname, searchParams: query } = url;
  if (pathname === '/visitor/genvisitor2' && method === 'POST') {
    const form = new URLSearchParams(body);
    const isKnown = form.get('cb') === 'visitor_gray_callback' && form.get('from') === 'weibo' && form.get('ver') !== null;
    if (!isKnown || strangers === 'none')
      return { body: 'window.visitor_gray_callback && visitor_gray_callback({"retcode":50111261,"msg":"not allowed"});' };
    return {
      body: `window.visitor_gray_callback && visitor_gray_callback(${JSON.stringify({ retcode: 20000000, msg: 'succ', data: VISITOR })});`,
    };
  }
  const isCrossing = query.get('a') === 'crossdomain' && query.get('s') === VISITOR.sub && query.get('sp') === VISITOR.subp;
  if (pathname !== '/visitor/visitor' || !isCrossing) return LOGIN_PAGE;
  const rest = 'path=/; domain=.weibo.com; secure; HttpOnly';
  return {
    status: 302,
    headers: {
      location: query.get('url') ?? 'https://weibo.com/',
      'set-cookie': [`SUB=${VISITOR.sub}; ${rest}`, `SUBP=${VISITOR.subp}; ${rest}`],
    },
    body: '',
  };
}

function web(path: string, query: Query, params: WeiboParams): SimulatedAnswer | null {
  const { listed = 45 } = params;
  switch (path.replace('/ajax', '')) {
    case '/statuses/show':
      return params.show ?? { body: { ok: 1, idstr: MID, mid: MID, mblogid: MBLOG_ID, user: { idstr: OWNER }, comments_count: 9 } };
    case '/statuses/buildComments':
      if (query.get('fetch_level') === '1')
        return ok(positioned(query, REPLIES, (index) => reply(query.get('id') ?? '', index), undefined));
      if (query.get('id') !== MID) return { body: { ok: 0, errno: '20101', msg: 'target weibo does not exist!' } };
      return ok({
        ...positioned(query, params.comments ?? 50, (index) => webComment(index, query.get('flow')), params.tail),
        trendsText: params.words ?? '已加载全部评论',
      });
    case '/statuses/repostTimeline':
      return ok({ data: paged(query, listed, (index) => reaction(index)), total_number: listed });
    case '/statuses/likeShow':
      return ok({ data: paged(query, listed, (index) => ({ ...reaction(index), text_raw: undefined })), total_number: listed });
    case '/statuses/mymblog':
      return query.get('uid') === OWNER
        ? ok({
            data: {
              list: paged(query, listed, (index) => ({ ...post(index), mblogid: `Jabcd${1000 + index}` })),
              since_id: `${query.get('page')}kp`,
              total: listed,
            },
          })
        : { body: { ok: 0, msg: '用户不存在' } };
    case '/statuses/longtext':
      return ok({ data: { longTextContent: 'The whole text\nof it' } });
    case '/profile/info':
      return query.get('custom') === 'somename' || query.get('screen_name') === '某人'
        ? ok({ data: { user: { idstr: OWNER } } })
        : { status: 400, body: { ok: 0, message: '该用户不存在' } };
    case '/friendships/friends':
      return ok({ users: paged(query, listed, (index) => user(index)), total_number: listed, next_cursor: 1 });
    default:
      return null;
  }
}

function mobile(path: string, query: Query, params: WeiboParams): SimulatedAnswer | null {
  const { listed = 45, comments = 50 } = params;
  switch (path) {
    case '/comments/hotflow':
      if (params.isMobileShut === true) return { status: 403, body: '<html>403</html>' };
      return comments === 0
        ? { body: { ok: 0, msg: '快来发表你的评论吧' } }
        : ok({ data: positioned(query, comments, mobileComment, params.tail) });
    case '/comments/hotFlowChild':
      return ok(
        positioned(
          query,
          REPLIES,
          (index) => ({ ...reply(query.get('cid') ?? '', index), text: `Answer ${index}`, text_raw: undefined }),
          undefined,
        ),
      );
    case '/api/comments/show':
      return ok({ data: { data: paged(query, comments, mobileComment), total_number: comments, max: Math.ceil(comments / PER_PAGE) } });
    case '/api/statuses/repostTimeline':
    case '/api/attitudes/show':
      return ok({ data: { data: paged(query, listed, (index) => reaction(index)), total_number: listed } });
    case '/statuses/extend':
      return ok({ data: { longTextContent: 'The whole<br />text &amp; more' } });
    case '/api/container/getIndex':
      return container(query, listed);
    default:
      return null;
  }
}

function container(query: Query, listed: number): SimulatedAnswer {
  const id = query.get('containerid') ?? '';
  const page = Number(query.get('since_id') ?? query.get('page') ?? 1);
  const rows = <T>(row: (index: number) => T): T[] => paged(new URLSearchParams({ page: String(page) }), listed, row);
  if (id === `107603${OWNER}`) {
    const cards = rows((index) => ({
      card_type: 9,
      mblog: { ...post(index), text_raw: undefined, text: html(index), bid: `Jabcd${1000 + index}` },
    }));
    const more = page * PER_PAGE < listed ? { since_id: page + 1 } : {};
    return ok({ data: { cardlistInfo: { total: listed, ...more }, cards: [{ card_type: 11 }, ...cards] } });
  }
  const group = rows((index) => ({ card_type: 10, user: { ...user(index), idstr: undefined, id: Number(user(index).idstr) } }));
  if (group.length === 0) return { body: { ok: 0, msg: '这里还没有内容', data: { cards: [] } } };
  return ok({ data: { cardlistInfo: { total: listed }, cards: [{ card_group: group }] } });
}

function ok(body: object): SimulatedAnswer {
  return { body: { ok: 1, ...body } };
}

function paged<T>(query: Query, count: number, row: (index: number) => T): T[] {
  const from = (Number(query.get('page') ?? 1) - 1) * PER_PAGE;
  return Array.from({ length: Math.max(0, Math.min(PER_PAGE, count - from)) }, (_, place) => row(from + place));
}

/** A list by `max_id`, which is the number of rows so far. */
function positioned(query: Query, count: number, row: (index: number) => object, tail: WeiboParams['tail']): object {
  const from = Number(query.get('max_id') ?? 0);
  const size = Math.max(0, Math.min(PER_PAGE, count - from));
  const isLast = from + size >= count;
  const after = !isLast ? from + size : tail === 'circle' ? PER_PAGE : tail === 'empty' ? Math.max(from, count) + 1 : 0;
  return {
    data: Array.from({ length: size }, (_, place) => row(from + place)),
    total_number: count,
    max_id: after,
    max_id_type: isLast ? 1 : 0,
  };
}

/** Without a sort one order, by heat another, by time a third. */
function webComment(index: number, flow: string | null): object {
  const place = flow === '1' ? 900 - index : index;
  const isLiked = place === 1;
  return {
    ...comment(place),
    id: Number(commentId(place)),
    text: html(place),
    text_raw: `Words ${place} [心]`,
    like_counts: place,
    isLikedByMblogAuthor: isLiked,
    ...(place === 2 ? { url_struct: [{ pic_infos: { a: { large: { url: 'https://cdn.example/a.jpg' } } } }] } : {}),
  };
}

function mobileComment(index: number): object {
  return {
    ...comment(index),
    text: html(index),
    like_count: String(index),
    ...(index === 2 ? { pic: { large: { url: 'https://cdn.example/p.jpg' } } } : { pic: '' }),
  };
}

const commentId = (index: number): string => String(FIRST_ID + index);

function comment(index: number): object {
  const id = commentId(index);
  return {
    idstr: id,
    id,
    rootid: id,
    created_at: 'Thu Jan 01 16:39:44 +0800 2026',
    total_number: index % 5 === 0 ? REPLIES : 0,
    comments: index % 5 === 0 ? [{ id: 1, text: 'inline, never taken' }] : false,
    source: '来自广东',
    floor_number: index,
    user: index === 3 ? { ...user(3), idstr: OWNER } : user(index),
  };
}

function html(index: number): string {
  return `Words ${index} <span class="url-icon"><img alt=[心] src="x.png"></span><br /><a href="/n/a">@某人</a> &amp; more`;
}

function reply(root: string, index: number): object {
  return {
    idstr: `${root}${String(index).padStart(2, '0')}`,
    rootid: root,
    text_raw: `Answer ${index}`,
    created_at: 'Thu Jan 01 16:40:00 +0800 2026',
    total_number: 0,
    reply_comment: index === 4 ? { id: 1, idstr: `${root}03` } : undefined,
    user: user(index),
  };
}

function user(index: number) {
  return {
    idstr: String(7_000_000_000 + index),
    screen_name: `用户${index}`,
    profile_image_url: `https://cdn.example/small${index}.jpg`,
    ...(index % 2 === 0 ? { avatar_hd: `https://cdn.example/${index}.jpg`, description: `About ${index}` } : {}),
    verified: index === 0,
    followers_count: index === 1 ? '100.5万' : index,
  };
}

function reaction(index: number): object {
  return { idstr: `48${index}`, created_at: 'Thu Jan 01 16:00:00 +0800 2026', text_raw: `Repost ${index}`, user: user(index) };
}

function post(index: number): object {
  return {
    idstr: String(4_900_000_000_000_000 - index),
    text_raw: `Post ${index}`,
    isLongText: index === 1,
    created_at: 'Thu Jan 01 16:00:00 +0800 2026',
    attitudes_count: index === 2 ? '100万+' : index,
    comments_count: 5,
    reposts_count: 6,
    isTop: index === 0 ? 1 : 0,
    pic_infos:
      index === 0 ? { one: { large: { url: 'https://cdn.example/1.jpg' } }, two: { large: { url: 'https://cdn.example/2.jpg' } } } : [],
    user: { ...user(0), idstr: OWNER },
    ...(index === 3 ? { retweeted_status: { text_raw: 'Said before' } } : {}),
  };
}

function plain(path: string, query: Query, params: WeiboParams): SimulatedAnswer | null {
  const page = Number(query.get('page') ?? 1);
  const { listed = 45, comments = 50 } = params;
  const [, first = '', second = ''] = path.split('/');
  const rows = (count: number, size: number, row: (index: number) => string): string[] =>
    Array.from({ length: Math.max(0, Math.min(size, count - (page - 1) * size)) }, (_, place) => row((page - 1) * size + place));
  if (second === 'profile') {
    if (first !== OWNER) return document('', ['<div class="c">用户不存在哦!</div>']);
    return document('某人的微博', rows(listed, 10, plainPost));
  }
  if (second !== MBLOG_ID) return document('', ['<div class="c">该微博不存在哦!</div>']);
  if (first === 'comment')
    return document('评论列表', [
      ...(page > 1 ? [] : [plainComment(900, true)]),
      ...rows(comments, 10, (index) => plainComment(index, false)),
    ]);
  if (first === 'attitude')
    return document(
      '赞',
      rows(listed, 10, (index) => `${account(index)}&nbsp;<span class="ct">01月01日 12:30</span></div>`),
    );
  return first === 'repost'
    ? document(
        '转发',
        rows(
          listed,
          10,
          (index) =>
            `${account(index)}:再看 ${index}&nbsp;<span class="cc"><a href="/attitude/x/add?uid=1">赞[0]</a></span>&nbsp;<span class="ct">今天 09:05&nbsp;来自网页</span></div>`,
        ),
      )
    : null;
}

function document(title: string, blocks: readonly string[]): SimulatedAnswer {
  const head =
    '<div class="c tip">手机微博触屏版</div><div class="s"></div><div class="c" id="M_"><div><a href="/1">Owner</a><span class="ctt">The post</span></div></div>';
  return {
    body: `<html><head><title>${title}</title></head><body>${head}${blocks.join('<div class="s"></div>')}<div class="c">设置</div></body></html>`,
  };
}

function account(index: number): string {
  return `<div class="c"><a href="${index === 1 ? '/somename' : `/u/${7_000_000_000 + index}`}">用户${index}</a>${index % 3 === 0 ? ' <img src="5338.gif" alt="V"/>' : ''}`;
}

function plainComment(index: number, isHot: boolean): string {
  const id = commentId(index);
  const times = ['2026-01-01 20:56:29', '12月31日 23:10', '今天 12:00', '昨天 11:59', '5分钟前', '3小时前', '刚刚', '01月02日 09:00'];
  const badge = index % 3 === 0 ? '<img src="5337.gif" alt="V"/><img src="donate_btn_s.png" alt="M"/>' : '';
  return (
    `<div class="c" id="C_${id}">${isHot ? '<span class="kt">[热门]</span>' : ''}<a href="/somebody${index}">用户${index}</a>${badge}:` +
    `<span class="ctt">字${index}<img alt=[心] src="x.png" /></span>后 <a href="/n/a">@某人</a></span>&nbsp;<a href="/spam/?cid=${id}&amp;fuid=${7_000_000_000 + index}&amp;type=2">举报</a>` +
    `&nbsp;<span class="cc"><a href="/attitude/x/update">赞[${index}]</a></span>&nbsp;<span class="ct">${times[index % times.length]}&nbsp;来自来自河南    </span></div>`
  );
}

function plainPost(index: number): string {
  const id = `Jabcd${1000 + index}`;
  const counts = `<a href="https://weibo.cn/attitude/${id}/add?uid=1">赞[${index}]</a>&nbsp;<a href="https://weibo.cn/repost/${id}">转发[7]</a>&nbsp;<a href="https://weibo.cn/comment/${id}" class="cc">评论[8]</a>`;
  const time = '&nbsp;<span class="ct">2025-12-01 15:07&nbsp;来自客户端</span>';
  const picture = `<div><a href="/mblog/pic/${id}"><img src="http://cdn.example/wap180/${index}.jpg" alt="图片" class="ib" /></a>&nbsp;<a href="/mblog/oripic?id=${id}">原图</a>&nbsp;`;
  if (index % 4 === 1)
    return (
      `<div class="c" id="M_${id}"><div><span class="cmt">转发了&nbsp;<a href="/9">别人</a>&nbsp;的微博:</span><span class="ctt">原来${index}<img alt="[心]" src="x.png" /></span>尾</span>` +
      `&nbsp;<span class="cmt">赞[1]</span>&nbsp;<span class="cmt">原文转发[2]</span>&nbsp;<a href="/comment/x" class="cc">原文评论[3]</a></div><div><span class="cmt">转发理由:</span>我说${index}<img alt="[doge]" src="x.png" /></span>&nbsp;&nbsp;<br />${counts}${time}</div></div>`
    );
  if (index % 4 === 2)
    return `<div class="c" id="M_${id}"><div><span class="ctt">长${index}...<a href="/comment/${id}">全文</a></span>&nbsp;<br />${counts}${time}</div></div>`;
  return `<div class="c" id="M_${id}"><div><span class="ctt">博${index}<img alt="[嘻嘻]" src="x.png" /></span> <a href="/x">绿洲</a> </span>&nbsp;[<a href="/mblog/picAll/${id}">组图共3张</a>]</div>${picture}<br />${counts}${time}</div></div>`;
}
