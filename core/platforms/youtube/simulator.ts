import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { createLetterPool, inLetters } from '#core/platforms/youtube/simulator/random.ts';
import { type ContinuationForm, continuationItem, keyText, type RowKind, WIDTHS } from '#core/platforms/youtube/simulator/row.ts';
import { type Member, mayRead, settingsPage } from '#core/platforms/youtube/simulator/members.ts';
import { commentRows } from '#core/platforms/youtube/simulator/rows.ts';
import { createTemplate, type SlotValue, type Template } from '#core/platforms/youtube/simulator/template.ts';
import { type Place, placeOf, tokenFor } from '#core/platforms/youtube/simulator/token.ts';

export interface YouTubeParams {
  /** Default `dQw4w9WgXcQ`. Other videos are not there. */
  readonly videoId?: string;
  /** Top-level comments. Default 100. */
  readonly comments?: number;
  /** 0: no replies. 1: under every thread. 5: under every fifth. Default 0. */
  readonly repliesEvery?: number;
  /** Replies of a thread that has some. Default 10, which is one page. */
  readonly repliesPerThread?: number;
  /** Threads on a page. Default 20, as YouTube has it. */
  readonly pageSize?: number;
  readonly format?: 'entity' | 'old';
  /** Replies as threads of their own (since late 2025, and all that youtubei.js reads) or as a flat list. Default threads. */
  readonly replyShape?: 'threads' | 'flat';
  readonly continuations?: ContinuationForm;
  /** The only one who sees the comments. Default: everybody does. */
  readonly member?: Member | null;
  /** True: a list goes on only for the visitor that its first answer named. Default false. */
  readonly knowsVisitors?: boolean;
  /** The same seed gives the same video. Default 1. */
  readonly seed?: number;
}

type World = Required<YouTubeParams>;

const DEFAULTS: World = {
  videoId: 'dQw4w9WgXcQ',
  comments: 100,
  repliesEvery: 0,
  repliesPerThread: 10,
  pageSize: 20,
  format: 'entity',
  replyShape: 'threads',
  continuations: 'renderer',
  member: null,
  knowsVisitors: false,
  seed: 1,
};
const REPLIES_PER_PAGE = 10;
/** Pages that differ in texts and lengths; beyond these only ids, names and numbers change. */
const VARIANTS = 8;
const SUGGESTIONS = 60;
const VISITOR = 'CgtTaW11bGF0ZWQwMSjA';
const CLIENT_VERSION = '2.20260612.01.00';
const JSON_HEADERS = { 'content-type': 'application/json; charset=UTF-8' };

/** Everything that this YouTube shows below its video: threads and replies. */
export function totalComments(params: YouTubeParams): number {
  const world = { ...DEFAULTS, ...params };
  return world.comments + threadsWithReplies(world) * world.repliesPerThread;
}

/**
 * YouTube with one video, as far as its comments go: `next` in the wire form and size of the real one (about 10 KB a
 * comment), and what youtubei.js asks for at its start. Its memory does not grow with the number of comments.
 */
export function youtubeSimulator(params: YouTubeParams = {}): Simulator {
  const world = { ...DEFAULTS, ...params };
  const pages = createPages(world);
  const watchPage = Buffer.from(JSON.stringify(watchPageOf(world)));
  return (request) => {
    const { hostname, pathname } = request.url;
    if (hostname !== 'www.youtube.com' && hostname !== 'youtubei.googleapis.com') return null;
    if (pathname === '/' && world.member !== null) return settingsPage(world.member, request, VISITOR);
    if (pathname === '/sw.js_data') return { headers: JSON_HEADERS, body: serviceWorkerData() };
    if (pathname === '/youtubei/v1/config') return { headers: JSON_HEADERS, body: { responseContext: {}, configData: 'simulated' } };
    if (pathname === '/youtubei/v1/reel/reel_item_watch') return playability(request, world);
    return pathname === '/youtubei/v1/next' ? next(request, world, pages, watchPage) : null;
  };
}

function next(request: SimulatedRequest, world: World, pages: (place: Place) => Buffer, watchPage: Buffer): SimulatedAnswer {
  const { videoId, continuation } = JSON.parse(request.body) as { videoId?: string; continuation?: string };
  const isHidden = world.member !== null && !mayRead(world.member, request);
  const isForgotten = world.knowsVisitors && continuation !== undefined && request.headers['x-goog-visitor-id'] !== VISITOR;
  if (isHidden || isForgotten) return { headers: JSON_HEADERS, body: { responseContext: { visitorData: VISITOR } } };
  if (continuation === undefined)
    return {
      headers: JSON_HEADERS,
      body: videoId === world.videoId ? watchPage : { contents: { twoColumnWatchNextResults: { results: { results: { contents: [] } } } } },
    };
  const place = placeOf(decodeURIComponent(continuation), world.videoId);
  if (place === null)
    return {
      status: 400,
      headers: JSON_HEADERS,
      body: { error: { code: 400, message: 'Request contains an invalid argument.', status: 'INVALID_ARGUMENT' } },
    };
  return { headers: JSON_HEADERS, body: pages(place) };
}

