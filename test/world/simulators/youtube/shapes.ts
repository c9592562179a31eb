// The shapes of YouTube's answers with all their weight, filled with texts of our own.
import { createChance } from '#test/world/simulators/youtube/random.ts';
import type { Chance } from '#test/world/simulators/youtube/random.ts';
import { slot } from '#test/world/simulators/youtube/template.ts';
import { tokenWidth } from '#test/world/simulators/youtube/token.ts';

/** Widths of what differs from comment to comment. */
export const WIDTHS = { serial: 9, handle: 16, channel: 24, avatar: 64, commentId: 26, replyId: 49 } as const;

/** What the rows of one page have in common. */
export interface RowKind {
  readonly format: 'entity' | 'old';
  readonly isReply: boolean;
  readonly videoId: string;
  /** Text of the number of replies, empty for none. */
  readonly replyCount: (row: number) => string;
  /** How a thread holds its replies: as rows of their own kind (current), or in a flat list (until 2025). */
  readonly replyShape: 'threads' | 'flat';
}

const WORDS = [
  'the', 'song', 'and', 'I', 'watched', 'this', 'again', 'after', 'years', 'still', 'best', 'part', 'when', 'they', 'turn', 'around',
  'rain', 'bridge', 'never', 'knew', 'that', 'so', 'many', 'people', 'here', 'from', 'school', 'my', 'brother', 'says', 'it', 'was',
  'made', 'in', 'a', 'garage', 'which', 'explains', 'sound', 'of', 'drums', 'unbelievable', 'work', 'thank', 'you', 'for', 'sharing',
  'wonderful', 'evening', 'greetings', 'Lisboa', 'Kraków', 'žluťoučký', 'naïve', '東京', 'спасибо', 'شكرا',
] as const;
const EMOJI = ['😂', '❤️', '🔥', '🎉', '👏', '😭'] as const;
const AGES = ['2 hours ago', '5 days ago', '3 weeks ago', '1 month ago', '7 months ago', '1 year ago', '4 years ago', '11 years ago (edited)', '2 years ago (edited)'] as const;
const LIKES = ['', '', '1', '3', '12', '48', '260', '1.2K', '19K'] as const;
const CLICK = 'CAEQ';

/** The rows of a page, and the data that stands apart from them in the newer format. */
export function commentRows(count: number, kind: RowKind, seed: number): { readonly rows: object[]; readonly mutations: object[] } {
  const chance = createChance(seed);
  const rows: object[] = [];
  const mutations: object[] = kind.format === 'old' || count === 0 ? [] : [sharedMutation(chance)];
  for (let row = 0; row < count; row += 1) {
    if (kind.format === 'old') {
      rows.push(oldRow(row, kind, chance));
    } else {
      rows.push(entityRow(row, kind, chance));
      mutations.push(...entityMutations(row, kind, chance));
    }
  }
  return { rows, mutations };
}

