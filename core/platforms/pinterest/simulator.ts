import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface PinterestParams {
  /** Comments of the pin, without replies. Default 90. Every fourth has 45 replies. */
  readonly comments?: number;
  /** Answers to the first of those replies. Default 0. */
  readonly nested?: number;
  /** Entries of any other list. Default 60. */
  readonly listed?: number;
  /** How a list says that it is over. Default `none`: with no bookmark. */
  readonly end?: 'none' | '-end-' | 'cbNone';
  /** False: the API leaves out the id that copies of a pin share, and only the page has it. Default true. */
  readonly sharesId?: boolean;
  /** Names of resources that are gone: they answer 404. */
  readonly gone?: readonly string[];
}

type Options = Readonly<Record<string, unknown>>;
interface List {
  readonly rows: readonly object[];
}

const PIN = '1234567890123456';
const SHARED = '5345354990309401472';
const OWNER = '7';
const REPLIES = 45;
const FIRST_COMMENT = 10_000;
const SECTION_PINS = 30;
const SECTIONS = [
  { id: '12', slug: 'a-section', title: 'A section', pin_count: SECTION_PINS },
  { id: '24', slug: 'another', title: 'Another', pin_count: SECTION_PINS },
];
const FIRST_TIME = Date.UTC(2024, 2, 1);
const ENDS = { none: undefined, '-end-': '-end-', cbNone: 'Y2JOb25lOzB8MTIz' };

/**
 * Pinterest with the pin 1234567890123456 of `somebody` and their board `a-board`. Other pins: 2 without comments, 3 with none allowed, 4 with
 * comments that are not shown; the board `secret` is private. All else does not exist.
 */
export function pinterestSimulator(params: PinterestParams): Simulator {
  const { gone = [] } = params;
  return ({ url, headers }) => {
    if (url.hostname === 'pin.it')
      return url.pathname === '/1AbCdEfGh'
        ? redirect('https://api.pinterest.com/url_shortener/1AbCdEfGh/redirect/')
        : { status: 404, body: '' };
    if (url.hostname === 'api.pinterest.com') return redirect(`https://www.pinterest.com/pin/${PIN}/sent/?sfo=1`);
    if (url.hostname !== 'www.pinterest.com') return null;
    if (url.pathname === `/pin/${PIN}/`) return { body: pinPage() };
    const name = /^\/resource\/(\w+)\/get\/$/.exec(url.pathname)?.[1];
    if (name === undefined || headers['x-requested-with'] !== 'XMLHttpRequest') return { status: 403, body: '<h1>Access Denied</h1>' };
    if (gone.includes(name)) return { status: 404, body: '<h1>Not found</h1>' };
    const { options } = JSON.parse(url.searchParams.get('data') ?? '{}') as { options: Options };
    const answered = answer(name, options, params);
    if (typeof answered === 'number') return refused(answered);
    return 'rows' in answered ? page(answered as List, options, params.end ?? 'none') : wrapped(answered, undefined);
  };
}