function playability({ url }: SimulatedRequest, world: World): SimulatedAnswer {
  const status = url.searchParams.get('id') === world.videoId ? { status: 'OK' } : { status: 'ERROR', reason: 'This video is unavailable' };
  return { headers: JSON_HEADERS, body: { playerResponse: { playabilityStatus: status } } };
}

/** The session data of the page's service worker: numbered fields, most of them empty. */
function serviceWorkerData(): string {
  const device: unknown[] = Array.from({ length: 108 }, () => null);
  const known: Readonly<Record<number, unknown>> = {
    0: 'en',
    1: 'US',
    3: '127.0.0.1',
    11: '',
    12: '',
    13: VISITOR,
    16: CLIENT_VERSION,
    17: 'Windows',
    18: '10.0',
    61: ['simulated'],
    79: 'UTC',
    86: 'Chrome',
    87: '156.0.0.0',
    103: 'simulated',
    107: 'simulated',
  };
  for (const [place, value] of Object.entries(known)) device[Number(place)] = value;
  return `)]}'\n${JSON.stringify([['sw', 1, [[device], 'simulated-key']]])}`;
}

function threadsWithReplies({ comments, repliesEvery }: World): number {
  return repliesEvery === 0 ? 0 : Math.ceil(comments / repliesEvery);
}

/** Pages by what they show. A template serves all pages of the same shape. */
function createPages(world: World): (place: Place) => Buffer {
  const templates = new Map<string, Template>();
  const letters = createLetterPool(world.seed);
  return (place) => {
    const isList = 'list' in place;
    const size = isList ? world.pageSize : REPLIES_PER_PAGE;
    const end = isList ? world.comments : world.repliesPerThread;
    const count = Math.max(0, Math.min(size, end - place.offset));
    const goesOn = place.offset + count < end;
    const commentAt = (row: number): number =>
      isList && place.list === 'new' ? world.comments - 1 - place.offset - row : place.offset + row;
    const hasReplies = (row: number): boolean => isList && world.repliesEvery > 0 && commentAt(row) % world.repliesEvery === 0;
    const shape = Array.from({ length: count }, (_, row) => (hasReplies(row) ? 1 : 0)).join('');
    const variant = (Math.floor(place.offset / size) + (isList ? 0 : place.thread)) % VARIANTS;
    const key = `${isList ? place.list : 'replies'} ${place.offset === 0} ${goesOn} ${variant} ${shape}`;
    const template = templates.get(key) ?? createTemplate(pageOf(world, place, { count, goesOn, variant, hasReplies }));
    templates.set(key, template);
    return template.fill(valuesFor(world, place, commentAt, place.offset + count, letters));
  };
}

function valuesFor(
  world: World,
  place: Place,
  commentAt: (row: number) => number,
  nextOffset: number,
  letters: (index: number, count: number) => string,
): SlotValue {
  const isList = 'list' in place;
  const serial = (row: number): number =>
    isList ? commentAt(row) : world.comments + place.thread * world.repliesPerThread + commentAt(row);
  const commentId = (index: number): string => `Ugw${letters(index, 11)}${inLetters(index, 5)}4AaABAg`;
  const id = (row: number): string =>
    isList ? commentId(commentAt(row)) : `${commentId(place.thread)}.9${letters(serial(row), 16)}${inLetters(commentAt(row), 5)}`;
  return (kind, row) => {
    switch (kind) {
      case 'id':
        return id(row);
      case 'no':
        return String(serial(row)).padStart(WIDTHS.serial, '0');
      case 'handle':
        return `reader-${String(serial(row) % 1_000_003).padStart(9, '0')}`;
      case 'channel':
        return `UC${letters(serial(row) % 1_000_003, 17)}${inLetters(serial(row) % 1_000_003, 5)}`;
      case 'avatar':
        return letters(serial(row) + 7, WIDTHS.avatar);
      case 'token':
        return tokenFor(world.videoId, row < 0 ? { ...place, offset: nextOffset } : { thread: commentAt(row), offset: 0 });
      default:
        return keyText(id(row), kind);
    }
  };
}

interface PageShape {
  readonly count: number;
  readonly goesOn: boolean;
  readonly variant: number;
  readonly hasReplies: (row: number) => boolean;
}

