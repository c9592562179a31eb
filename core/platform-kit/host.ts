import type { PastedUrl } from '#core/platform-api/define.ts';

/** True where the URL's host is `domain` itself or one of its subdomains; `notdomain.com` and `domain.com.evil.org` are not. */
export function isHost(url: Pick<PastedUrl, 'host'>, ...domains: readonly string[]): boolean {
  return domains.some((domain) => url.host === domain || url.host.endsWith(`.${domain}`));
}
