import type { Author, Item, ItemKind, Media } from '#core/contract/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { decodeXmlEntities } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readTweet, readUser } from '#core/platforms/twitter/timeline.ts';
import type { WireMedia, WireTweet, WireUser } from '#core/platforms/twitter/wire.ts';

const SITE = 'https://x.com';
const NOBODY: Author = { name: null, username: null, id: null, url: null, avatarUrl: null, verified: null };
const SHORT_LINK = /https?:\/\/t\.co\/\w+/g;

type Placed = Pick<Item, 'kind' | 'parentId' | 'isAuthorPost' | 'isPinned'>;
type Links = readonly { readonly url?: string | null | undefined; readonly expanded_url?: string | null | undefined }[] | null | undefined;

/** A reply in a conversation. `owner`: who wrote the post that it hangs below; null where that is unknown. */
export function replyItem(tweet: WireTweet, { post, owner }: { readonly post: string; readonly owner: string | null }): Item {
  const answered = orNull(tweet.legacy.in_reply_to_status_id_str);
  const parentId = answered === post ? null : answered;
  const author = authorIdOf(tweet);
  return tweetItem(tweet, {
    kind: parentId === null ? 'comment' : 'reply',
    parentId,
    isAuthorPost: owner === null || author === null ? null : author === owner,
    isPinned: null,
  });
}

/** A post of a list. `isPinned` null: the list knows no pinned post. */
export function postItem(tweet: WireTweet, isPinned: boolean | null): Item {
  return tweetItem(tweet, { kind: 'tweet', parentId: orNull(tweet.legacy.in_reply_to_status_id_str), isAuthorPost: null, isPinned });
}

/** Who wrote a post; null where its author is not shown. */
export function authorIdOf(tweet: WireTweet): string | null {
  const user = readUser(tweet.core?.user_results?.result, `${tweet.rest_id}.core.user_results.result`);
  return user.is === 'shown' ? user.value.rest_id : null;
}

function tweetItem(tweet: WireTweet, placed: Placed): Item {
  const { legacy, rest_id: id } = tweet;
  const author = authorOf(tweet);
  const edits = tweet.edit_control?.edit_tweet_ids ?? tweet.edit_control?.edit_control_initial?.edit_tweet_ids;
  return makeItem({
    id,
    author,
    text: orNull(wholeText(tweet)),
    createdAt: isoFromText(legacy.created_at),
    likes: legacy.favorite_count ?? null,
    replyCount: legacy.reply_count ?? null,
    language: orNull(legacy.lang),
    url: `${SITE}/${author.username ?? 'i'}/status/${id}`,
    media: (legacy.extended_entities?.media ?? []).flatMap(mediaOf),
    isEdited: edits ? edits.length > 1 : null,
    ...placed,
    extra: {
      retweets: legacy.retweet_count ?? undefined,
      quotes: legacy.quote_count ?? undefined,
      bookmarks: legacy.bookmark_count ?? undefined,
      views: tweet.views?.count ?? undefined,
      conversationId: orNull(legacy.conversation_id_str) ?? undefined,
    },
  });
}

/** A repost carries its original in whole; its own text is cut. */
function wholeText(tweet: WireTweet): string {
  const carried = tweet.legacy.retweeted_status_result;
  const original = carried ? readTweet(carried.result, `${tweet.rest_id}.legacy.retweeted_status_result.result`) : null;
  if (original?.is !== 'shown') return textOf(tweet);
  const handle = authorOf(original.value).username;
  return handle === null ? textOf(tweet) : `RT @${handle}: ${textOf(original.value)}`;
}

/** A long post has its whole text apart, and that one is not escaped. */
function textOf({ legacy, note_tweet: note }: WireTweet): string {
  const long = note?.note_tweet_results?.result;
  const ownMedia = [...(legacy.entities?.media ?? []), ...(legacy.extended_entities?.media ?? [])];
  const links = [...(legacy.entities?.urls ?? []), ...(long?.entity_set?.urls ?? [])];
  return withFullLinks(
    orNull(long?.text) ?? decodeXmlEntities(legacy.full_text),
    links,
    ownMedia.map(({ url }) => url),
  );
}

/** Short links as what they stand for; those of a post's own media go. */
function withFullLinks(text: string, links: Links, dropped: readonly (string | null | undefined)[]): string {
  if (!text.includes('://t.co/')) return text;
  const full = new Map((links ?? []).map(({ url, expanded_url: expanded }) => [url, expanded]));
  return text.replace(SHORT_LINK, (short) => (dropped.includes(short) ? '' : (orNull(full.get(short)) ?? short)));
}

function mediaOf({ type, media_url_https: picture, video_info: video }: WireMedia): Media[] {
  if (type === 'photo') return picture ? [{ type: 'image', url: picture }] : [];
  const variants = video?.variants ?? [];
  const films = variants.filter((variant) => variant.content_type === 'video/mp4');
  const best = films.toSorted((one, other) => (other.bitrate ?? 0) - (one.bitrate ?? 0))[0] ?? variants[0];
  return best ? [{ type: 'video', url: best.url }] : [];
}

function authorOf(tweet: WireTweet): Author {
  const user = readUser(tweet.core?.user_results?.result, `${tweet.rest_id}.core.user_results.result`);
  return user.is === 'shown' ? authorFields(user.value) : NOBODY;
}

function authorFields({ rest_id: id, core, legacy, avatar, is_blue_verified: paid, verification }: WireUser): Author {
  const username = orNull(core?.screen_name ?? legacy?.screen_name);
  const marks = [paid, verification?.verified, legacy?.verified].filter((mark) => typeof mark === 'boolean');
  return {
    name: orNull(core?.name ?? legacy?.name),
    username,
    id,
    url: profileUrl(id, username),
    avatarUrl: orNull(avatar?.image_url ?? legacy?.profile_image_url_https),
    verified: marks.length === 0 ? null : marks.includes(true),
  };
}

function profileUrl(id: string, username: string | null): string {
  return username === null ? `${SITE}/i/user/${id}` : `${SITE}/${username}`;
}

/** An account of a list; X does not say since when it follows, likes or shares. */
export function accountItem(user: WireUser, kind: ItemKind): Item {
  const { profile_bio: bio, legacy } = user;
  const author = authorFields(user);
  const links = bio?.entities?.description?.urls ?? legacy?.entities?.description?.urls;
  return makeItem({
    id: user.rest_id,
    kind,
    author,
    text: orNull(withFullLinks(decodeXmlEntities(bio?.description ?? legacy?.description ?? ''), links, [])),
    url: author.url,
    extra: {
      accountCreatedAt: isoFromText(user.core?.created_at ?? legacy?.created_at) ?? undefined,
      followers: user.relationship_counts?.followers ?? legacy?.followers_count ?? undefined,
      following: user.relationship_counts?.following ?? legacy?.friends_count ?? undefined,
      posts: user.tweet_counts?.tweets ?? legacy?.statuses_count ?? undefined,
      location: orNull(user.location?.location ?? legacy?.location) ?? undefined,
    },
  });
}
