import { createHash } from 'node:crypto';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';
import { openRoom, type RoomParams } from '#core/platforms/bilibili/simulator/room.ts';

export interface BilibiliParams extends RoomParams {
  /** Comments of the video. Every fourth has five answers, of which two come along; the others have none. Default 50. */
  readonly comments?: number;
  /** Which doors answer; the others refuse. Default: all. */
  readonly doors?: readonly ('signed' | 'cursor' | 'page')[];
  /** What a shut door says: a code, or a status. Default -352. */
  readonly refusal?: { readonly code: number } | { readonly status: number };
  /** The key that signs. Default: the one that is handed out; `stale` gives a former one first. */
  readonly key?: 'fresh' | 'stale' | 'none';
  /** A comment that stands first, and again in the list. Default true. */
  readonly pinned?: boolean;
  /** Followers of the account, and whom it follows. Default 120. */
  readonly listed?: number;
  /** How many of them are shown. Default: all. */
  readonly shown?: number;
  /** True: lists of people and tickets of rooms are for browsers with a number alone, as `finger/spi` gives to anybody. */
  readonly wantsDevice?: boolean;
}

type Query = URLSearchParams;
export const AV = '170001';
const OWNER = 9;
const PER_PAGE = 20;
const REPLIES = 5;
const EPOCH = 1_700_000_000;
const OLD_KEYS = ['7cd084941338484aae1ad9425b84077c', '4932caff0ff746eab6f01bf08b70ac45'] as const;
const KEYS = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'] as const;
const ORDER = [46, 47, 18, 2, 53, 8, 23, 32, 15, 50, 10, 31, 58, 3, 45, 35, 27, 43, 5, 49, 33, 9, 42, 19, 29, 28, 14, 39, 12, 38, 41, 13];

const FOR_DEVICES = /^\/x\/relation\/|\/getDanmuInfo$/;

/** bilibili with one video, one account, one room, and things whose comments hang elsewhere. */
export function bilibiliSimulator(params: BilibiliParams): Simulator {
  let handedOut = 0;
  const count = params.comments ?? 50;
  const room = openRoom(params, isSigned);
  return ({ url, headers }) => {
    const { hostname, pathname, searchParams: query } = url;
    const isForDevices = params.wantsDevice === true && FOR_DEVICES.test(pathname);
    if (isForDevices && !/\bbuvid3=(?:[\dA-F-]{36}\d+infoc|given)\b/.test(headers['cookie'] ?? ''))
      return { body: { code: -352, message: '-352', ttl: 1, data: { v_voucher: 'voucher_1' } } };
    if (hostname === 'b23.tv')
      return { status: 302, headers: { location: `https://www.bilibili.com/video/BV17x411w7KC?share_source=copy` } };
    if (hostname !== 'api.bilibili.com') return room(url);
    switch (pathname) {
      case '/x/frontend/finger/spi':
        return ok({
          b_3: '0A1B2C3D-0000-1111-2222-33445566778899001infoc',
          b_4: '9E8D7C6B-0000-1111-2222-33445566778800011-024080112-x%2Fy%3D%3D',
        });
      case '/x/web-interface/nav': {
        handedOut += 1;
        if (params.key === 'none') return { status: 404, body: '' };
        const [img, sub] = params.key === 'stale' && handedOut === 1 ? OLD_KEYS : KEYS;
        const wbi = { img_url: `https://i0.hdslb.com/bfs/wbi/${img}.png`, sub_url: `https://i0.hdslb.com/bfs/wbi/${sub}.png` };
        return { body: { code: -101, message: '账号未登录', data: { isLogin: false, wbi_img: wbi } } };
      }
      case '/x/v2/reply/wbi/main':
        if (!opens(params, 'signed')) return refused(params);
        return isSigned(url.search.slice(1)) ? signedPage(query, params, count) : { body: { code: -403, message: '访问权限不足' } };
      case '/x/v2/reply/main':
        return query.has('seek_rpid') ? seek(query) : opens(params, 'cursor') ? cursorPage(query, params, count) : refused(params);
      case '/x/v2/reply':
        return opens(params, 'page') ? countedPage(query, params, count) : refused(params);
      case '/x/v2/reply/reply':
        return thread(query);
      case '/x/polymer/web-dynamic/v1/detail':
        return ok({ item: { basic: { comment_id_str: AV, comment_type: query.get('id') === '11' ? 11 : 17 } } });
      case '/pgc/view/web/season':
        return {
          body: {
            code: 0,
            message: 'success',
            result: {
              episodes: [
                { id: 123, aid: 170001 },
                { id: 124, aid: 5 },
              ],
            },
          },
        };
      case '/x/relation/followers':
      case '/x/relation/followings':
        return relations(query, params);
      default:
        return { status: 404, body: '' };
    }
  };
}

function opens({ doors }: BilibiliParams, door: 'signed' | 'cursor' | 'page'): boolean {
  return doors === undefined || doors.includes(door);
}

function refused({ refusal = { code: -352 } }: BilibiliParams): SimulatedAnswer {
  return 'code' in refusal ? { body: { code: refusal.code, message: String(refusal.code), ttl: 1 } } : { status: refusal.status, body: '' };
}

