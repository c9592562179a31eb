import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import type { ExportRow, PastedUrl, Target, TargetParams } from '#core/platform-api/define.ts';
import { avOf } from '#core/platforms/bilibili/video-id.ts';

const SITE = new Set(['bilibili.com', 'm.bilibili.com']);
export const SHORT: ReadonlySet<string> = new Set(['b23.tv', 'bili2233.cn', 'bili22.cn', 'bili23.cn', 'bili33.cn']);
const NUMBER = /^\d{1,20}$/;
const AV = /^av(\d{1,20})$/i;
/** Pages that play a video named in their query. */
const PLAYERS = new Set(['festival', 'list', 'medialist', 'blackboard']);
const FOLLOWER_TABS = new Set(['fans/fans', 'relation/fans']);
const FOLLOWING_TABS = new Set(['fans/follow', 'relation/follow']);

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const LIVE: ExportRow = { type: 'live_chat', order: 'served' };
const FOLLOWERS: ExportRow = { type: 'followers' };
const FOLLOWING: ExportRow = { type: 'following' };
const OF_A_SPACE = { followers: FOLLOWERS, following: FOLLOWING };

type TargetName =
  | 'video'
  | 'bangumi'
  | 'article'
  | 'opus'
  | 'audio'
  | 'course'
  | 'live-room'
  | 'followers'
  | 'following'
  | 'space'
  | 'short-link';

type Place = Pick<PastedUrl, 'host' | 'segments' | 'query' | 'hash'>;

const target = targetsOf<TargetName>((url) => addressOf(url));

export const TARGETS: readonly Target[] = [
  target(
    'video',
    { own: COMMENTS },
    ['bilibili.com/video/<BV id or av number>[#reply<id>]', 'b23.tv/<BV id>'],
    [
      'https://www.bilibili.com/video/BV17x411w7KC?p=2',
      'https://www.bilibili.com/video/av170001#reply476670',
      'https://m.bilibili.com/video/BV1xx411c7mD',
      'https://b23.tv/BV17x411w7KC',
      'https://www.bilibili.com/festival/spring?bvid=BV17x411w7KC',
    ],
  ),
  target(
    'bangumi',
    { own: COMMENTS },
    ['bilibili.com/bangumi/play/ep<id>', 'bilibili.com/bangumi/play/ss<id>'],
    ['https://www.bilibili.com/bangumi/play/ep123', 'https://www.bilibili.com/bangumi/play/ss456'],
  ),
  target('article', { own: COMMENTS }, ['bilibili.com/read/cv<id>'], ['https://www.bilibili.com/read/cv123']),
  target(
    'opus',
    { own: COMMENTS },
    ['bilibili.com/opus/<id>', 't.bilibili.com/<id>'],
    ['https://www.bilibili.com/opus/123456789012345678', 'https://t.bilibili.com/123456789012345678'],
  ),
  target('audio', { own: COMMENTS }, ['bilibili.com/audio/au<id>'], ['https://www.bilibili.com/audio/au123']),
  target('course', {}, [], ['https://www.bilibili.com/cheese/play/ep123']),
  target('live-room', { live: LIVE }, ['live.bilibili.com/<room>'], ['https://live.bilibili.com/123']),
  target(
    'followers',
    { own: FOLLOWERS, ...OF_A_SPACE },
    ['space.bilibili.com/<id>/fans/fans', 'space.bilibili.com/<id>/relation/fans'],
    ['https://space.bilibili.com/293793435/fans/fans', 'https://space.bilibili.com/293793435/relation/fans'],
  ),
  target(
    'following',
    { own: FOLLOWING, ...OF_A_SPACE },
    ['space.bilibili.com/<id>/fans/follow', 'space.bilibili.com/<id>/relation/follow'],
    ['https://space.bilibili.com/293793435/fans/follow', 'https://space.bilibili.com/293793435/relation/follow'],
  ),
  target('space', OF_A_SPACE, ['space.bilibili.com/<id>'], ['https://space.bilibili.com/293793435']),
  target('short-link', { own: COMMENTS, live: LIVE, ...OF_A_SPACE }, ['b23.tv/<token>'], ['https://b23.tv/AbCdEf1']),
];