function pageOf(world: World, place: Place, { count, goesOn, variant, hasReplies }: PageShape): object {
  const isList = 'list' in place;
  const kind: RowKind = {
    format: world.format,
    isReply: !isList,
    videoId: world.videoId,
    replyCount: (row) => (hasReplies(row) ? String(world.repliesPerThread) : ''),
    replyShape: world.replyShape,
    continuations: world.continuations,
  };
  const { rows, mutations } = commentRows(count, kind, world.seed * 1_000 + variant);
  const items = goesOn
    ? [...rows, continuationItem(isList ? 'list' : 'replies', -1, isList ? 'spinner' : 'button', world.continuations)]
    : rows;
  const isFirst = isList && place.offset === 0;
  return {
    responseContext: {
      visitorData: VISITOR,
      mainAppWebResponseContext: { loggedOut: true },
      webResponseContextExtensionData: { hasDecorated: true },
    },
    trackingParams: 'CAAQg2ciEwi',
    onResponseReceivedEndpoints: isFirst
      ? [
          {
            clickTrackingParams: 'CAAQg2ciEwi',
            reloadContinuationItemsCommand: {
              targetId: 'comments-section',
              continuationItems: [header(world)],
              slot: 'RELOAD_CONTINUATION_SLOT_HEADER',
            },
          },
          {
            clickTrackingParams: 'CAAQg2ciEwi',
            reloadContinuationItemsCommand: {
              targetId: 'comments-section',
              continuationItems: items,
              slot: 'RELOAD_CONTINUATION_SLOT_BODY',
            },
          },
        ]
      : [{ clickTrackingParams: 'CAAQg2ciEwi', appendContinuationItemsAction: { continuationItems: items, targetId: 'comments-section' } }],
    ...(mutations.length === 0
      ? {}
      : { frameworkUpdates: { entityBatchUpdate: { mutations, timestamp: { seconds: '1767225600', nanos: 0 } } } }),
  };
}

function header(world: World): object {
  const order = (title: string, list: 'top' | 'new'): object => ({
    title,
    selected: list === 'top',
    serviceEndpoint: {
      continuationCommand: { token: tokenFor(world.videoId, { list, offset: 0 }), request: 'CONTINUATION_REQUEST_TYPE_WATCH_NEXT' },
    },
  });
  return {
    commentsHeaderRenderer: {
      countText: { runs: [{ text: totalComments(world).toLocaleString('en-US') }, { text: ' Comments' }] },
      sortMenu: {
        sortFilterSubMenuRenderer: {
          subMenuItems: [order('Top', 'top'), order('Newest', 'new')],
          title: 'Sort by',
          icon: { iconType: 'SORT' },
        },
      },
      titleText: { runs: [{ text: 'Comments' }] },
      showSeparator: true,
      customEmojis: [],
    },
  };
}

/** From a thousand on the panel beside a video rounds: "2.1K". */
const ROUNDED = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** The page of the video: what it says besides is as heavy as in reality, because a client has to take it. */
function watchPageOf(world: World): object {
  const command = { token: tokenFor(world.videoId, { list: 'top', offset: 0 }), request: 'CONTINUATION_REQUEST_TYPE_WATCH_NEXT' };
  const trigger = 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN';
  const comments =
    world.continuations === 'viewModel'
      ? { continuationItemViewModel: { trigger, continuationCommand: { innertubeCommand: { continuationCommand: command } } } }
      : { continuationItemRenderer: { trigger, continuationEndpoint: { continuationCommand: command } } };
  const { rows, mutations } = commentRows(
    SUGGESTIONS,
    { format: 'old', isReply: true, videoId: world.videoId, replyCount: () => '', replyShape: 'flat', continuations: 'renderer' },
    world.seed,
  );
  const weight = [...rows, ...mutations].map((row) => ({ lockupViewModel: row }));
  return {
    responseContext: { visitorData: VISITOR },
    contents: {
      twoColumnWatchNextResults: {
        results: {
          results: {
            contents: [
              { videoPrimaryInfoRenderer: { title: { runs: [{ text: 'A simulated video' }] } } },
              { videoSecondaryInfoRenderer: {} },
              { itemSectionRenderer: { contents: [comments], sectionIdentifier: 'comment-item-section', targetId: 'comments-section' } },
            ],
          },
        },
        secondaryResults: { secondaryResults: { results: weight, targetId: 'watch-next-feed' } },
      },
    },
    engagementPanels: [
      {
        engagementPanelSectionListRenderer: {
          panelIdentifier: 'engagement-panel-comments-section',
          header: { engagementPanelTitleHeaderRenderer: { contextualInfo: { runs: [{ text: ROUNDED.format(totalComments(world)) }] } } },
        },
      },
    ],
    currentVideoEndpoint: { watchEndpoint: { videoId: world.videoId } },
  };
}
