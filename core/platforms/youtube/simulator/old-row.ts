// A comment of the older format with all its weight.
import type { Chance } from '#core/platforms/youtube/simulator/random.ts';
import { AGES, idOf, LIKES, repliesOf, type RowKind, WIDTHS, words } from '#core/platforms/youtube/simulator/row.ts';
import { slot } from '#core/platforms/youtube/simulator/template.ts';

export function oldRow(row: number, kind: RowKind, chance: Chance): object {
  const handle = `@${slot('handle', row, WIDTHS.handle)}`;
  const channel = slot('channel', row, WIDTHS.channel);
  const likes = chance.pick(LIKES);
  const picture = (size: number): object => ({
    url: `https://yt3.ggpht.com/${slot('avatar', row, WIDTHS.avatar)}=s${size}-c-k-c0x00ffffff-no-rj`,
    width: size,
    height: size,
  });
  const toggle = (iconType: string): object => ({
    toggleButtonRenderer: {
      style: { styleType: 'STYLE_TEXT' },
      size: { sizeType: 'SIZE_DEFAULT' },
      isToggled: false,
      isDisabled: false,
      defaultIcon: { iconType },
      trackingParams: chance.letters(40),
      defaultNavigationEndpoint: {
        clickTrackingParams: chance.letters(52),
        commandMetadata: {
          webCommandMetadata: { url: `https://accounts.google.com/ServiceLogin?continue=${chance.letters(190)}`, rootVe: 83769 },
        },
      },
      accessibilityData: { accessibilityData: { label: `${iconType} this comment` } },
    },
  });
  const comment = {
    commentRenderer: {
      authorText: { simpleText: handle },
      authorThumbnail: { thumbnails: [picture(48), picture(88), picture(176)], accessibility: { accessibilityData: { label: handle } } },
      authorEndpoint: {
        clickTrackingParams: chance.letters(52),
        commandMetadata: {
          webCommandMetadata: {
            url: `/channel/${channel}`,
            webPageType: 'WEB_PAGE_TYPE_CHANNEL',
            rootVe: 3611,
            apiUrl: '/youtubei/v1/browse',
          },
        },
        browseEndpoint: { browseId: channel, canonicalBaseUrl: `/channel/${channel}` },
      },
      contentText: { runs: [{ text: `No. ${slot('no', row, WIDTHS.serial)} ${words(chance, 4 + chance.integer(40))}` }] },
      publishedTimeText: { runs: [{ text: chance.pick(AGES) }] },
      isLiked: false,
      commentId: idOf(row, kind),
      actionButtons: {
        commentActionButtonsRenderer: { likeButton: toggle('LIKE'), dislikeButton: toggle('DISLIKE'), trackingParams: chance.letters(40) },
      },
      authorIsChannelOwner: false,
      voteStatus: 'INDIFFERENT',
      trackingParams: chance.letters(40),
      ...(likes === '' ? {} : { voteCount: { accessibility: { accessibilityData: { label: `${likes} likes` } }, simpleText: likes } }),
      ...(kind.replyCount(row) === '' ? {} : { replyCount: Number(kind.replyCount(row)) }),
    },
  };
  if (kind.isReply) return comment;
  return {
    commentThreadRenderer: {
      comment,
      ...repliesOf(row, kind),
      trackingParams: chance.letters(36),
      renderingPriority: 'RENDERING_PRIORITY_UNKNOWN',
      isModeratedElqComment: false,
    },
  };
}
