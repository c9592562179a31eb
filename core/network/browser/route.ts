import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { BrowserRoute } from '#core/network/browser/protocol.ts';

/**
 * The route of a browser that a person uses, the login window: `HTTPS_PROXY` (else `HTTP_PROXY`) for everything, but for what `NO_PROXY` names; without them straight to
 * the net. The system's own proxy settings do not count, as for plain HTTP.
 * @throws CommentdockError INVALID_REQUEST where the proxy is no address
 */
export function routeOfSettings({ httpsProxy, httpProxy, noProxy }: Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy'>): BrowserRoute {
  const given = httpsProxy ?? httpProxy;
  const names = (noProxy ?? '').split(/[\s,]+/).filter((name) => name !== '');
  if (given === null || names.includes('*')) return { key: 'direct', proxy: null };
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  if (url === null)
    throw new CommentdockError('INVALID_REQUEST', 'The setting HTTPS_PROXY is not the address of a proxy. Give it as http://host:port.');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return {
    key: 'settings',
    proxy: {
      server: `${url.protocol}//${url.hostname}:${port}`,
      bypass: names.flatMap(bypassOf).join(','),
      ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    },
  };
}

/** `example.org` and `.example.org` mean the domain and all below it; an address means itself. */
function bypassOf(name: string): string[] {
  const bare = name.replace(/^\*?\./, '');
  const isAddress = /^[\d.:[\]]+$/.test(bare) || /^(localhost|[^.]+)(:\d+)?$/.test(bare);
  return isAddress ? [bare] : [bare, `*.${bare}`];
}
