import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface TikTokParams {
  /** Comments of the video. Every third has 25 answers, the first of which comes along. Default 45. */
  readonly comments?: number;
  /** Videos of the account. Default 80. */
  readonly posts?: number;
  /** Followers of the account, and whom it follows. Default 70. */
  readonly listed?: number;
  /** Whether plain requests are answered, or only those from inside a page. Default true. */
  readonly plain?: boolean;
  /**
   * The call for posts beside a video: it takes requests without a signature, if they say of their page what it wants to know. Default: it
   * is shut with the others. `paused`: forty days lie between the first twenty posts and the others.
   */
  readonly besideVideos?: 'open' | 'paused';
  /** What a shut door says. Default: nothing at all. */
  readonly refusal?: SimulatedAnswer;
  /** Shuts the list of replies at both doors. */
  readonly shutReplies?: boolean;
  /** What the video's page says besides its ids. */
  readonly detail?: object;
  /** What an empty list of comments comes with. */
  readonly empty?: object;
  /** The account's fields, besides its ids. */
  readonly user?: object;
  /** Whether the profile's page carries data. Default true. */
  readonly hasProfileData?: boolean;
  /** Whether lists of accounts end early, as cut short. */
  readonly truncatedAt?: number;
}

export const VIDEO = '7560802497552567582';
export const OWNER = '6745191554350760966';
export const SEC_UID = 'MS4wLjABAAAAsimulatedSecUidOfOwner';
const EPOCH = 1_760_000_000;
const REPLIES = 25;
const MOST_PER_PAGE = 19;

/** TikTok with one video and one account (`owner`). A fetch from inside a page is told by its lack of the site's root as referer. */
export function tiktokSimulator(params: TikTokParams): Simulator {
  return (request) => {
    const { hostname, pathname } = request.url;
    if (hostname === 'vm.tiktok.com') return redirect(LEADS[pathname] ?? 'https://www.tiktok.com/?_r=1');
    if (hostname !== 'www.tiktok.com') return null;
    if (pathname.startsWith('/t/')) return redirect(`https://www.tiktok.com/@/video/${VIDEO}?_r=1`);
    if (pathname.startsWith('/api/')) return apiAnswer(request, params);
    if (pathname.endsWith(`/video/${VIDEO}`))
      return page({
        'webapp.video-detail': params.detail ?? { statusCode: 0, itemInfo: { itemStruct: { id: VIDEO, author: { id: OWNER } } } },
      });
    if (pathname !== '/@owner') return null;
    if (params.hasProfileData === false) return { body: '<html>Please wait...</html>' };
    return page({ 'webapp.user-detail': { statusCode: 0, userInfo: userInfo(params) } });
  };
}

const LEADS: Readonly<Record<string, string>> = {
  '/ZMvideo1/': `https://www.tiktok.com/t/ZTvideo1/`,
  '/ZMvideo1': `https://www.tiktok.com/t/ZTvideo1/`,
  '/ZMquery1': `https://m.tiktok.com/h5/share?item_id=${VIDEO}`,
  '/ZMuser01': 'https://www.tiktok.com/@owner?_r=1',
};

function redirect(location: string): SimulatedAnswer {
  return { status: 301, headers: { location } };
}

function page(scope: object): SimulatedAnswer {
  const data = JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.app-context': { language: 'en' }, ...scope } });
  return {
    body: `<html><body><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${data}</script></body></html>`,
  };
}

function apiAnswer({ url, headers }: SimulatedRequest, params: TikTokParams): SimulatedAnswer | null {
  const query = url.searchParams;
  const isPlain = headers['referer'] === 'https://www.tiktok.com/';
  if (url.pathname === '/api/creator/item_list/' && params.besideVideos !== undefined) return postsBeside(query, params);
  if (params.plain === false && isPlain) return params.refusal ?? { body: '' };
  switch (url.pathname) {
    case '/api/comment/list/':
      return query.get('aweme_id') === VIDEO ? comments(query, params) : { body: { status_code: 10204, status_msg: 'video not found' } };
    case '/api/comment/list/reply/':
      if (params.shutReplies === true) return params.refusal ?? { body: '' };
      return query.get('item_id') === VIDEO ? replies(query) : { body: { status_code: 5 } };
    case '/api/user/detail/':
      return { body: { statusCode: 0, userInfo: query.get('uniqueId') === 'owner' ? userInfo(params) : {} } };
    case '/api/post/item_list/':
      return query.get('secUid') === SEC_UID ? posts(query, params.posts ?? 80) : { body: { statusCode: 10202 } };
    case '/api/user/list/':
      return accounts(query, params);
    default:
      return null;
  }
}

