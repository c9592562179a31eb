import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';

const STATUS_ID = /^\d+$/;
const HANDLE = /^@([^@\s]+(?:@[^@\s]+)?)$/;
const STATUS_TABS = ['favourites', 'reblogs'];
const POST_TABS = ['with_replies', 'media'];

/** The server and the status id of a status URL, with `tab` as its last part. */
export function statusOf(url: PastedUrl, tab: string | null): TargetParams | null {
  const parts = withoutTab(url.segments, tab);
  if (!parts || !isWeb(url)) return null;
  const id = parts.at(-1) ?? '';
  if (!STATUS_ID.test(id)) return null;
  const before = parts.slice(0, -1);
  const [first = '', second = '', third = ''] = before;
  const isStatus =
    (before.length === 1 && HANDLE.test(first)) ||
    (before.length === 2 && first === 'web' && (second === 'statuses' || HANDLE.test(second))) ||
    (before.length === 2 && first === 'deck' && HANDLE.test(second)) ||
    (before.length === 3 && first === 'users' && second !== '' && third === 'statuses');
  return isStatus ? { host: hostOf(url), status: id } : null;
}

/** The server and the account of a profile URL, with `tab` as its last part. */
export function profileOf(url: PastedUrl, tab: string | null): TargetParams | null {
  const parts = withoutTab(url.segments, tab);
  if (!parts || !isWeb(url)) return null;
  const [first = '', second = ''] = parts;
  const acct = parts.length === 1 ? HANDLE.exec(first)?.[1] : parts.length === 2 && first === 'users' ? second : undefined;
  return acct ? { host: hostOf(url), acct, ...(tab !== null && POST_TABS.includes(tab) ? { tab } : {}) } : null;
}

function withoutTab(segments: readonly string[], tab: string | null): readonly string[] | null {
  if (tab === null) return STATUS_TABS.includes(segments.at(-1) ?? '') ? null : segments;
  return segments.at(-1) === tab ? segments.slice(0, -1) : null;
}

function isWeb(url: PastedUrl): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** As pasted, `www.` and port included: it names the server itself. */
function hostOf(url: PastedUrl): string {
  return new URL(url.href).host;
}