/** What an address of bilibili names; null where that is nothing we know. */
export function addressOf(url: Place): NamedPlace<TargetName> | null {
  const { host, segments } = url;
  const [first = '', second = ''] = segments;
  if (host === 'space.bilibili.com') return spaceAt(first, segments.slice(1));
  if (host === 'live.bilibili.com') return liveAt(first === 'blanc' || first === 'h5' ? second : first);
  if (host === 't.bilibili.com') return opusAt(segments.at(-1) ?? '', url);
  if (host === 'player.bilibili.com') return videoAt(queryVideo(url), url);
  if (SHORT.has(host)) return shortAt(url);
  return SITE.has(host) ? siteAt(url) : null;
}

function siteAt(url: Place): NamedPlace<TargetName> | null {
  const [first = '', second = '', third = ''] = url.segments;
  switch (first) {
    case 'video':
      return videoAt(second, url);
    case 'bangumi':
      return second === 'play' ? bangumiAt(third, url) : null;
    case 'read':
      return withAnchor(
        'article',
        /^cv(\d+)$/i.exec(second)?.[1] ?? (second === 'mobile' ? third || (url.query.get('id') ?? '') : ''),
        url,
      );
    case 'opus':
    case 'dynamic':
      return opusAt(second, url);
    case 'audio':
      return withAnchor('audio', /^au(\d+)$/i.exec(second)?.[1] ?? '', url);
    case 'cheese':
      return second === 'play' ? { kind: 'course', params: {} } : null;
    case 'space':
      return spaceAt(second, url.segments.slice(2));
    default:
      return PLAYERS.has(first) ? videoAt(queryVideo(url), url) : url.segments.length === 1 ? videoAt(first, url) : null;
  }
}

function videoAt(id: string, url: Place): NamedPlace<TargetName> | null {
  const av = AV.exec(id)?.[1];
  return withAnchor('video', av === undefined ? (avOf(id) ?? '') : av.replace(/^0+(?=\d)/, ''), url);
}

function queryVideo({ query }: Place): string {
  const aid = query.get('aid') ?? query.get('oid') ?? '';
  return query.get('bvid') ?? (NUMBER.test(aid) ? `av${aid}` : '');
}

function bangumiAt(id: string, url: Place): NamedPlace<TargetName> | null {
  const [, kind, number] = /^(ep|ss)(\d+)$/i.exec(id) ?? [];
  if (kind === undefined || number === undefined) return null;
  const params: TargetParams = kind.toLowerCase() === 'ep' ? { episode: number } : { season: number };
  return { kind: 'bangumi', params: { ...params, ...anchorOf(url) } };
}

function opusAt(id: string, url: Place): NamedPlace<TargetName> | null {
  return NUMBER.test(id) ? { kind: 'opus', params: { id, ...anchorOf(url) } } : null;
}

function spaceAt(id: string, tab: readonly string[]): NamedPlace<TargetName> | null {
  if (!NUMBER.test(id)) return null;
  const place = tab.join('/');
  const name = FOLLOWER_TABS.has(place) ? 'followers' : FOLLOWING_TABS.has(place) ? 'following' : 'space';
  return { kind: name, params: { user: id } };
}

function liveAt(room: string): NamedPlace<TargetName> | null {
  return NUMBER.test(room) ? { kind: 'live-room', params: { room } } : null;
}

function shortAt(url: Place): NamedPlace<TargetName> | null {
  const [first = ''] = url.segments;
  if (url.segments.length !== 1) return null;
  return (
    videoAt(first, url) ??
    bangumiAt(first, url) ??
    (/^\w+$/.test(first) ? { kind: 'short-link', params: { link: `${url.host}/${first}` } } : null)
  );
}

function withAnchor(name: TargetName, id: string, url: Place): NamedPlace<TargetName> | null {
  return NUMBER.test(id) ? { kind: name, params: { id, ...anchorOf(url) } } : null;
}

/** `#reply123`: one thread. */
function anchorOf({ hash }: Place): TargetParams {
  const anchor = /^reply(\d+)$/.exec(hash)?.[1];
  return anchor === undefined ? {} : { anchor };
}
