// What both formats of a comment's row have in common: ids, keys, texts, and where lists go on.
import type { Chance } from '#core/platforms/youtube/simulator/random.ts';
import { slot } from '#core/platforms/youtube/simulator/template.ts';
import { tokenWidth } from '#core/platforms/youtube/simulator/token.ts';

/** Widths of what differs from comment to comment. */
export const WIDTHS = { serial: 9, handle: 16, channel: 24, avatar: 64, commentId: 26, replyId: 49 } as const;

/**
 * How a list says that it goes on: as it did for years; as a view with its command one layer deeper (since June 2026); in a way that no
 * client has seen.
 */
export type ContinuationForm = 'renderer' | 'viewModel' | 'unseen';

/** What the rows of one page have in common. */
export interface RowKind {
  readonly format: 'entity' | 'old';
  readonly isReply: boolean;
  readonly videoId: string;
  /** Text of the number of replies, empty for none. */
  readonly replyCount: (row: number) => string;
  readonly continuations: ContinuationForm;
  /** How a thread holds its replies: as rows of their own kind (current), or in a flat list (until 2025). */
  readonly replyShape: 'threads' | 'flat';
}

const WORDS = [
  'the',
  'song',
  'and',
  'I',
  'watched',
  'this',
  'again',
  'after',
  'years',
  'still',
  'best',
  'part',
  'when',
  'they',
  'turn',
  'around',
  'rain',
  'bridge',
  'never',
  'knew',
  'that',
  'so',
  'many',
  'people',
  'here',
  'from',
  'school',
  'my',
  'brother',
  'says',
  'it',
  'was',
  'made',
  'in',
  'a',
  'garage',
  'which',
  'explains',
  'sound',
  'of',
  'drums',
  'unbelievable',
  'work',
  'thank',
  'you',
  'for',
  'sharing',
  'wonderful',
  'evening',
  'greetings',
  'Lisboa',
  'Kraków',
  'žluťoučký',
  'naïve',
  '東京',
  'спасибо',
  'شكرا',
] as const;
export const AGES = [
  '2 hours ago',
  '5 days ago',
  '3 weeks ago',
  '1 month ago',
  '7 months ago',
  '1 year ago',
  '4 years ago',
  '11 years ago (edited)',
  '2 years ago (edited)',
] as const;
export const LIKES = ['', '', '1', '3', '12', '48', '260', '1.2K', '19K'] as const;
const CLICK = 'CAEQ';

/** The spinner or button at the end of a list. */
export function continuationItem(kind: 'list' | 'replies', row: number, as: 'spinner' | 'button', form: ContinuationForm): object {
  const endpoint = {
    clickTrackingParams: CLICK.padEnd(52, 'x'),
    commandMetadata: { webCommandMetadata: { sendPost: true, apiUrl: '/youtubei/v1/next' } },
    continuationCommand: { token: slot('token', row, tokenWidth(kind)), request: 'CONTINUATION_REQUEST_TYPE_WATCH_NEXT' },
  };
  if (form === 'viewModel')
    return {
      continuationItemViewModel: { trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN', continuationCommand: { innertubeCommand: endpoint } },
    };
  if (form === 'unseen') return { listExtenderViewModel: { onShown: { serialCommand: { commands: [endpoint] } } } };
  if (as === 'spinner')
    return { continuationItemRenderer: { trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN', continuationEndpoint: endpoint } };
  const button = {
    text: { runs: [{ text: 'Show more replies' }] },
    command: endpoint,
    trackingParams: CLICK.padEnd(36, 'x'),
    iconPosition: 'BUTTON_ICON_POSITION_TYPE_LEFT_OF_TEXT',
  };
  return { continuationItemRenderer: { trigger: 'CONTINUATION_TRIGGER_UNSPECIFIED', button: { buttonRenderer: button } } };
}

export function idOf(row: number, kind: RowKind): string {
  return slot('id', row, kind.isReply ? WIDTHS.replyId : WIDTHS.commentId);
}

/** Keys are base64 of the id and of what is meant of it. */
export function keyOf(what: string, row: number, kind: RowKind): string {
  return slot(what, row, keyText('x'.repeat(kind.isReply ? WIDTHS.replyId : WIDTHS.commentId), what).length);
}

const KEY_ENDS: Readonly<Record<string, readonly number[]>> = {
  entity: [0x20, 0x28, 0x28, 0x01],
  state: [0x20, 0x2c, 0x28, 0x01],
  surface: [0x20, 0x4f, 0x28, 0x01],
  bar: [0x20, 0x46, 0x28, 0x01],
  translate: [0x20, 0xff, 0x01, 0x28, 0x01],
};

/** The key under which the data `what` of a comment stands. */
export function keyText(id: string, what: string): string {
  return Buffer.concat([Buffer.from([0x12, id.length]), Buffer.from(id), Buffer.from(KEY_ENDS[what] ?? [])])
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '%3D');
}

export function repliesOf(row: number, kind: RowKind): object {
  const count = kind.replyCount(row);
  if (count === '' || kind.isReply) return {};
  const button = (iconType: string): object => ({
    buttonRenderer: {
      text: { runs: [{ text: `${count} replies` }] },
      icon: { iconType },
      trackingParams: CLICK.padEnd(44, 'x'),
      iconPosition: 'BUTTON_ICON_POSITION_TYPE_LEFT_OF_TEXT',
    },
  });
  const list = [continuationItem('replies', row, 'spinner', kind.continuations)];
  const contents = kind.format === 'entity' && kind.replyShape === 'threads' ? { subThreads: list } : { contents: list };
  const renderer = {
    ...contents,
    trackingParams: CLICK.padEnd(36, 'x'),
    viewReplies: button('EXPAND'),
    hideReplies: button('COLLAPSE'),
    targetId: `comment-replies-item-${idOf(row, kind)}`,
  };
  return { replies: { commentRepliesRenderer: renderer } };
}

export function words(chance: Chance, count: number): string {
  return Array.from({ length: count }, () => chance.pick(WORDS)).join(' ');
}
