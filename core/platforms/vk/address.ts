import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

export const SUBJECTS = ['wall', 'video', 'photo', 'topic', 'market'] as const;
/** What comments hang below. */
export type SubjectKind = (typeof SUBJECTS)[number];
type VkPlace = NamedPlace<SubjectKind | 'user' | 'community' | 'name' | 'short-link'>;
type Address = Pick<PastedUrl, 'host' | 'path' | 'segments' | 'query'>;

const HOSTS = new Set(['vk.com', 'vk.ru', 'm.vk.com', 'm.vk.ru', 'new.vk.com', 'vkontakte.ru', 'vkvideo.ru', 'm.vkvideo.ru']);
const SHORT_HOST = 'vk.cc';
/** An owner below zero is a community. */
const SUBJECT = /^(wall|video|clip|photo|topic|product|market)(-?\d+)_(\d+)(?![\w-])/;
const KINDS: Readonly<Record<string, SubjectKind>> = {
  wall: 'wall',
  video: 'video',
  clip: 'video',
  photo: 'photo',
  topic: 'topic',
  product: 'market',
  market: 'market',
};
/** Newer addresses of goods end in both numbers: `market/product/name-123-456`. */
const PRODUCT = /^\/market\/product\/.*?-(\d+)-(\d+)\/?$/;
const PERSON = /^id(\d+)$/;
const COMMUNITY = /^(?:club|public|event)(\d+)$/;
const WALL = /^wall(-?)(\d+)$/;
const NAME = /^[a-z_][\w.]{1,63}$/i;
/** Pages of the site, and folders of an owner: `albums1`, `video-1`. */
const FOLDER =
  /^(?:al_\w+\.php|(?:albums?|audios?|videos?|photos?|clips?|market|topic|board|docs?|app|stor(?:y|ies)|page|note|tag|write|gifts|friends|groups|playlist|podcasts?|music|live|feed|fave|search)-?\d*(?:_\d+)?)$/i;
const SITE_PAGES = new Set([
  'about',
  'ads',
  'apps',
  'bugs',
  'calls',
  'dev',
  'edit',
  'games',
  'help',
  'im',
  'join',
  'jobs',
  'login',
  'mail',
  'mobile',
  'music',
  'people',
  'privacy',
  'restore',
  'services',
  'settings',
  'share.php',
  'stickers',
  'support',
  'terms',
]);

/** What the address names, null where it is nothing of VK that could be exported. */
export function placeAt(url: Address): VkPlace | null {
  const [first = '', second] = url.segments;
  if (url.host === SHORT_HOST)
    return second === undefined && /^\w+$/.test(first) ? { kind: 'short-link', params: { short: `https://vk.cc/${first}` } } : null;
  if (!HOSTS.has(url.host)) return null;
  const subject = overlay(url.query) ?? subjectIn(first) ?? productIn(url.path);
  if (subject !== null) return subject;
  return second === undefined && !url.host.endsWith('vkvideo.ru') ? pageAt(first) : null;
}

/** A page may show something above itself: `?w=wall-1_2`, `?z=video-1_2/list`. */
function overlay(query: URLSearchParams): VkPlace | null {
  for (const name of ['w', 'z']) {
    const place = subjectIn(query.get(name) ?? '');
    if (place !== null) return place;
  }
  return null;
}

function subjectIn(words: string): VkPlace | null {
  const [, word = '', owner = '', id = ''] = SUBJECT.exec(words.replace(/_r\d+$/, '')) ?? [];
  const kind = KINDS[word];
  return kind === undefined ? null : { kind, params: { owner, id } };
}

function productIn(path: string): VkPlace | null {
  const [, community, id] = PRODUCT.exec(path) ?? [];
  return community === undefined || id === undefined ? null : { kind: 'market', params: { owner: `-${community}`, id } };
}

function pageAt(word: string): VkPlace | null {
  const [, isCommunity, owner] = WALL.exec(word) ?? [];
  if (owner !== undefined) return isCommunity === '-' ? community(owner) : person(owner);
  const user = PERSON.exec(word)?.[1];
  if (user !== undefined) return person(user);
  const group = COMMUNITY.exec(word)?.[1];
  if (group !== undefined) return community(group);
  if (!NAME.test(word) || FOLDER.test(word) || SITE_PAGES.has(word.toLowerCase())) return null;
  const params: TargetParams = { name: word };
  return { kind: 'name', params };
}

function person(user: string): VkPlace {
  return { kind: 'user', params: { user } };
}

function community(group: string): VkPlace {
  return { kind: 'community', params: { group } };
}
