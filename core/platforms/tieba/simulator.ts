import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface TiebaParams {
  /** Floors after the first one. Default 14. */
  readonly floors?: number;
  /** Of a page, the first one included. Default 6. */
  readonly perPage?: number;
  /** Which page the site serves: with floors in its HTML, or one whose script asks for them, or one that a script has drawn. */
  readonly form?: 'older' | 'newer' | 'drawn';
  /** What stands in the place of everything. */
  readonly instead?: 'check' | 'deleted' | 'login' | 'forbidden' | 'gone';
}

export const THREAD = '9119688421';
const FIRST_POST = 150_726_000_000;
const STARTED = Date.UTC(2026, 0, 20, 1, 0);
const REPLIES = 12;
const IN_PAGE = 2;
const REPLIES_PER_PAGE = 10;
/** Every so many floors has replies. */
const EVERY = 5;

/** Tieba with one thread. Every fifth floor has twelve replies, of which two stand in its page. */
export function tiebaSimulator(params: TiebaParams): Simulator {
  return ({ url, method, body }) => {
    const { hostname, pathname, searchParams: query } = url;
    if (hostname !== 'tieba.baidu.com') return null;
    const instead = params.instead === undefined ? null : INSTEAD[params.instead];
    if (instead !== null) return instead;
    if (pathname === `/p/${THREAD}`) return { body: threadPage(Number(query.get('pn') ?? 1), params) };
    if (pathname === '/p/comment' && query.get('tid') === THREAD)
      return { body: repliesList(Number(query.get('pid')), Number(query.get('pn'))) };
    if (pathname === '/c/f/pb/page_pc' && method === 'POST') return { body: pageAsked(new URLSearchParams(body), params) };
    return { status: 404, body: '<html><body><h1>404</h1></body></html>' };
  };
}

const INSTEAD: Readonly<Record<NonNullable<TiebaParams['instead']>, SimulatedAnswer>> = {
  check: { body: '<html><head><title>百度安全验证</title></head><body></body></html>' },
  deleted: { body: '<html><body><h2>很抱歉，该贴已被删除。</h2></body></html>' },
  login: { body: '<html><body><div>登录百度帐号</div></body></html>' },
  forbidden: { status: 403, body: 'Forbidden' },
  gone: { status: 404, body: '<html><body>404</body></html>' },
};

function countOf({ floors = 14 }: TiebaParams): number {
  return floors + 1;
}

function threadPage(page: number, params: TiebaParams): string {
  if (params.form === 'newer')
    return `<!doctype html><html><head><title>贴吧</title></head><body><div id="app"></div><script>fetch("/c/f/pb/page_pc",{method:"POST",credentials:"include",headers:{"Content-Type":"application/x-www-form-urlencoded"},body:"pn=1&kz=${THREAD}&subapp_type=pc"})</script></body></html>`;
  const { perPage = 6 } = params;
  const count = countOf(params);
  const places = indexesOf((page - 1) * perPage, perPage, count);
  if (params.form === 'drawn')
    return `<html><body><div class="pb-title-wrap">题目</div>${places
      .filter((place) => place > 0)
      .map(drawnFloor)
      .join('')}</body></html>`;
  const pages = Math.ceil(count / perPage);
  const replies = Math.floor((count - 1) / EVERY) * REPLIES;
  const links = indexesOf(1, pages, pages + 1).map((each) => `<a href="/p/${THREAD}?pn=${each}">${each}</a>`);
  const pager = `<ul class="l_posts_num"><li class="l_pager pb_list_pager">${links.join('')}</li><li class="l_reply_num"><span class="red">${count - 1 + replies}</span>回复贴，共<span class="red">${pages}</span>页</li></ul>`;
  const advertisement = '<div class="l_post l_post_bright j_l_post clearfix" data-field="{}"><div>广告</div><div>看看</div></div>';
  const floors = places.map((place) => (place === 2 ? advertisement : '') + olderFloor(place));
  return `<!DOCTYPE html><html><head><meta charset="utf-8"/><title>题目_百度贴吧</title></head><body>${pager}<div class="p_postlist">${floors.join('')}</div><script>var PageData={};PageData.pager = {"cur_page":${page},"total_page":${pages},"page_size":${perPage}};</script></body></html>`;
}

function postId(place: number): number {
  return FIRST_POST + place * 100;
}

function repliesOf(place: number): number {
  return place > 0 && place % EVERY === 0 ? REPLIES : 0;
}

/** Everybody has a floor of his own; the fourth is by whoever began. */
function writerOf(place: number): { id: number; name: string; portrait: string } {
  const who = place === 4 ? 0 : place;
  return { id: 1_635_000_000 + who, name: `作者${1_000 + who}`, portrait: `tb.1.aa${1_000 + who}.x-y_z?t=1532192361` };
}