function comments(query: URLSearchParams, params: TikTokParams): SimulatedAnswer {
  const count = params.comments ?? 45;
  if (count === 0) return { body: { status_code: 0, comments: null, cursor: 0, has_more: 0, total: 0, ...params.empty } };
  const { from, size } = window(query, count);
  const threads = Math.ceil(count / 3);
  return {
    body: {
      status_code: 0,
      comments: Array.from({ length: size }, (_, place) => comment(from + place)),
      cursor: from + size,
      has_more: from + size < count ? 1 : 0,
      total: count + threads * REPLIES,
      has_filtered_comments: 0,
    },
  };
}

/** Pages are a little shorter than asked for. */
function window(query: URLSearchParams, count: number): { from: number; size: number } {
  const from = Number(query.get('cursor') ?? 0);
  return { from, size: Math.max(0, Math.min(MOST_PER_PAGE, count - from)) };
}

const cid = (index: number): string => `75712697803015${String(10_000 + index)}`;
const replyId = (parent: string, index: number): string => `${parent.slice(0, 14)}${parent.slice(15)}${String(index).padStart(2, '0')}9`;

function comment(index: number): object {
  const hasReplies = index % 3 === 0;
  return {
    ...row(cid(index), index),
    reply_id: '0',
    reply_comment_total: hasReplies ? REPLIES : 0,
    reply_comment: hasReplies ? [{ cid: replyId(cid(index), 0), text: 'Reply 0 👍', create_time: EPOCH, label_text: 'Creator' }] : null,
    stick_position: index === 0 ? 1 : 0,
    author_pin: false,
  };
}

/** Words of labels follow the language of the page, their numbers do not. */
const LABELS: Readonly<Record<number, object>> = {
  0: { label_list: [{ type: 1, text: 'Tác giả' }] },
  1: { label_list: [{ type: 20, text: 'Liked by creator' }] },
};

function replies(query: URLSearchParams): SimulatedAnswer {
  const parent = query.get('comment_id') ?? '';
  const { from, size } = window(query, REPLIES);
  const list = Array.from({ length: size }, (_, place) => ({
    ...row(replyId(parent, from + place), from + place),
    reply_id: parent,
    reply_to_reply_id: from + place === 2 ? replyId(parent, 1) : '0',
    ...LABELS[from + place],
    ...(from + place === 0 ? { text: 'Reply 0 👍' } : {}),
  }));
  return { body: { status_code: 0, comments: list, cursor: from + size, has_more: from + size < REPLIES ? 1 : 0, total: REPLIES } };
}

function row(id: string, index: number): object {
  return {
    cid: id,
    aweme_id: VIDEO,
    text: `Words ${index}\nand more 🎉`,
    create_time: EPOCH + index * 60,
    digg_count: index,
    status: 1,
    comment_language: index % 2 === 0 ? 'en' : 'un',
    is_author_digged: index === 1,
    image_list: index === 4 ? [{ origin_url: { url_list: ['https://cdn.example/4.webp', 'https://cdn.example/4.jpeg'] } }] : null,
    user: {
      uid: index === 5 ? OWNER : `69349158001851${10_000 + index}`,
      unique_id: `user.${index}`,
      nickname: `User ${index}`,
      custom_verify: index === 2 ? 'verified account' : '',
      avatar_thumb: { url_list: [`https://cdn.example/a${index}.webp`] },
    },
  };
}

function userInfo({ user, posts = 80 }: TikTokParams): object {
  return {
    user: { id: OWNER, uniqueId: 'owner', nickname: 'The Owner', secUid: SEC_UID, verified: true, ...user },
    stats: { followerCount: 1, videoCount: posts },
    statsV2: { followerCount: '1', videoCount: String(posts) },
  };
}

