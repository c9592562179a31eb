import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface VimeoParams {
  /** Comments of the video; every third has replies. Default 230. */
  readonly comments?: number;
  /** Replies below such a comment. Default 2. */
  readonly replies?: number;
  /** Answers to the first of those replies. Default 0. */
  readonly nested?: number;
  /** People in every list, videos in that of likes. Default 150. */
  readonly people?: number;
  /** After so many answers a token is over. */
  readonly tokenLasts?: number;
  /** What the API refuses with. */
  readonly refusal?: { readonly status: number; readonly code?: number | string; readonly error?: string };
  /** `privacy.comments` of the video. */
  readonly privacy?: string;
  /** False: nothing is said of the video itself. */
  readonly tellsVideo?: boolean;
  /** Where a comment names who wrote it: `user`, as the documented version 3.4 has it, or among its connections, as the site's own page reads it. Default `user`. */
  readonly writers?: 'user' | 'connections';
  /** Numbers of comments that were deleted: their place stays, with a date of deletion and without words. */
  readonly deleted?: readonly number[];
}

/** What an app of its own is known by; the site's pages have tokens that end. */
export const APP_TOKEN = 'simulated-app';
const START = Date.UTC(2024, 0, 1);
/** Replies have the number of what they answer, and two digits more. */
const FIRST_REPLY = 100_000;

/** Vimeo's API with the video 258684937 (unlisted: `:0a1b2c3d4e`) of user 152184, and people below `/users/staff`. */
export function vimeoSimulator(params: VimeoParams): Simulator {
  let tokens = 0;
  let answers = 0;
  return (request) => {
    const { url, headers } = request;
    if (url.hostname === 'vimeo.com' && url.pathname === '/_next/viewer') {
      tokens += 1;
      answers = 0;
      return { body: { jwt: `token-${tokens}`, xsrft: 'x' } };
    }
    if (url.hostname !== 'api.vimeo.com') return null;
    answers += 1;
    const { authorization } = headers;
    const isOver = params.tokenLasts !== undefined && answers > params.tokenLasts;
    if (isOver || (authorization !== `jwt token-${tokens}` && authorization !== `Bearer ${APP_TOKEN}`))
      return refusal(401, 8003, 'The user credentials are invalid.');
    if (params.refusal) return refusal(params.refusal.status, params.refusal.code, params.refusal.error ?? 'Something is wrong.');
    return answerTo(request, params);
  };
}

function refusal(status: number, code: number | string | undefined, error: string): SimulatedAnswer {
  return { status, body: { error, developer_message: 'Words for developers.', ...(code === undefined ? {} : { error_code: code }) } };
}

function answerTo({ url }: SimulatedRequest, params: VimeoParams): SimulatedAnswer {
  const { comments = 230, replies = 2, nested = 0, people = 150 } = params;
  const path = url.pathname.replace(':0a1b2c3d4e', '');
  const parent = /\/comments\/(\d+)\/replies$/.exec(path)?.[1];
  if (parent !== undefined) {
    const of = Number(parent);
    const count = of < FIRST_REPLY ? replies : of < FIRST_REPLY * 100 && of % 100 === 0 ? nested : 0;
    return list(url, count, (index) => comment(of * 100 + index, index === 0 && of < FIRST_REPLY ? nested : 0, params));
  }
  if (path === '/videos/258684937/comments') {
    const isOldFirst = url.searchParams.get('direction') === 'asc';
    return list(url, comments, (index) => {
      const id = 1000 + (isOldFirst ? index : comments - 1 - index);
      return comment(id, id % 3 === 0 ? replies : 0, params);
    });
  }
  if (path === '/videos/258684937')
    return params.tellsVideo === false
      ? refusal(404, 5000, 'The requested video could not be found.')
      : { body: { uri: '/videos/258684937', user: person(152_184), privacy: { view: 'anybody', comments: params.privacy ?? 'anybody' } } };
  if (path === '/users/staff/likes') return list(url, people, likedVideo);
  if (path === '/videos/258684937/likes' || /^\/users\/(?:staff|152184)\/(?:followers|following)$/.test(path))
    return list(url, people, person);
  return refusal(404, 5000, 'The requested page could not be found.');
}

function list(url: URL, count: number, row: (index: number) => object): SimulatedAnswer {
  const page = Number(url.searchParams.get('page'));
  const size = Number(url.searchParams.get('per_page'));
  const first = (page - 1) * size;
  const length = Math.max(0, Math.min(size, count - first));
  const next = first + length < count ? `${url.pathname}?page=${page + 1}&per_page=${size}` : null;
  return {
    body: {
      total: count,
      page,
      per_page: size,
      paging: {
        next,
        previous: null,
        first: `${url.pathname}?page=1`,
        last: `${url.pathname}?page=${Math.max(1, Math.ceil(count / size))}`,
      },
      data: Array.from({ length }, (_, index) => row(first + index)),
    },
  };
}

/** Every tenth has lost its account, every seventh was edited, every twentieth was written by a guest without one. */
function comment(id: number, replies: number, { writers = 'user', deleted = [] }: VimeoParams): object {
  const isDeleted = deleted.includes(id);
  const isGuest = writers === 'connections' && id % 20 === 8;
  const user = id % 10 === 4 || isGuest ? null : person(id % 10 === 5 ? 152_184 : id);
  const connections = {
    replies: { uri: `/videos/258684937/comments/${id}/replies`, options: ['GET', 'POST'], total: replies },
    ...(writers === 'connections' ? { user, guest_user: isGuest ? { uri: `/guest_users/${id}`, name: `Guest ${id}` } : null } : {}),
  };
  return {
    uri: `/videos/258684937/comments/${id}`,
    type: 'video',
    text: isDeleted ? null : `Comment ${id}\r\n& more`,
    created_on: moment(id),
    last_edited_on: id % 7 === 0 ? moment(id + 60) : null,
    deleted_on: isDeleted ? moment(id + 90) : null,
    link: `https://vimeo.com/258684937#comment_${id}`,
    resource_key: `key${id}`,
    richtext: null,
    text_decorations: [],
    ...(writers === 'user' ? { user } : {}),
    metadata: { connections, interactions: {} },
  };
}

function moment(second: number): string {
  return new Date(START + second * 1000).toISOString().replace('.000Z', '+00:00');
}

function person(id: number): object {
  return {
    uri: `/users/${id}`,
    name: `Person ${id}`,
    link: id % 2 === 0 ? `https://vimeo.com/person${id}` : `https://vimeo.com/user${id}`,
    bio: id % 2 === 0 ? 'Makes films' : '',
    location: 'Oslo',
    created_time: '2007-01-18T16:40:11+00:00',
    pictures: {
      sizes: [
        { width: 30, link: 'https://cdn.example/30.jpg' },
        { width: 300, link: 'https://cdn.example/300.jpg' },
        { width: 75, link: 'https://cdn.example/75.jpg' },
      ],
    },
    metadata: { connections: { followers: { total: 7 } } },
  };
}

function likedVideo(index: number): object {
  return {
    uri: `/videos/${5000 + index}`,
    name: `Video ${index}`,
    description: index % 2 === 0 ? 'What it shows' : null,
    link: `https://vimeo.com/${5000 + index}`,
    created_time: '2020-01-18T16:40:11+00:00',
    duration: 60,
    user: person(index),
  };
}
