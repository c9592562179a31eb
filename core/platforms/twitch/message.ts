import type { Item } from '#core/contract/item.ts';
import { isoFromMs, isoFromText } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { WireMessage } from '#core/platforms/twitch/wire.ts';

/** Words that give bits when an amount stands behind them. */
const CHEERS =
  'cheer|biblethump|cheerwhal|corgo|uni|showlove|party|seemsgood|pride|kappa|frankerz|heyguys|dansgame|elegiggle|trihard|kreygasm|4head|swiftrage|notlikethis|failfish|vohiyo|pjsalt|mrdestructoid|bday|ripcheer|shamrock|doodlecheer|bitboss|streamlabs|muxy|holidaycheer|goal|anon|charity';
const CHEER = new RegExp(`(?<!\\S)(?:${CHEERS})(\\d+)(?!\\S)`, 'gi');
/** Some answers give local time as UTC: it lies before the video then. */
const MOST_BEFORE_MS = 5 * 60_000;

/** @param videoCreatedAt where it is known: the date of a message whose own cannot be */
export function messageItem(node: WireMessage, videoCreatedAt: string | null): Item {
  const { commenter, message, contentOffsetSeconds: offsetSeconds } = node;
  const words = (message?.fragments ?? []).map((fragment) => fragment.text ?? '').join('');
  const badges = (message?.userBadges ?? []).flatMap(({ setID, version }) => (setID ? [`${setID}/${version ?? ''}`] : []));
  const login = orNull(commenter?.login);
  return makeItem({
    id: node.id,
    kind: 'chat',
    author: {
      name: orNull(commenter?.displayName),
      username: login,
      id: orNull(commenter?.id),
      url: login === null ? null : `https://www.twitch.tv/${login}`,
    },
    text: orNull(words),
    createdAt: dateOf(node, videoCreatedAt),
    extra: {
      offsetSeconds,
      color: orNull(message?.userColor) ?? undefined,
      badges: badges.length > 0 ? badges : undefined,
      bits: bitsIn(words) || undefined,
    },
  });
}

function dateOf({ createdAt, contentOffsetSeconds }: WireMessage, videoCreatedAt: string | null): string | null {
  const served = isoFromText(createdAt);
  if (served === null || videoCreatedAt === null) return served;
  const videoMs = Date.parse(videoCreatedAt);
  return Date.parse(served) < videoMs - MOST_BEFORE_MS ? isoFromMs(videoMs + contentOffsetSeconds * 1000) : served;
}

function bitsIn(words: string): number {
  return [...words.matchAll(CHEER)].reduce((sum, [, amount]) => sum + Number(amount), 0);
}