function posts(query: URLSearchParams, count: number): SimulatedAnswer {
  const cursor = Number(query.get('cursor'));
  const from = cursor === 0 ? 0 : (EPOCH * 1000 - cursor) / 3_600_000;
  const size = Math.max(0, Math.min(Number(query.get('count')), count - from));
  const list = Array.from({ length: size }, (_, place) => post(from + place));
  const pinned = from === 0 && count > 0 ? [{ ...post(count - 1), isPinnedItem: true }] : [];
  return {
    body: {
      statusCode: 0,
      ...(size === 0 ? {} : { itemList: [...pinned, ...list] }),
      hasMore: from + size < count,
      cursor: String(EPOCH * 1000 - (from + size) * 3_600_000),
    },
  };
}

const WANTED = ['app_name', 'browser_name', 'browser_platform', 'channel', 'device_platform', 'from_page', 'os', 'region', 'verifyFp'];
const WEEK_S = 7 * 86_400;
const PAUSE_S = 40 * 86_400;

/** What was posted before a moment, in the week before it; pinned posts first where that is now. */
function postsBeside(query: URLSearchParams, { posts: count = 80, besideVideos }: TikTokParams): SimulatedAnswer {
  const isWhole = WANTED.every((name) => query.has(name)) && query.get('type') === '1' && Number(query.get('count')) <= 15;
  if (!isWhole || query.get('secUid') !== SEC_UID) return { body: { statusCode: 10201, itemList: null } };
  const now = Number(query.get('cursor')) / 1000;
  // Whoever begins does so with the moment of asking, long after the newest post.
  const isFirst = now > EPOCH;
  const all = Array.from({ length: count }, (_, index) => post(index, besideVideos === 'paused' && index >= 20 ? PAUSE_S : 0));
  const older = all.filter(({ createTime }) => createTime < now);
  const shown = older.filter(({ createTime }) => isFirst || createTime >= now - WEEK_S).slice(0, 15);
  const pinned = isFirst && count > 0 ? [{ ...post(count - 1), isPinnedItem: true }] : [];
  return {
    body: {
      statusCode: 0,
      ...(shown.length === 0 ? {} : { itemList: [...pinned, ...shown] }),
      hasMorePrevious: older.length > shown.length,
    },
  };
}

function post(index: number, agedS = 0) {
  return {
    id: `68292678367839${10_000 + index}`,
    desc: `Post ${index} #tag &amp;`,
    createTime: EPOCH - index * 3600 - agedS,
    author: {
      id: OWNER,
      uniqueId: 'owner',
      nickname: 'The Owner',
      secUid: SEC_UID,
      avatarThumb: 'https://cdn.example/o.jpeg',
      verified: true,
    },
    stats: { commentCount: 1_000_000, diggCount: 2_000_000, playCount: 3_000_000, shareCount: 4 },
    ...(index % 2 === 0 ? { statsV2: { commentCount: '1000123', diggCount: '2000456', playCount: '3000789', shareCount: '4' } } : {}),
    ...(index % 4 === 1
      ? { imagePost: { images: [{ imageURL: { urlList: [`https://cdn.example/p${index}.jpeg`] } }] }, video: { playAddr: '' } }
      : { video: { playAddr: `https://cdn.example/v${index}.mp4` } }),
  };
}

function accounts(query: URLSearchParams, params: TikTokParams): SimulatedAnswer {
  const total = params.listed ?? 70;
  const count = Math.min(total, params.truncatedAt ?? total);
  const cursor = Number(query.get('minCursor'));
  const from = cursor === 0 ? 0 : (EPOCH - cursor) / 60;
  const size = Math.max(0, Math.min(Number(query.get('count')), count - from));
  const scene = query.get('scene');
  const hasMore = from + size < count;
  const row = (index: number) => ({
    user: {
      id: `${scene}00000000000${10_000 + index}`,
      uniqueId: `${scene}user${index}`,
      nickname: `User ${index}`,
      avatarThumb: `https://cdn.example/${index}.jpeg`,
      verified: index === 0,
      signature: index % 2 === 0 ? `About ${index}` : '',
    },
    stats: { followerCount: index },
  });
  return {
    body: {
      statusCode: 0,
      userList: Array.from({ length: size }, (_, place) => row(from + place)),
      hasMore,
      minCursor: hasMore ? EPOCH - (from + size) * 60 : -1,
      maxCursor: EPOCH,
      total,
      isTruncated: !hasMore && params.truncatedAt !== undefined,
    },
  };
}
