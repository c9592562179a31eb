import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

const HOSTS: ReadonlySet<string> = new Set(['tieba.baidu.com', 'jump2.bdimg.com']);
const THREAD = /^\d{4,15}$/;

/** The thread that an address names, whichever page, floor or reply of it. */
export function placeAt({ protocol, host, segments }: PastedUrl): NamedPlace<'thread'> | null {
  const [first, thread = ''] = segments;
  const isThread = protocol.startsWith('http') && HOSTS.has(host) && first === 'p' && segments.length === 2 && THREAD.test(thread);
  return isThread ? { kind: 'thread', params: { thread } } : null;
}

export function threadAddress(thread: string): string {
  return `https://tieba.baidu.com/p/${thread}`;
}

/** One floor, or one reply below it. */
export function postAddress(thread: string, floor: string, reply: string | null): string {
  return `${threadAddress(thread)}?pid=${floor}&cid=${reply ?? '0'}#${reply ?? floor}`;
}
