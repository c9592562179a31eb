// Small answers of YouTube, made for tests: just the fields that are read, and now and then one that is not.
import type { ExportOptions, Page } from '#core/platform-api/define.ts';
import type { CommentsCursor, Cursor } from '#core/platforms/youtube/cursor.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';

export const VIDEO = 'abcdefghijk';
export const WATCH_URL = `https://www.youtube.com/watch?v=${VIDEO}`;

interface Bodies {
  readonly videoId?: string;
  readonly continuation?: string;
  readonly browseId?: string;
  /** Undefined: it must not be there. */
  readonly params?: string | undefined;
  readonly url?: string;
}

/** An exchange of the API: `path` below /youtubei/v1/, and what its body must hold. */
export function api(path: string, wanted: Bodies, body: unknown, more: Partial<FakeExchange> = {}): FakeExchange {
  const isMeant = (text: string): boolean => {
    const sent = JSON.parse(text || '{}') as Record<string, unknown>;
    return Object.entries(wanted).every(([name, value]) => sent[name] === value);
  };
  return { match: (request) => new URL(request.url).pathname === `/youtubei/v1/${path}` && isMeant(request.body), body, ...more };
}

export const spinner = (token: string): object => ({
  continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } },
});
export const moreButton = (token: string): object => ({
  continuationItemRenderer: { button: { buttonRenderer: { command: { continuationCommand: { token } } } } },
});

export function watchPage(section: object | null, more: object = {}, panels: readonly object[] = []): object {
  const contents = [{ videoPrimaryInfoRenderer: {} }, ...(section === null ? [] : [{ itemSectionRenderer: section }])];
  return { contents: { twoColumnWatchNextResults: { results: { results: { contents } }, ...more } }, engagementPanels: panels };
}

export const commentSection = (...contents: readonly object[]): object => ({ sectionIdentifier: 'comment-item-section', contents });

/** From the video to the token `T1` of its first page. */
export const discovered = api('next', { videoId: VIDEO }, watchPage(commentSection(spinner('T1'))));

interface HeaderParts {
  readonly count?: object;
  readonly newest?: string;
}

export function header({ count = { runs: [{ text: '1,234' }, { text: ' Comments' }] }, newest = 'NEW' }: HeaderParts = {}): object {
  const item = (token: string): object => ({ serviceEndpoint: { continuationCommand: { token } } });
  return {
    commentsHeaderRenderer: { countText: count, sortMenu: { sortFilterSubMenuRenderer: { subMenuItems: [item('T1'), item(newest)] } } },
  };
}

interface EntityParts {
  readonly text?: string;
  readonly content?: object;
  readonly published?: string;
  readonly author?: object;
  readonly likes?: string;
  readonly replies?: string;
  readonly pinned?: boolean;
  readonly hearted?: boolean;
  readonly thanks?: string;
}

/** A comment of the newer format: the view that stands in the list, and its data. */
export function entity(id: string, parts: EntityParts = {}): { readonly view: object; readonly mutations: readonly object[] } {
  const view = {
    commentKey: `c:${id}`,
    toolbarStateKey: `t:${id}`,
    commentSurfaceKey: `s:${id}`,
    commentId: id,
    ...(parts.pinned ? { pinnedText: 'Pinned by @maker' } : {}),
  };
  const author = {
    channelId: 'UC0000000000000000000001',
    displayName: '@someone',
    avatarThumbnailUrl: 'https://example.org/a.jpg',
    ...parts.author,
  };
  const properties = {
    commentId: id,
    content: parts.content ?? { content: parts.text ?? `text of ${id}` },
    publishedTime: parts.published ?? '2 years ago',
  };
  const toolbar = { likeCountNotliked: parts.likes ?? '', replyCount: parts.replies ?? '' };
  const chip = parts.thanks === undefined ? {} : { pdgCommentChip: { pdgCommentChipRenderer: { chipText: { simpleText: parts.thanks } } } };
  const heartState = parts.hearted ? 'TOOLBAR_HEART_STATE_HEARTED' : 'TOOLBAR_HEART_STATE_UNHEARTED';
  return {
    view,
    mutations: [
      { entityKey: `c:${id}`, payload: { commentEntityPayload: { properties, author, toolbar } } },
      { entityKey: `t:${id}`, payload: { engagementToolbarStateEntityPayload: { heartState } } },
      { entityKey: `s:${id}`, payload: { commentSurfaceEntityPayload: chip } },
    ],
  };
}

/** A thread around a view, with what its `replies` hold. */
export const thread = (view: object, replies?: object): object => ({
  commentThreadRenderer: {
    commentViewModel: { commentViewModel: view },
    ...(replies === undefined ? {} : { replies: { commentRepliesRenderer: replies } }),
  },
});

/** A comment of the older format. */
export const oldComment = (id: string, parts: object = {}): object => ({
  commentRenderer: {
    commentId: id,
    authorText: { simpleText: 'Free Name' },
    authorEndpoint: { browseEndpoint: { browseId: 'UC0000000000000000000002', canonicalBaseUrl: '/channel/UC0000000000000000000002' } },
    authorThumbnail: { thumbnails: [{ url: 'https://example.org/s.jpg' }, { url: '//example.org/l.jpg' }] },
    contentText: { runs: [{ text: `text of ${id}` }] },
    publishedTimeText: { runs: [{ text: '3 weeks ago' }] },
    ...parts,
  },
});
export const oldThread = (comment: object, replies?: object): object => ({
  commentThreadRenderer: { comment, ...(replies === undefined ? {} : { replies: { commentRepliesRenderer: replies } }) },
});

/** A first page: header and rows in slots of their own. */
export function firstPage(head: object, rows: readonly object[], mutations: readonly object[] = []): object {
  return {
    onResponseReceivedEndpoints: [
      { reloadContinuationItemsCommand: { slot: 'RELOAD_CONTINUATION_SLOT_HEADER', continuationItems: [head] } },
      { reloadContinuationItemsCommand: { slot: 'RELOAD_CONTINUATION_SLOT_BODY', continuationItems: rows } },
    ],
    ...entities(mutations),
  };
}

export function laterPage(rows: readonly object[], mutations: readonly object[] = []): object {
  return { onResponseReceivedEndpoints: [{ appendContinuationItemsAction: { continuationItems: rows } }], ...entities(mutations) };
}

function entities(mutations: readonly object[]): object {
  return mutations.length === 0 ? {} : { frameworkUpdates: { entityBatchUpdate: { mutations } } };
}

/** The first page of the comments of `VIDEO`. */
export const FIRST: CommentsCursor = { at: 'comments', of: { video: VIDEO }, token: 'T1', stage: 'first', link: null, newestFirst: false };

/** What the platform makes of an answer to `FIRST`. */
export function fetchFirst(answer: object, options: Partial<ExportOptions> = {}): Promise<Page<Cursor>> {
  return youtube.fetchPage(FIRST, new FakeSession([api('next', { continuation: FIRST.token }, answer)], { options }));
}