/** The spinner or button at the end of a list. */
export function continuationItem(kind: 'list' | 'replies', row: number, as: 'spinner' | 'button'): object {
  const endpoint = {
    clickTrackingParams: CLICK.padEnd(52, 'x'),
    commandMetadata: { webCommandMetadata: { sendPost: true, apiUrl: '/youtubei/v1/next' } },
    continuationCommand: { token: slot('token', row, tokenWidth(kind)), request: 'CONTINUATION_REQUEST_TYPE_WATCH_NEXT' },
  };
  if (as === 'spinner') return { continuationItemRenderer: { trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN', continuationEndpoint: endpoint } };
  const button = { text: { runs: [{ text: 'Show more replies' }] }, command: endpoint, trackingParams: CLICK.padEnd(36, 'x'), iconPosition: 'BUTTON_ICON_POSITION_TYPE_LEFT_OF_TEXT' };
  return { continuationItemRenderer: { trigger: 'CONTINUATION_TRIGGER_UNSPECIFIED', button: { buttonRenderer: button } } };
}

function idOf(row: number, kind: RowKind): string {
  return slot('id', row, kind.isReply ? WIDTHS.replyId : WIDTHS.commentId);
}

/** Keys are base64 of the id and of what is meant of it. */
function keyOf(what: string, row: number, kind: RowKind): string {
  return slot(what, row, keyText('x'.repeat(kind.isReply ? WIDTHS.replyId : WIDTHS.commentId), what).length);
}

const KEY_ENDS: Readonly<Record<string, readonly number[]>> = {
  entity: [0x20, 0x28, 0x28, 0x01], state: [0x20, 0x2c, 0x28, 0x01], surface: [0x20, 0x4f, 0x28, 0x01],
  bar: [0x20, 0x46, 0x28, 0x01], translate: [0x20, 0xff, 0x01, 0x28, 0x01],
};

/** The key under which the data `what` of a comment stands. */
export function keyText(id: string, what: string): string {
  return Buffer.concat([Buffer.from([0x12, id.length]), Buffer.from(id), Buffer.from(KEY_ENDS[what] ?? [])])
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '%3D');
}

function repliesOf(row: number, kind: RowKind): object {
  const count = kind.replyCount(row);
  if (count === '' || kind.isReply) return {};
  const button = (iconType: string): object => ({
    buttonRenderer: { text: { runs: [{ text: `${count} replies` }] }, icon: { iconType }, trackingParams: CLICK.padEnd(44, 'x'), iconPosition: 'BUTTON_ICON_POSITION_TYPE_LEFT_OF_TEXT' },
  });
  const list = [continuationItem('replies', row, 'spinner')];
  const contents = kind.format === 'entity' && kind.replyShape === 'threads' ? { subThreads: list } : { contents: list };
  const renderer = { ...contents, trackingParams: CLICK.padEnd(36, 'x'), viewReplies: button('EXPAND'), hideReplies: button('COLLAPSE'), targetId: `comment-replies-item-${idOf(row, kind)}` };
  return { replies: { commentRepliesRenderer: renderer } };
}

function entityRow(row: number, kind: RowKind, chance: Chance): object {
  const logging = { loggingDirectives: { trackingParams: chance.letters(40), visibility: { types: '12' } } };
  const view = {
    commentKey: keyOf('entity', row, kind),
    sharedKey: 'EgAgKygB',
    toolbarStateKey: keyOf('state', row, kind),
    toolbarSurfaceKey: keyOf('bar', row, kind),
    commentId: idOf(row, kind),
    commentSurfaceKey: keyOf('surface', row, kind),
    sharedSurfaceKey: 'EhVWSUVXSU5HX0NPTlRFWFRfV0FUQ0gg9AIoAQ%3D%3D',
    inlineRepliesKey: 'empty_inline_replies',
    rendererContext: { loggingContext: logging },
  };
  if (kind.isReply && kind.replyShape === 'flat') return { commentViewModel: view };
  return {
    commentThreadRenderer: {
      ...repliesOf(row, kind),
      trackingParams: chance.letters(36),
      renderingPriority: 'RENDERING_PRIORITY_UNKNOWN',
      isModeratedElqComment: false,
      commentViewModel: { commentViewModel: view },
      ...logging,
    },
  };
}

function entityMutations(row: number, kind: RowKind, chance: Chance): object[] {
  const replace = (what: string, payload: object): object => ({ entityKey: keyOf(what, row, kind), type: 'ENTITY_MUTATION_TYPE_REPLACE', payload });
  return [
    replace('entity', { commentEntityPayload: commentEntity(row, kind, chance) }),
    replace('surface', { commentSurfaceEntityPayload: commentSurface(row, kind, chance) }),
    replace('translate', { triStateButtonStateEntityPayload: { key: keyOf('translate', row, kind), stateIdentifier: 'TRI_STATE_IDENTIFIER_UNTOGGLED_STATE' } }),
    replace('bar', { engagementToolbarSurfaceEntityPayload: toolbarSurface(row, kind, chance) }),
    replace('state', {
      engagementToolbarStateEntityPayload: { key: keyOf('state', row, kind), likeState: 'TOOLBAR_LIKE_STATE_INDIFFERENT', heartState: chance.integer(25) === 0 ? 'TOOLBAR_HEART_STATE_HEARTED' : 'TOOLBAR_HEART_STATE_UNHEARTED' },
    }),
  ];
}

function sharedMutation(chance: Chance): object {
  const strings = Object.fromEntries(Array.from({ length: 24 }, () => [`label${chance.letters(8)}`, words(chance, 3)]));
  return { entityKey: 'EgAgKygB', type: 'ENTITY_MUTATION_TYPE_REPLACE', payload: { commentSharedEntityPayload: { key: 'EgAgKygB', strings, clientName: 'CLIENT_NAME_WEB' } } };
}

function commentEntity(row: number, kind: RowKind, chance: Chance): object {
  const handle = `@${slot('handle', row, WIDTHS.handle)}`;
  const channel = slot('channel', row, WIDTHS.channel);
  const picture = `https://yt3.ggpht.com/${slot('avatar', row, WIDTHS.avatar)}=s88-c-k-c0x00ffffff-no-rj`;
  const likes = chance.pick(LIKES);
  const link = {
    innertubeCommand: {
      clickTrackingParams: chance.letters(52),
      commandMetadata: { webCommandMetadata: { url: `/${handle}`, webPageType: 'WEB_PAGE_TYPE_CHANNEL', rootVe: 3611, apiUrl: '/youtubei/v1/browse' } },
      browseEndpoint: { browseId: channel, canonicalBaseUrl: `/${handle}` },
    },
  };
  const logging = { trackingParams: chance.letters(40), visibility: { types: '12' } };
  return {
    key: keyOf('entity', row, kind),
    properties: {
      commentId: idOf(row, kind),
      content: content(row, kind, chance),
      publishedTime: chance.pick(AGES),
      replyLevel: kind.isReply ? 1 : 0,
      authorButtonA11y: handle,
      toolbarStateKey: keyOf('state', row, kind),
      translateButtonEntityKey: keyOf('translate', row, kind),
    },
    author: {
      channelId: channel, displayName: handle, avatarThumbnailUrl: picture, isVerified: chance.integer(60) === 0, isCurrentUser: false,
      isCreator: chance.integer(200) === 0, channelCommand: link, isArtist: false,
    },
    toolbar: {
      likeCountLiked: likes === '' ? '1' : likes, likeCountNotliked: likes, replyCount: kind.replyCount(row),
      creatorThumbnailUrl: `https://yt3.ggpht.com/${chance.letters(64)}=s88-c-k-c0x00ffffff-no-rj`,
      likeButtonA11y: `Like this comment along with ${likes || '0'} other people`,
      engagementToolbarStyle: { value: 'ENGAGEMENT_TOOLBAR_STYLE_VALUE_DEFAULT' },
      likeCountA11y: `${likes || '0'} likes`, replyCountA11y: `${kind.replyCount(row) || '0'} replies`,
      likeInactiveTooltip: 'Like', likeActiveTooltip: 'Unlike', dislikeInactiveTooltip: 'Dislike', dislikeActiveTooltip: 'Remove dislike',
      heartActiveTooltip: '❤ by the creator',
    },
    avatar: {
      image: { sources: [{ url: picture, width: 88, height: 88 }], processor: { borderImageProcessor: { circular: true } } },
      accessibilityText: handle, avatarImageSize: 'AVATAR_SIZE_40', endpoint: link,
    },
    readMoreLogging: { trackingParams: chance.letters(40), loggingDirectives: logging },
    loggingDirectives: { ...logging, clientVeSpec: { uiType: 15030, veCounter: chance.integer(1_000_000_000) } },
  };
}

/** Text with, now and then, a time of the video as a link, and emoji with their pictures. */
function content(row: number, kind: RowKind, chance: Chance): object {
  const serial = `No. ${slot('no', row, WIDTHS.serial)}`;
  const text = `${serial} ${words(chance, 4 + chance.integer(chance.pick([8, 20, 60])))}`;
  if (chance.integer(12) === 0) {
    const time = { clickTrackingParams: chance.letters(52), commandMetadata: { webCommandMetadata: { url: `/watch?v=${kind.videoId}&t=83s`, webPageType: 'WEB_PAGE_TYPE_WATCH', rootVe: 3832 } }, watchEndpoint: { videoId: kind.videoId, startTimeSeconds: 83 } };
    return { content: `1:23 ${text}`, commandRuns: [{ startIndex: 0, length: 4, onTap: { innertubeCommand: time } }], styleRuns: [{ startIndex: 0, length: 4, weightLabel: 'FONT_WEIGHT_NORMAL' }] };
  }
  if (chance.integer(5) > 0) return { content: text };
  const emoji = chance.pick(EMOJI);
  const source = { url: `https://www.youtube.com/s/gaming/emoji/${chance.letters(8)}/emoji_u1f${chance.letters(3)}.png` };
  const element = { type: { imageType: { image: { sources: [source] } } }, properties: { layoutProperties: { height: { value: 16, unit: 'DIMENSION_UNIT_POINT' }, width: { value: 16, unit: 'DIMENSION_UNIT_POINT' } } } };
  return { content: `${text} ${emoji}`, attachmentRuns: [{ startIndex: text.length + 1, length: emoji.length, element, alignment: 'ALIGNMENT_VERTICAL_CENTER' }] };
}

function commentSurface(row: number, kind: RowKind, chance: Chance): object {
  const url = `/watch?v=${kind.videoId}&lc=${idOf(row, kind)}`;
  return {
    key: keyOf('surface', row, kind),
    inlineReadMoreButton: { isExpanded: false },
    commentClickOpensComposer: true,
    composerDraftEntityKey: 'N/A',
    publishedTimeCommand: {
      innertubeCommand: { clickTrackingParams: chance.letters(52), commandMetadata: { webCommandMetadata: { url, webPageType: 'WEB_PAGE_TYPE_WATCH', rootVe: 3832 } }, watchEndpoint: { videoId: kind.videoId, params: chance.letters(46) } },
    },
    logTapCommand: { logGestureCommand: { gestureType: 'GESTURE_EVENT_TYPE_LOG_GENERIC_CLICK', trackingParams: chance.letters(40) } },
  };
}

function toolbarSurface(row: number, kind: RowKind, chance: Chance): object {
  const command = (): object => ({ innertubeCommand: { clickTrackingParams: chance.letters(52) } });
  const signIn = (): object => ({
    innertubeCommand: {
      clickTrackingParams: chance.letters(52),
      commandMetadata: { webCommandMetadata: { ignoreNavigation: true } },
      modalEndpoint: {
        modal: {
          modalWithTitleAndButtonRenderer: {
            title: { runs: [{ text: 'Sign in first' }] },
            content: { runs: [{ text: 'An account is needed here' }] },
            button: {
              buttonRenderer: {
                style: 'STYLE_MONO_FILLED', size: 'SIZE_DEFAULT', isDisabled: false, text: { simpleText: 'Sign in' },
                navigationEndpoint: {
                  clickTrackingParams: chance.letters(60),
                  commandMetadata: { webCommandMetadata: { url: `https://accounts.google.com/ServiceLogin?continue=${chance.letters(230)}`, webPageType: 'WEB_PAGE_TYPE_UNKNOWN', rootVe: 83769 } },
                  signInEndpoint: { hack: true },
                },
                trackingParams: chance.letters(44),
              },
            },
          },
        },
      },
    },
  });
  const report = {
    menuNavigationItemRenderer: {
      text: { runs: [{ text: 'Report' }] },
      icon: { iconType: 'FLAG' },
      navigationEndpoint: {
        clickTrackingParams: chance.letters(60),
        showEngagementPanelEndpoint: { identifier: { tag: 'PAabuse_report' }, globalConfiguration: { params: chance.letters(268) }, engagementPanelPresentationConfigs: { engagementPanelPopupPresentationConfig: { popupType: 'PANEL_POPUP_TYPE_DIALOG' } } },
      },
      trackingParams: chance.letters(44),
    },
  };
  return {
    key: keyOf('bar', row, kind),
    prepareAccountCommand: signIn(),
    likeCommand: command(), unlikeCommand: command(), dislikeCommand: command(), undislikeCommand: command(),
    replyCommand: signIn(),
    menuCommand: { innertubeCommand: { clickTrackingParams: chance.letters(52), menuEndpoint: { menu: { menuRenderer: { items: [report], trackingParams: chance.letters(40), accessibility: { accessibilityData: { label: 'Action menu' } } } } } } },
    isEngagementToolbar: true,
  };
}

function oldRow(row: number, kind: RowKind, chance: Chance): object {
  const handle = `@${slot('handle', row, WIDTHS.handle)}`;
  const channel = slot('channel', row, WIDTHS.channel);
  const likes = chance.pick(LIKES);
  const picture = (size: number): object => ({ url: `https://yt3.ggpht.com/${slot('avatar', row, WIDTHS.avatar)}=s${size}-c-k-c0x00ffffff-no-rj`, width: size, height: size });
  const toggle = (iconType: string): object => ({
    toggleButtonRenderer: {
      style: { styleType: 'STYLE_TEXT' }, size: { sizeType: 'SIZE_DEFAULT' }, isToggled: false, isDisabled: false, defaultIcon: { iconType }, trackingParams: chance.letters(40),
      defaultNavigationEndpoint: { clickTrackingParams: chance.letters(52), commandMetadata: { webCommandMetadata: { url: `https://accounts.google.com/ServiceLogin?continue=${chance.letters(190)}`, rootVe: 83769 } } },
      accessibilityData: { accessibilityData: { label: `${iconType} this comment` } },
    },
  });
  const comment = {
    commentRenderer: {
      authorText: { simpleText: handle },
      authorThumbnail: { thumbnails: [picture(48), picture(88), picture(176)], accessibility: { accessibilityData: { label: handle } } },
      authorEndpoint: {
        clickTrackingParams: chance.letters(52),
        commandMetadata: { webCommandMetadata: { url: `/channel/${channel}`, webPageType: 'WEB_PAGE_TYPE_CHANNEL', rootVe: 3611, apiUrl: '/youtubei/v1/browse' } },
        browseEndpoint: { browseId: channel, canonicalBaseUrl: `/channel/${channel}` },
      },
      contentText: { runs: [{ text: `No. ${slot('no', row, WIDTHS.serial)} ${words(chance, 4 + chance.integer(40))}` }] },
      publishedTimeText: { runs: [{ text: chance.pick(AGES) }] },
      isLiked: false,
      commentId: idOf(row, kind),
      actionButtons: { commentActionButtonsRenderer: { likeButton: toggle('LIKE'), dislikeButton: toggle('DISLIKE'), trackingParams: chance.letters(40) } },
      authorIsChannelOwner: false,
      voteStatus: 'INDIFFERENT',
      trackingParams: chance.letters(40),
      ...(likes === '' ? {} : { voteCount: { accessibility: { accessibilityData: { label: `${likes} likes` } }, simpleText: likes } }),
      ...(kind.replyCount(row) === '' ? {} : { replyCount: Number(kind.replyCount(row)) }),
    },
  };
  if (kind.isReply) return comment;
  return { commentThreadRenderer: { comment, ...repliesOf(row, kind), trackingParams: chance.letters(36), renderingPriority: 'RENDERING_PRIORITY_UNKNOWN', isModeratedElqComment: false } };
}

function words(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => chance.pick(WORDS)).join(' ');
}
