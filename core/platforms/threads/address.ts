import { codeOf, mediaIdOf, shortCode } from '#core/platform-kit/families/meta/media-id.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import type { ExportRow, PastedUrl, Target } from '#core/platform-api/define.ts';

export const SITE = 'https://www.threads.com';

const HOSTS = new Set(['threads.com', 'threads.net', 'm.threads.com', 'm.threads.net']);
const CODE = /^[\w-]{1,64}$/;
const HANDLE = /^@([\w.]{1,30})$/;
const TOKEN = /^[\w-]{4,}$/;
const COMMENTS: ExportRow = { type: 'comments' };
const LIKES: ExportRow = { type: 'likes', order: 'served' };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const OF_A_PROFILE = {
  own: POSTS,
  tweets: POSTS,
  followers: { type: 'followers', order: 'served' },
  following: { type: 'following', order: 'served' },
} as const satisfies Target['exports'];

type TargetName = 'post' | 'share' | 'profile' | 'profile-tab';
/** The lists of a profile besides its own posts. */
const TABS = ['replies', 'media', 'reposts'] as const;
export type Tab = (typeof TABS)[number];

const target = targetsOf<TargetName>((url) => addressOf(url));

export const TARGETS: readonly Target[] = [
  target(
    'post',
    { own: COMMENTS, likes: LIKES },
    ['threads.com/@<user>/post/<code>', 'threads.com/t/<code>', 'threads.net/@<user>/post/<code>'],
    [
      'https://www.threads.com/@zuck/post/DXO2PlPEoOQ',
      'https://www.threads.net/@zuck/post/DXO2PlPEoOQ?xmt=AQGz',
      'https://threads.com/t/DXO2PlPEoOQ/',
      'https://www.threads.com/@zuck/post/DXO2PlPEoOQ/media?slof=1',
    ],
  ),
  target('share', { own: COMMENTS, likes: LIKES }, ['threads.com/share/<token>'], ['https://www.threads.com/share/BAbCdEfGh/']),
  target('profile', OF_A_PROFILE, ['threads.com/@<user>'], ['https://www.threads.com/@zuck', 'https://www.threads.net/@zuck?igshid=x']),
  target(
    'profile-tab',
    OF_A_PROFILE,
    ['threads.com/@<user>/replies', 'threads.com/@<user>/media', 'threads.com/@<user>/reposts'],
    ['https://www.threads.com/@zuck/replies', 'https://www.threads.com/@zuck/media', 'https://www.threads.com/@zuck/reposts'],
  ),
];

/** What an address of Threads names; null where that is nothing to export. */
export function addressOf({ host, segments }: Pick<PastedUrl, 'host' | 'segments'>): NamedPlace<TargetName> | null {
  if (!HOSTS.has(host)) return null;
  const [first = '', second, third = '', ...rest] = segments;
  if (first === 't') return third === '' ? postAt(second ?? '') : null;
  if (first === 'share') return segments.length <= 3 && TOKEN.test(segments.at(-1) ?? '') && second ? shareAt(segments) : null;
  const user = HANDLE.exec(first)?.[1];
  if (user === undefined) return null;
  if (second === undefined) return { kind: 'profile', params: { user } };
  if (second === 'post') return rest.length <= 1 ? postAt(third, user) : null;
  return isTab(second) && third === '' ? { kind: 'profile-tab', params: { user, tab: second } } : null;
}

/** The page of a post; without the name of its author where that is not known. */
export function postPage(code: string, user: string | null): string {
  return user === null ? `${SITE}/t/${code}` : `${SITE}/@${user}/post/${code}`;
}

export function profileUrl(user: string): string {
  return `${SITE}/@${user}`;
}

export function isTab(name: string | undefined): name is Tab {
  return TABS.some((tab) => tab === name);
}

function postAt(code: string, user?: string): NamedPlace<TargetName> | null {
  const short = shortCode(code);
  if (!CODE.test(code) || codeOf(mediaIdOf(short) ?? '') === null) return null;
  return { kind: 'post', params: { code: short, ...(user === undefined ? {} : { user }) } };
}

function shareAt(segments: readonly string[]): NamedPlace<TargetName> {
  return { kind: 'share', params: { share: segments.slice(1).join('/') } };
}
