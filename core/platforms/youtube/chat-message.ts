// A message of a live chat as an item: the renderers that carry one, and what each says.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { plainText } from '#core/platforms/youtube/text.ts';
import { attributedTextSchema, lastThumbnail, textSchema, thumbnailsSchema, type WireText } from '#core/platforms/youtube/wire.ts';

const badgesSchema = z
  .array(
    z.object({
      liveChatAuthorBadgeRenderer: z
        .object({
          icon: z.object({ iconType: z.string().optional() }).optional(),
          tooltip: z.string().optional(),
        })
        .optional(),
    }),
  )
  .optional();

const authorFields = { authorName: textSchema.optional(), authorPhoto: thumbnailsSchema.optional(), authorBadges: badgesSchema };

const messageSchema = z.object({
  id: z.string().min(1),
  timestampUsec: z.string().regex(/^\d+$/),
  timestampText: textSchema.optional(),
  ...authorFields,
  authorExternalChannelId: z.string().optional(),
  message: textSchema.optional(),
  purchaseAmountText: textSchema.optional(),
  sticker: z
    .object({ accessibility: z.object({ accessibilityData: z.object({ label: z.string().optional() }).optional() }).optional() })
    .optional(),
  headerPrimaryText: textSchema.optional(),
  headerSubtext: textSchema.optional(),
  header: z
    .object({
      liveChatSponsorshipsHeaderRenderer: z.object({ ...authorFields, primaryText: textSchema.optional() }).optional(),
    })
    .optional(),
});
type WireMessage = z.output<typeof messageSchema>;

/** Gifts of 2025 and later; no recorded answer proves their form. */
const giftSchema = z.object({
  id: z.string().min(1),
  authorName: attributedTextSchema.optional(),
  text: attributedTextSchema.optional(),
  timestampUsec: z.string().regex(/^\d+$/).optional(),
});

type ChatType = 'text' | 'superchat' | 'sticker' | 'membership' | 'gift';

const TYPES: ReadonlyMap<string, ChatType> = new Map([
  ['liveChatTextMessageRenderer', 'text'],
  ['liveChatPaidMessageRenderer', 'superchat'],
  ['liveChatPaidStickerRenderer', 'sticker'],
  ['liveChatMembershipItemRenderer', 'membership'],
  ['liveChatSponsorshipsGiftPurchaseAnnouncementRenderer', 'gift'],
  ['liveChatSponsorshipsGiftRedemptionAnnouncementRenderer', 'gift'],
]);
const GIFT_MESSAGE = 'giftMessageViewModel';

/** An item of the chat, null for what is none: placeholders, modes, invitations to take part. */
export function chatItem(item: Readonly<Record<string, unknown>>, videoOffsetMs: number | null): Item | null {
  for (const name in item) {
    if (name === GIFT_MESSAGE) return giftItem(item[name], videoOffsetMs);
    const type = TYPES.get(name);
    if (type !== undefined) return messageItem(readWire(messageSchema, item[name], name), type, videoOffsetMs);
  }
  return null;
}

function messageItem(wire: WireMessage, type: ChatType, videoOffsetMs: number | null): Item {
  const header = wire.header?.liveChatSponsorshipsHeaderRenderer;
  const badges = (wire.authorBadges ?? header?.authorBadges ?? []).flatMap((badge) => badge.liveChatAuthorBadgeRenderer ?? []);
  const id = orNull(wire.authorExternalChannelId);
  const has = (icon: string): boolean => badges.some((badge) => badge.icon?.iconType === icon);
  return makeItem({
    id: wire.id,
    kind: 'chat',
    author: {
      name: orNull(plainText(wire.authorName ?? header?.authorName)),
      id,
      url: id === null ? null : `https://www.youtube.com/channel/${id}`,
      avatarUrl: lastThumbnail(wire.authorPhoto ?? header?.authorPhoto),
      verified: has('VERIFIED'),
    },
    text: orNull(textOf(wire)),
    createdAt: isoFromMs(Number(wire.timestampUsec) / 1000),
    isAuthorPost: has('OWNER'),
    extra: {
      type,
      amount: textOrNothing(wire.purchaseAmountText),
      ...besidesText(wire),
      badges: badges.length === 0 ? undefined : badges.map((badge) => badge.icon?.iconType ?? badge.tooltip ?? ''),
      videoOffsetMs: videoOffsetMs ?? undefined,
      timestampText: textOrNothing(wire.timestampText),
    },
  });
}

/** The message; without one, what the item itself says. */
function textOf(wire: WireMessage): string {
  const message = plainText(wire.message);
  if (message !== '') return message;
  const heading = wire.headerPrimaryText ?? wire.headerSubtext ?? wire.header?.liveChatSponsorshipsHeaderRenderer?.primaryText;
  if (heading !== undefined) return plainText(heading);
  return wire.sticker?.accessibility?.accessibilityData?.label ?? '';
}

/** What a member's item says besides its text: its heading where a message is the text, and the level of a milestone. */
function besidesText(wire: WireMessage): { readonly heading?: string | undefined; readonly level?: string | undefined } {
  const hasMessage = plainText(wire.message) !== '';
  if (wire.headerPrimaryText === undefined) return hasMessage ? { heading: textOrNothing(wire.headerSubtext) } : {};
  return { heading: hasMessage ? plainText(wire.headerPrimaryText) : undefined, level: textOrNothing(wire.headerSubtext) };
}

function giftItem(value: unknown, videoOffsetMs: number | null): Item {
  const gift = readWire(giftSchema, value, GIFT_MESSAGE);
  return makeItem({
    id: gift.id,
    kind: 'chat',
    author: { name: orNull(gift.authorName?.content?.trim()), verified: false },
    text: orNull(gift.text?.content),
    createdAt: gift.timestampUsec === undefined ? null : isoFromMs(Number(gift.timestampUsec) / 1000),
    isAuthorPost: false,
    extra: { type: 'gift', videoOffsetMs: videoOffsetMs ?? undefined },
  });
}

function textOrNothing(text: WireText | undefined): string | undefined {
  return text === undefined ? undefined : plainText(text);
}