function ok(data: object): SimulatedAnswer {
  return { body: { code: 0, message: '0', ttl: 1, data } };
}

function isSigned(search: string): boolean {
  const [signed = '', signature = ''] = search.split('&w_rid=');
  const letters = KEYS.join('');
  const key = ORDER.map((place) => letters[place]).join('');
  return (
    signature ===
    createHash('md5')
      .update(signed + key)
      .digest('hex')
  );
}

function signedPage(query: Query, params: BilibiliParams, count: number): SimulatedAnswer {
  const { offset } = JSON.parse(query.get('pagination_str') ?? '{}') as { offset: string };
  const page = offset === '' ? 0 : Number(offset.replace(/\D/g, ''));
  const isEnd = (page + 1) * PER_PAGE >= count;
  const cursor = { is_end: isEnd, all_count: totalOf(count), pagination_reply: isEnd ? {} : { next_offset: `{"page":${page + 1}}` } };
  return ok({ cursor, ...rowsOf(page, params, count) });
}

function cursorPage(query: Query, params: BilibiliParams, count: number): SimulatedAnswer {
  const page = Number(query.get('next') ?? 0);
  const isEnd = (page + 1) * PER_PAGE >= count;
  return ok({ cursor: { is_end: isEnd, all_count: totalOf(count), next: page + 1, pagination_reply: {} }, ...rowsOf(page, params, count) });
}

function countedPage(query: Query, params: BilibiliParams, count: number): SimulatedAnswer {
  const num = Number(query.get('pn'));
  return ok({ page: { num, size: PER_PAGE, count, acount: totalOf(count) }, ...rowsOf(num - 1, params, count) });
}

function rowsOf(page: number, params: BilibiliParams, count: number): object {
  const ids = Array.from({ length: Math.max(0, Math.min(PER_PAGE, count - page * PER_PAGE)) }, (_, at) => page * PER_PAGE + at);
  const top = params.pinned !== false && page === 0 && count > 0 ? [comment(0)] : null;
  return { replies: ids.length === 0 ? null : ids.map(comment), top_replies: top, top: { upper: null }, upper: { mid: OWNER } };
}

/** Where an id is too long for a reader's numbers its text is right. */
function reply(id: number, more: object): object {
  return {
    rpid: id,
    rpid_str: String(id),
    ctime: EPOCH - id,
    like: id % 7,
    rcount: 0,
    root_str: '0',
    parent_str: '0',
    member: {
      mid: String(id % 5 === 4 ? OWNER : id + 100),
      uname: `Viewer ${id}`,
      avatar: `https://i0.hdslb.com/bfs/face/${id}.jpg`,
      official_verify: { type: id % 9 === 0 ? 0 : -1 },
      level_info: { current_level: 5 },
    },
    content: {
      message: `第${id}条 &lt;3 [doge]`,
      pictures: id % 6 === 0 ? [{ img_src: `https://i0.hdslb.com/bfs/new_dyn/${id}.jpg` }] : null,
    },
    reply_control: { location: 'IP属地：广东' },
    invisible: false,
    state: 0,
    replies: null,
    ...more,
  };
}

function comment(index: number): object {
  const id = 1000 + index;
  if (index % 4 !== 0) return reply(id, {});
  return reply(id, { rcount: REPLIES, replies: [answer(id, 0), answer(id, 1)] });
}

/** The second answers the first. */
function answer(root: number, place: number): object {
  const id = root * 10 + place;
  return reply(id, { root_str: String(root), parent_str: String(place === 1 ? root * 10 : root) });
}

function totalOf(count: number): number {
  return count + Math.ceil(count / 4) * REPLIES;
}

function thread(query: Query): SimulatedAnswer {
  const root = Number(query.get('root'));
  if (root >= 10_000) return { body: { code: 12022, message: '已经被删除了' } };
  const first = (Number(query.get('pn')) - 1) * PER_PAGE;
  const places = Array.from({ length: REPLIES }, (_, place) => place).slice(first, first + PER_PAGE);
  const replies = places.map((place) => answer(root, place));
  return ok({ page: { num: 1, size: PER_PAGE, count: REPLIES }, replies, root: comment(root - 1000), upper: { mid: OWNER } });
}

function seek(query: Query): SimulatedAnswer {
  const root = Math.floor(Number(query.get('seek_rpid')) / 10);
  return ok({ cursor: { is_end: true, all_count: 1 }, replies: [comment(1), comment(root - 1000)], upper: { mid: OWNER } });
}

function relations(query: Query, { listed = 120, shown = listed }: BilibiliParams): SimulatedAnswer {
  const size = Number(query.get('ps'));
  const first = (Number(query.get('pn')) - 1) * size;
  const list = Array.from({ length: Math.max(0, Math.min(size, shown - first)) }, (_, at) => {
    const mid = 5000 + first + at;
    return { mid, uname: `Fan ${mid}`, face: '', sign: mid % 2 === 0 ? '' : 'A & B', mtime: EPOCH - mid, official_verify: { type: -1 } };
  });
  return ok({ list, total: listed, re_version: 1 });
}