/** A number is the code of an error. */
function answer(name: string, options: Options, params: PinterestParams): object | number {
  const { comments = 90, nested = 0, listed = 60 } = params;
  const isOwner = options['username'] === 'somebody';
  const rows = <T extends object>(count: number, make: (index: number) => T): List => ({
    rows: Array.from({ length: count }, (_, index) => make(index)),
  });
  switch (name) {
    case 'PinResource':
      return pinDetails(String(options['id']), { ...params, comments, nested });
    case 'UnifiedCommentsResource':
      return rows(options['aggregated_pin_id'] === SHARED ? comments : 0, comment);
    case 'ApiResource':
      return answerByAddress(String(options['url']), comments, nested);
    case 'AggregatedCommentReplyFeedResource':
      if (isTry(Number(options['objectId']) - FIRST_COMMENT)) return 50;
      return repliesTo(Number(options['objectId']), nested);
    case 'UserResource':
      return isOwner ? { ...user(0), follower_count: listed, following_count: listed, pin_count: listed } : 30;
    case 'UserPinsResource':
      return isOwner ? rows(listed, feedEntry) : 30;
    case 'UserActivityPinsResource':
      return isOwner && options['user_id'] === OWNER ? rows(listed, feedEntry) : 30;
    case 'BoardResource':
      return options['slug'] === 'secret'
        ? 40
        : options['slug'] === 'a-board'
          ? { id: '99', name: 'A board', pin_count: listed + SECTIONS.length * SECTION_PINS, section_count: SECTIONS.length }
          : 404;
    case 'BoardSectionsResource':
      return options['board_id'] === '99' ? { rows: SECTIONS } : 404;
    case 'BoardSectionResource':
      return SECTIONS.find(({ id, slug }) => options['section_id'] === id || (isOwner && options['section_slug'] === slug)) ?? 404;
    case 'BoardSectionPinsResource':
      return SECTIONS.some(({ id }) => id === options['section_id'])
        ? rows(SECTION_PINS, (index) => feedEntry(Number(options['section_id']) * 1000 + index))
        : 404;
    case 'BoardFeedResource':
      return options['board_id'] === '99' ? rows(listed, feedEntry) : 404;
    case 'UserFollowersResource':
    case 'UserFollowingResource':
      return isOwner ? rows(listed, (index) => user(index + 1)) : 30;
    default:
      return 404;
  }
}

/** The API below, by its addresses. */
function answerByAddress(address: string, comments: number, nested: number): List | number {
  const [, kind = '', of = ''] =
    /^\/v3\/(aggregated_pin_data|aggregated_comments|did_it)\/(\d+)\/(?:comments|replies)\/$/.exec(address) ?? [];
  const number = Number(of) - FIRST_COMMENT;
  if (kind === 'aggregated_pin_data') return { rows: Array.from({ length: of === SHARED ? comments : 0 }, (_, index) => comment(index)) };
  if (kind === '' || isTry(number) !== (kind === 'did_it')) return 50;
  return repliesTo(Number(of), nested);
}

function refused(code: number): SimulatedAnswer {
  const status = code === 40 ? 403 : 404;
  const words = { 30: 'User not found.', 40: 'Board is secret.', 50: 'Pin not found.' }[code] ?? 'Not found.';
  return {
    status,
    body: {
      resource_response: {
        status: 'failure',
        code,
        message: words,
        http_status: status,
        error: { code, message: words, http_status: status },
      },
    },
  };
}

function wrapped(data: object, bookmark: string | undefined): SimulatedAnswer {
  return {
    body: {
      resource_response: {
        status: 'success',
        code: 0,
        message: 'ok',
        http_status: 200,
        data,
        ...(bookmark === undefined ? {} : { bookmark }),
      },
      resource: { name: 'x', options: { bookmarks: [bookmark ?? '-end-'] } },
    },
  };
}

function page({ rows }: List, options: Options, end: keyof typeof ENDS): SimulatedAnswer {
  const [bookmark = 'at:0'] = (options['bookmarks'] ?? []) as readonly string[];
  const first = Number(bookmark.slice('at:'.length));
  const last = first + Number(options['page_size'] ?? 25);
  return wrapped(rows.slice(first, last), last < rows.length ? `at:${last}` : ENDS[end]);
}

function pinDetails(id: string, { comments = 0, nested = 0, sharesId = true }: PinterestParams): object | number {
  const counts: Readonly<Record<string, number>> = { [PIN]: comments + Math.ceil(comments / 4) * (REPLIES + nested), 2: 0, 3: 0, 4: 5 };
  if (!(id in counts)) return 50;
  return {
    ...feedEntry(1),
    id,
    // That of this copy alone, which the site does not show.
    comment_count: sharesId ? 0 : counts[id],
    comments_disabled: id === '3',
    aggregated_pin_data: sharesId
      ? { id: id === PIN ? SHARED : `shared${id}`, comment_count: counts[id], aggregated_stats: { saves: 10, done: 1 } }
      : null,
    pinner: user(0),
  };
}

function pinPage(): string {
  const data = { response: { data: { v3GetPinQuery: { data: { entityId: PIN, aggregatedPinData: { entityId: SHARED } } } } } };
  return `<html><script data-relay-response="true" type="application/json">${JSON.stringify(data)}</script></html>`;
}

