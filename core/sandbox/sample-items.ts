import type { Author, Item, ItemKind } from '#core/contract/item.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { ChosenTarget, ExportOptions, PlatformFacts } from '#core/platform-api/define.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { seededRandom, type SeededRandom } from '#core/sandbox/random.ts';
import { FAMILY_NAMES, GIVEN_NAMES, OWNER_WORDS, REPLY_WORDS, SAMPLE_TEXTS, TITLES } from '#core/sandbox/words.ts';

/** interface.md: at most so many items. */
const MAX_ITEMS = 100;

/** The newest item is from here; no clock, so that the same URL always gives the same sample. */
const NEWEST_MS = Date.UTC(2026, 0, 15, 12, 0, 0);
const MEAN_GAP_MS = 7 * 3_600_000;
const MAX_REPLIES_BELOW_ONE = 4;

const KIND_OF_TYPE: Readonly<Record<ExportType, ItemKind>> = {
  comments: 'comment',
  reviews: 'review',
  posts: 'post',
  live_chat: 'chat',
  followers: 'follower',
  following: 'following',
  likes: 'like',
  shares: 'share',
  messages: 'message',
  results: 'result',
  ads: 'ad',
};

/** Lists of accounts carry no counts, ratings or replies. */
const ACCOUNT_TYPES: readonly ExportType[] = ['followers', 'following', 'likes', 'shares'];

export interface SampleRequest {
  readonly platform: PlatformFacts;
  readonly target: ChosenTarget;
  readonly options: ExportOptions;
}

/**
 * Made-up items in the shape of the platform and the export type, at most 100, a parent before its replies. The same
 * request always gives the same items. Every item says so in its text or in `extra.sample`.
 */
export function sampleItems({ platform, target, options }: SampleRequest): readonly Item[] {
  const random = seededRandom(`${platform.id} ${target.type} ${target.url}`);
  const answersReplies = options.replies && target.type === 'comments';
  const items: Item[] = [];
  let atMs = NEWEST_MS;
  while (items.length < MAX_ITEMS) {
    atMs -= random.below(2 * MEAN_GAP_MS);
    const replies = random.below(3) === 0 ? 1 + random.below(MAX_REPLIES_BELOW_ONE) : 0;
    const place = { platform, target, random, index: items.length };
    const item = topLevelItem(place, atMs, replies);
    items.push(item);
    for (let reply = 1; reply <= replies; reply += 1) {
      const answer = replyTo(item, { ...place, index: reply }, atMs + reply * 60_000 * (1 + random.below(90)));
      if (answersReplies) items.push(answer);
    }
  }
  return items
    .slice(0, MAX_ITEMS)
    .filter((item) => isWithin(item, options))
    .slice(0, options.limit);
}

interface Place {
  readonly platform: PlatformFacts;
  readonly target: ChosenTarget;
  readonly random: SeededRandom;
  readonly index: number;
}

function topLevelItem(place: Place, atMs: number, replies: number): Item {
  const { platform, target, random } = place;
  const id = random.digits(12);
  const createdAt = new Date(atMs).toISOString();
  const base = { id, kind: KIND_OF_TYPE[target.type], author: sampleAuthor(place), extra: { sample: true } } as const;
  if (ACCOUNT_TYPES.includes(target.type)) return makeItem({ ...base, text: random.pick(TITLES), url: base.author.url });
  const written = { ...base, text: textFor(place), createdAt, language: 'en', url: permalink(target.url, id) };
  if (target.type === 'reviews') return makeItem({ ...written, ...reviewFields(place, atMs) });
  if (target.type === 'live_chat' || target.type === 'messages') return makeItem(written);
  const likes = random.below(10) === 0 ? random.below(5_000) : random.below(60);
  if (target.type === 'comments')
    return makeItem({
      ...written,
      likes,
      replyCount: replies,
      isPinned: place.index === 0,
      isEdited: random.below(12) === 0,
      isAuthorPost: false,
    });
  return makeItem({
    ...written,
    likes,
    replyCount: random.below(40),
    title: random.pick(TITLES),
    extra: { sample: true, category: platform.category },
  });
}

function reviewFields({ platform, random }: Place, atMs: number) {
  const answered = random.below(5) === 0;
  return {
    rating: 5 - Math.floor(random.below(25) / 6),
    ratingScale: 5,
    title: random.pick(TITLES),
    ownerReply: answered ? { text: random.pick(OWNER_WORDS), createdAt: new Date(atMs + 86_400_000).toISOString() } : null,
    extra: {
      sample: true,
      helpfulVotes: random.below(40),
      ...(platform.category === 'apps' ? { appVersion: `${1 + random.below(9)}.${random.below(10)}` } : {}),
      ...(platform.category === 'shop' ? { verifiedPurchase: random.below(4) > 0 } : {}),
    },
  };
}

function replyTo(parent: Item, place: Place, atMs: number): Item {
  const id = `${parent.id}.${place.random.digits(6)}`;
  return makeItem({
    id,
    parentId: parent.id,
    kind: 'reply',
    author: sampleAuthor(place),
    text: place.random.pick(REPLY_WORDS),
    createdAt: new Date(Math.min(atMs, NEWEST_MS)).toISOString(),
    language: 'en',
    likes: place.random.below(30),
    url: permalink(place.target.url, id),
    isAuthorPost: place.random.below(6) === 0,
    extra: { sample: true },
  });
}

function sampleAuthor({ platform, random }: Place): Author {
  const given = random.pick(GIVEN_NAMES);
  const family = random.pick(FAMILY_NAMES);
  const username = `${given}.${family}${random.below(100)}`.toLowerCase();
  return {
    name: `${given} ${family}`,
    username,
    id: random.digits(10),
    url: `${platform.homepage.replace(/\/$/, '')}/sample/${username}`,
    avatarUrl: null,
    verified: random.below(15) === 0,
  };
}

function textFor({ platform, random }: Place): string {
  return random.pick(SAMPLE_TEXTS[platform.category]);
}

function permalink(url: string, id: string): string {
  return `${url.replace(/#.*$/, '')}#sample-${id}`;
}

/** Items without a date are kept, as in every export. */
function isWithin({ createdAt }: Item, { minTimestamp, maxTimestamp }: ExportOptions): boolean {
  if (createdAt === null) return true;
  const seconds = Math.floor(Date.parse(createdAt) / 1000);
  return seconds >= (minTimestamp ?? seconds) && seconds <= (maxTimestamp ?? seconds);
}
