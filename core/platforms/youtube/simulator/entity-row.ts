// A comment of the newer format with all its weight: a row of keys, and the data that stands under them.
import type { Chance } from '#core/platforms/youtube/simulator/random.ts';
import { AGES, idOf, keyOf, LIKES, repliesOf, type RowKind, WIDTHS, words } from '#core/platforms/youtube/simulator/row.ts';
import { slot } from '#core/platforms/youtube/simulator/template.ts';

const EMOJI = ['😂', '❤️', '🔥', '🎉', '👏', '😭'] as const;

export function entityRow(row: number, kind: RowKind, chance: Chance): object {
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

export function entityMutations(row: number, kind: RowKind, chance: Chance): object[] {
  const replace = (what: string, payload: object): object => ({
    entityKey: keyOf(what, row, kind),
    type: 'ENTITY_MUTATION_TYPE_REPLACE',
    payload,
  });
  return [
    replace('entity', { commentEntityPayload: commentEntity(row, kind, chance) }),
    replace('surface', { commentSurfaceEntityPayload: commentSurface(row, kind, chance) }),
    replace('translate', {
      triStateButtonStateEntityPayload: { key: keyOf('translate', row, kind), stateIdentifier: 'TRI_STATE_IDENTIFIER_UNTOGGLED_STATE' },
    }),
    replace('bar', { engagementToolbarSurfaceEntityPayload: toolbarSurface(row, kind, chance) }),
    replace('state', {
      engagementToolbarStateEntityPayload: {
        key: keyOf('state', row, kind),
        likeState: 'TOOLBAR_LIKE_STATE_INDIFFERENT',
        heartState: chance.integer(25) === 0 ? 'TOOLBAR_HEART_STATE_HEARTED' : 'TOOLBAR_HEART_STATE_UNHEARTED',
      },
    }),
  ];
}

export function sharedMutation(chance: Chance): object {
  const strings = Object.fromEntries(Array.from({ length: 24 }, () => [`label${chance.letters(8)}`, words(chance, 3)]));
  return {
    entityKey: 'EgAgKygB',
    type: 'ENTITY_MUTATION_TYPE_REPLACE',
    payload: { commentSharedEntityPayload: { key: 'EgAgKygB', strings, clientName: 'CLIENT_NAME_WEB' } },
  };
}

function commentEntity(row: number, kind: RowKind, chance: Chance): object {
  const handle = `@${slot('handle', row, WIDTHS.handle)}`;
  const channel = slot('channel', row, WIDTHS.channel);
  const picture = `https://yt3.ggpht.com/${slot('avatar', row, WIDTHS.avatar)}=s88-c-k-c0x00ffffff-no-rj`;
  const likes = chance.pick(LIKES);
  const link = {
    innertubeCommand: {
      clickTrackingParams: chance.letters(52),
      commandMetadata: {
        webCommandMetadata: { url: `/${handle}`, webPageType: 'WEB_PAGE_TYPE_CHANNEL', rootVe: 3611, apiUrl: '/youtubei/v1/browse' },
      },
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
      channelId: channel,
      displayName: handle,
      avatarThumbnailUrl: picture,
      isVerified: chance.integer(60) === 0,
      isCurrentUser: false,
      isCreator: chance.integer(200) === 0,
      channelCommand: link,
      isArtist: false,
    },
    toolbar: {
      likeCountLiked: likes === '' ? '1' : likes,
      likeCountNotliked: likes,
      replyCount: kind.replyCount(row),
      creatorThumbnailUrl: `https://yt3.ggpht.com/${chance.letters(64)}=s88-c-k-c0x00ffffff-no-rj`,
      likeButtonA11y: `Like this comment along with ${likes || '0'} other people`,
      engagementToolbarStyle: { value: 'ENGAGEMENT_TOOLBAR_STYLE_VALUE_DEFAULT' },
      likeCountA11y: `${likes || '0'} likes`,
      replyCountA11y: `${kind.replyCount(row) || '0'} replies`,
      likeInactiveTooltip: 'Like',
      likeActiveTooltip: 'Unlike',
      dislikeInactiveTooltip: 'Dislike',
      dislikeActiveTooltip: 'Remove dislike',
      heartActiveTooltip: '❤ by the creator',
    },
    avatar: {
      image: { sources: [{ url: picture, width: 88, height: 88 }], processor: { borderImageProcessor: { circular: true } } },
      accessibilityText: handle,
      avatarImageSize: 'AVATAR_SIZE_40',
      endpoint: link,
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
    const time = {
      clickTrackingParams: chance.letters(52),
      commandMetadata: { webCommandMetadata: { url: `/watch?v=${kind.videoId}&t=83s`, webPageType: 'WEB_PAGE_TYPE_WATCH', rootVe: 3832 } },
      watchEndpoint: { videoId: kind.videoId, startTimeSeconds: 83 },
    };
    return {
      content: `1:23 ${text}`,
      commandRuns: [{ startIndex: 0, length: 4, onTap: { innertubeCommand: time } }],
      styleRuns: [{ startIndex: 0, length: 4, weightLabel: 'FONT_WEIGHT_NORMAL' }],
    };
  }
  if (chance.integer(5) > 0) return { content: text };
  const emoji = chance.pick(EMOJI);
  const source = { url: `https://www.youtube.com/s/gaming/emoji/${chance.letters(8)}/emoji_u1f${chance.letters(3)}.png` };
  const element = {
    type: { imageType: { image: { sources: [source] } } },
    properties: {
      layoutProperties: { height: { value: 16, unit: 'DIMENSION_UNIT_POINT' }, width: { value: 16, unit: 'DIMENSION_UNIT_POINT' } },
    },
  };
  return {
    content: `${text} ${emoji}`,
    attachmentRuns: [{ startIndex: text.length + 1, length: emoji.length, element, alignment: 'ALIGNMENT_VERTICAL_CENTER' }],
  };
}

function commentSurface(row: number, kind: RowKind, chance: Chance): object {
  const url = `/watch?v=${kind.videoId}&lc=${idOf(row, kind)}`;
  return {
    key: keyOf('surface', row, kind),
    inlineReadMoreButton: { isExpanded: false },
    commentClickOpensComposer: true,
    composerDraftEntityKey: 'N/A',
    publishedTimeCommand: {
      innertubeCommand: {
        clickTrackingParams: chance.letters(52),
        commandMetadata: { webCommandMetadata: { url, webPageType: 'WEB_PAGE_TYPE_WATCH', rootVe: 3832 } },
        watchEndpoint: { videoId: kind.videoId, params: chance.letters(46) },
      },
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
                style: 'STYLE_MONO_FILLED',
                size: 'SIZE_DEFAULT',
                isDisabled: false,
                text: { simpleText: 'Sign in' },
                navigationEndpoint: {
                  clickTrackingParams: chance.letters(60),
                  commandMetadata: {
                    webCommandMetadata: {
                      url: `https://accounts.google.com/ServiceLogin?continue=${chance.letters(230)}`,
                      webPageType: 'WEB_PAGE_TYPE_UNKNOWN',
                      rootVe: 83769,
                    },
                  },
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
        showEngagementPanelEndpoint: {
          identifier: { tag: 'PAabuse_report' },
          globalConfiguration: { params: chance.letters(268) },
          engagementPanelPresentationConfigs: { engagementPanelPopupPresentationConfig: { popupType: 'PANEL_POPUP_TYPE_DIALOG' } },
        },
      },
      trackingParams: chance.letters(44),
    },
  };
  return {
    key: keyOf('bar', row, kind),
    prepareAccountCommand: signIn(),
    likeCommand: command(),
    unlikeCommand: command(),
    dislikeCommand: command(),
    undislikeCommand: command(),
    replyCommand: signIn(),
    menuCommand: {
      innertubeCommand: {
        clickTrackingParams: chance.letters(52),
        menuEndpoint: {
          menu: {
            menuRenderer: {
              items: [report],
              trackingParams: chance.letters(40),
              accessibility: { accessibilityData: { label: 'Action menu' } },
            },
          },
        },
      },
    },
    isEngagementToolbar: true,
  };
}