/** Every tenth is a photo of what somebody made. */
function isTry(index: number): boolean {
  return index % 10 === 8;
}

function comment(index: number): object {
  const id = String(FIRST_COMMENT + index);
  const at = new Date(FIRST_TIME + index * 60_000).toUTCString().replace('GMT', '+0000');
  const images = [
    { '75x75': { url: `https://i.pinimg.example/75/${id}.jpg` }, originals: { url: `https://i.pinimg.example/originals/${id}.jpg` } },
  ];
  const author = index % 10 === 6 ? { id: String(501 + index), type: 'user' } : user(index + 1);
  const shared = {
    node_id: Buffer.from(`AggregatedComment:${id}`).toString('base64'),
    id,
    comment_count: index % 4 === 0 ? REPLIES : 0,
    user: index % 9 === 3 ? user(0) : author,
  };
  if (isTry(index))
    return { ...shared, type: 'userdiditdata', details: `Made it ${index}`, done_at: at, images, helpful_count: 4, like_count: 1 };
  const isSticker = index % 10 === 5;
  return {
    ...shared,
    type: 'aggregatedcomment',
    text: isSticker ? ' ' : `Comment ${index} & <3`,
    media: isSticker ? { media_type: 1, sticker: { image_url: `https://i.pinimg.example/stickers/${index}.png` } } : null,
    created_at: at,
    reaction_counts: { 1: index, 7: 1 },
    helpful_count: index,
    highlighted_by_pin_owner: index === 0,
    is_edited: index % 6 === 0,
    images: null,
    tags: [],
  };
}

/** Comments have five digits; a reply has the number of what it answers, and three more. */
function repliesTo(of: number, nested: number): List {
  const isComment = of < 100_000;
  const count = isComment ? REPLIES : of < 100_000_000 && of % 1000 === 0 ? nested : 0;
  return { rows: Array.from({ length: count }, (_, index) => reply(of, index, isComment && index === 0 ? nested : 0)) };
}

function reply(of: number, index: number, below: number): object {
  return {
    id: `${of}${String(index).padStart(3, '0')}`,
    type: 'aggregatedcomment',
    text: `Reply ${index}`,
    created_at: 'Fri, 01 Mar 2024 10:00:00 +0000',
    comment_count: below,
    reaction_counts: {},
    user: user(index + 1),
  };
}

/** Every twelfth is no pin. */
function feedEntry(index: number): object {
  if (index % 12 === 11) return { id: `story${index}`, type: 'story', title: { format: 'x' } };
  return {
    id: String(2_000_000_000_000_000 + index),
    type: 'pin',
    title: index % 2 === 0 ? { format: '', text: '' } : `Pin ${index} & more`,
    grid_title: `Grid ${index}`,
    description: index % 3 === 0 ? ' ' : `About ${index}`,
    created_at: new Date(FIRST_TIME - index * 3_600_000).toUTCString().replace('GMT', '+0000'),
    link: index % 2 === 0 ? null : `https://shop.example/${index}`,
    repin_count: index,
    reaction_counts: { 1: index },
    aggregated_pin_data: { id: `9${index}`, comment_count: index },
    pinner: user(0),
    board: { id: '99', name: 'A board' },
    images: {
      '236x': { url: `https://i.pinimg.example/236x/${index}.jpg` },
      orig: { url: `https://i.pinimg.example/originals/${index}.jpg` },
    },
    videos: index % 5 === 0 ? { video_list: { V_HLSV4: { url: `https://v1.pinimg.example/${index}.m3u8` } } } : null,
  };
}

function user(index: number): object {
  return {
    id: index === 0 ? OWNER : String(500 + index),
    username: index === 0 ? 'somebody' : `user${index}`,
    full_name: index % 8 === 5 ? '' : `User ${index}`,
    image_medium_url: `https://i.pinimg.example/75x75_RS/${index}.jpg`,
    is_verified_merchant: index % 20 === 2,
    about: index % 2 === 0 ? `I am ${index}` : '',
  };
}
