import type { PastedUrl, Target, TargetParams } from '#core/platform-api/define.ts';
import { percentEncoded, encodedAddress } from '#core/platform-kit/web-address.ts';

const SITE = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com']);
const EMBEDS = new Set([...SITE, 'youtube-nocookie.com']);
const CONSENT = 'consent.youtube.com';
const STUDIO = 'studio.youtube.com';
const SHORT = 'youtu.be';

const VIDEO_ID = /^[\w-]{11}$/;
const POST_ID = /^Ug[\w-]{8,}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const COMMENT_ID = /^[\w-]+(\.[\w-]+)?$/;
/** Eleven letters long as well, but no videos: players of lists and of channels. */
const NO_VIDEOS = new Set(['videoseries', 'live_stream']);
const VIDEO_PATHS = new Set(['shorts', 'live', 'embed', 'v', 'e']);
const EMBED_PATHS = new Set(['embed', 'v', 'e']);
const POSTS_TABS = new Set(['posts', 'community']);

/** The part of an address that says what is meant. */
type Place = Pick<PastedUrl, 'host' | 'segments' | 'query'>;

export const TARGETS: readonly Target[] = [
  {
    name: 'video',
    patterns: [
      'youtube.com/watch?v=<id>[&lc=<comment>]',
      'youtu.be/<id>',
      'youtube.com/shorts/<id>',
      'youtube.com/live/<id>',
      'youtube.com/embed/<id>',
    ],
    examples: [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ?si=abc',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/live/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    match: (url) => matchVideo(meant(url)),
    exports: { own: { type: 'comments', totalCountsReplies: true }, live: { type: 'live_chat', order: 'served' } },
  },
  {
    name: 'chat',
    patterns: ['youtube.com/live_chat?v=<id>', 'youtube.com/live_chat_replay?continuation=<token>', 'youtube.com/@<name>/live'],
    examples: ['https://www.youtube.com/live_chat?v=dQw4w9WgXcQ&is_popout=1', 'https://www.youtube.com/@name/live'],
    match: (url) => matchChat(meant(url)),
    exports: { own: { type: 'live_chat', order: 'served' }, live: { type: 'live_chat', order: 'served' } },
  },
  {
    name: 'post',
    patterns: ['youtube.com/post/<id>', 'youtube.com/channel/<id>/community?lb=<id>'],
    examples: ['https://www.youtube.com/post/UgkxAbCdEfGhIjKlMnOpQrStUvWxYz012345'],
    match: (url) => matchPost(meant(url)),
    exports: { own: { type: 'comments', totalCountsReplies: true } },
  },
  {
    name: 'posts',
    patterns: ['youtube.com/@<name>/posts', 'youtube.com/channel/<id>/posts', 'youtube.com/@<name>/community'],
    examples: ['https://www.youtube.com/@name/posts', 'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw/community'],
    match: (url) => matchPosts(meant(url)),
    exports: { own: { type: 'posts', order: 'served' } },
  },
];

/** What the consent page of the EU stands in front of. */
function meant(url: PastedUrl): Place {
  const behind = url.host === CONSENT ? URL.parse(url.query.get('continue') ?? '') : null;
  if (behind === null) return url;
  return {
    host: behind.hostname.replace(/^www\./, ''),
    segments: behind.pathname.split('/').filter((part) => part !== ''),
    query: behind.searchParams,
  };
}

function matchVideo(place: Place): TargetParams | null {
  const video = videoOf(place);
  if (video === null || !VIDEO_ID.test(video) || NO_VIDEOS.has(video)) return null;
  const link = place.query.get('lc');
  return link !== null && COMMENT_ID.test(link) ? { video, link } : { video };
}

function videoOf({ host, segments, query }: Place): string | null {
  const [first = '', second] = segments;
  if (host === SHORT) return segments.length === 1 ? first : null;
  if (SITE.has(host) && first === 'watch' && segments.length === 1) return query.get('v');
  const hosts = EMBED_PATHS.has(first) ? EMBEDS : SITE;
  return hosts.has(host) && VIDEO_PATHS.has(first) ? (second ?? null) : null;
}

function matchChat({ host, segments, query }: Place): TargetParams | null {
  const [first = ''] = segments;
  const video = query.get('v') ?? '';
  if (first === 'live_chat' && (SITE.has(host) || host === STUDIO)) return VIDEO_ID.test(video) ? { video } : null;
  const replay = query.get('continuation');
  if (first === 'live_chat_replay' && SITE.has(host)) return replay ? { replay } : null;
  const channel = channelOf({ host, segments, query });
  return channel !== null && channel.tab === 'live' ? { address: `${channel.address}/live` } : null;
}

function matchPost(place: Place): TargetParams | null {
  const [first, second = ''] = place.segments;
  if (SITE.has(place.host) && first === 'post' && place.segments.length === 2) return POST_ID.test(second) ? { post: second } : null;
  const post = place.query.get('lb') ?? '';
  const channel = channelOf(place);
  if (channel === null || !POSTS_TABS.has(channel.tab) || !POST_ID.test(post)) return null;
  return channel.id === null ? { post } : { post, channel: channel.id };
}

function matchPosts(place: Place): TargetParams | null {
  const channel = channelOf(place);
  if (channel === null || !POSTS_TABS.has(channel.tab) || place.query.has('lb')) return null;
  return { channel: channel.id ?? channel.address };
}

interface ChannelPlace {
  /** Null where only a name is given. */
  readonly id: string | null;
  readonly address: string;
  /** The last part of the path, empty for the channel itself. */
  readonly tab: string;
}

function channelOf({ host, segments }: Place): ChannelPlace | null {
  const [first = '', second = ''] = segments;
  if (!SITE.has(host)) return null;
  if (first.startsWith('@') && first.length > 1 && segments.length <= 2) {
    return { id: null, address: `https://www.youtube.com/${encodedAddress(decoded(first))}`, tab: second };
  }
  const isId = first === 'channel' && CHANNEL_ID.test(second);
  if ((!isId && first !== 'c' && first !== 'user') || second === '' || segments.length > 3) return null;
  return {
    id: isId ? second : null,
    address: `https://www.youtube.com/${first}/${percentEncoded(decoded(second))}`,
    tab: segments[2] ?? '',
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