function olderFloor(place: number): string {
  const { id, name, portrait } = writerOf(place);
  const field = {
    author: { user_id: id, user_name: place % 3 === 1 ? '' : `user_${id}`, props: null, portrait, user_nickname: '贴吧用户' },
    content: {
      post_id: postId(place),
      is_anonym: false,
      thread_id: Number(THREAD),
      builderId: writerOf(0).id,
      post_no: place + 1,
      comment_num: repliesOf(place),
      is_fold: 0,
    },
  };
  const picture =
    place % 4 === 3 ? '<br/><img class="BDE_Image" src="http://tiebapic.example/1.jpg"/><span class="replace_tip">点击展开</span>' : '';
  const replies = indexesOf(0, repliesOf(place) === 0 ? 0 : IN_PAGE, REPLIES).map((index) => reply(place, index, 'quoted'));
  return `<div class="l_post l_post_bright j_l_post clearfix" data-field='${JSON.stringify(field)}' data-pid="${postId(place)}"><div class="d_author"><ul class="p_author"><li class="d_name"><a class="p_author_name j_user_card" href="/home/main?id=${portrait}">${name}</a></li></ul></div><div class="d_post_content_main"><div class="p_content"><div class="d_post_content j_d_post_content" id="post_content_${postId(place)}">            第一行 ${postId(place)}<br/>第二行<img class="BDE_Smiley" src="http://tb.example/s.png"/>${picture}</div></div><div class="core_reply j_lzl_wrapper"><div class="core_reply_tail"><div class="post-tail-wrap"><span>IP属地:福建</span><span class="tail-info">来自<a>Android客户端</a></span><span class="tail-info">${place + 1}楼</span><span class="tail-info">${written(place)}</span></div></div><div class="j_lzl_container"><ul class="j_lzl_m_w">${replies.join('')}<li class="lzl_li_pager j_lzl_l_p"><p>我也说一句</p></li></ul></div></div></div></div>`;
}

/** Chinese time. */
function written(minutes: number): string {
  return new Date(STARTED + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

function reply(place: number, index: number, form: 'quoted' | 'json'): string {
  const by = writerOf(index === 1 ? 0 : 100 + index);
  const field = {
    pid: String(postId(place)),
    spid: String(postId(place) + 1 + index),
    user_name: `user_${by.id}`,
    portrait: by.portrait,
    showname: by.name,
  };
  const text = JSON.stringify(field);
  const attribute = form === 'json' ? text.replaceAll('"', '&quot;') : text.replaceAll('"', "'");
  return `<li class="lzl_single_post j_lzl_s_p" data-field="${attribute}"><div class="lzl_cnt"><a class="at j_user_card">${by.name}</a>: <span class="lzl_content_main">回复 <a>谁</a> :答 ${field.spid}</span><div class="lzl_content_reply"><span class="lzl_time">${written(place + index + 1)}</span></div></div></li>`;
}

function repliesList(floor: number, page: number): string {
  const place = (floor - FIRST_POST) / 100;
  const indexes = indexesOf((page - 1) * REPLIES_PER_PAGE, REPLIES_PER_PAGE, repliesOf(place));
  const pages = Math.ceil(repliesOf(place) / REPLIES_PER_PAGE);
  return `${indexes.map((index) => reply(place, index, 'json')).join('')}<li class="lzl_li_pager j_lzl_l_p lzl_li_pager_s" data-field='{"total_num":${repliesOf(place)},"total_page":${pages}}'><p>我也说一句</p></li>`;
}

/** What the page of today gets: its signature is its own business. */
function pageAsked(form: URLSearchParams, params: TiebaParams): object {
  const { perPage = 6 } = params;
  if (form.get('kz') !== THREAD) return { error_code: 4, error_msg: '贴子不存在' };
  const page = Number(form.get('pn') ?? 1);
  const count = countOf(params);
  const places = indexesOf((page - 1) * perPage, perPage, count);
  return {
    error_code: 0,
    thread: { id: Number(THREAD), title: '题目', reply_num: count - 1, create_time: STARTED / 1_000 },
    forum: { id: 1, name: '吧' },
    page: { current_page: page, total_page: Math.ceil(count / perPage) },
    first_floor: { id: postId(0), author_id: writerOf(0).id, time: STARTED / 1_000, content: [{ type: 0, text: '题目' }] },
    post_list: places
      .filter((place) => place > 0)
      .map((place) => ({
        id: postId(place),
        author_id: writerOf(place).id,
        floor: place + 1,
        time: STARTED / 1_000 + place * 60 + 7,
        content: [
          { type: 0, text: `第一行 ${postId(place)}\n` },
          { type: 4, text: '@谁' },
          ...(place % 4 === 3 ? [{ type: 3, origin_src: 'http://tiebapic.example/1.jpg' }] : []),
        ],
        sub_post_number: repliesOf(place),
        agree: { agree_num: place },
      })),
    user_list: [0, ...places].map((place) => {
      const { id, name, portrait } = writerOf(place);
      return { id, name: `user_${id}`, name_show: name, portrait, ip_address: '福建' };
    }),
  };
}

function drawnFloor(place: number): string {
  return `<div class="pb-comment-item" data-pid="${postId(place)}"><div class="head-name">${writerOf(place).name}</div><div class="comment-content"><div class="pb-content-item"><span class="text">第一行 ${postId(place)}</span></div></div><div class="comment-desc-left">第${place + 1}楼 ${written(place)} 福建</div></div>`;
}
