import type { LaunchOptions } from 'playwright-core';
import type { BrowserRoute } from '#core/network/browser/protocol.ts';

/**
 * Flags on top of playwright's own (which already turn off background networking, sync, updates, default apps and first-run pages):
 * nothing may leave the machine but what a page asks for, and nothing past the route.
 */
const FLAGS: readonly string[] = [
  // Two calls of Chrome's own that no switch turns off: to its updater, and for the Google accounts of the profile. Port 9 is one of
  // those that it never connects to.
  '--component-updater=url-source=http://127.0.0.1:9/',
  '--gaia-url=http://127.0.0.1:9',
  // HTTP/3 would go around every proxy.
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--no-pings',
  '--dns-prefetch-disable',
  '--disable-crash-reporter',
  // WebRTC: no UDP but through the proxy, and no proxy of ours carries UDP. Both spellings: it was renamed.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--mute-audio',
  // By itself Chrome tries a page that failed once more, into the middle of our own next try.
  '--disable-auto-reload',
];

/** Where the browser starts as root it cannot have its sandbox. */
interface LaunchGround {
  readonly executable: string;
  readonly isRoot: boolean;
}

/** How long a browser may take to start on a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** What playwright is told to start: the new headless mode, over a pipe that ends the browser when we end. */
export function launchOptions(route: BrowserRoute, { executable, isRoot }: LaunchGround): LaunchOptions {
  const { proxy } = route;
  return {
    executablePath: executable,
    headless: true,
    chromiumSandbox: !isRoot,
    timeout: START_TIMEOUT_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...FLAGS, ...(proxy === null ? ['--no-proxy-server'] : resolverFlags(proxy.server, proxy.bypass))],
    ...(proxy === null ? {} : { proxy: withoutEmpty(proxy) }),
  };
}

/**
 * The same for a window that a person uses, without the flag that says a program has it: pages would else take the person for one. Nothing
 * else is changed.
 */
export function windowOptions(route: BrowserRoute, ground: LaunchGround): LaunchOptions & { readonly viewport: null } {
  return { ...launchOptions(route, ground), headless: false, ignoreDefaultArgs: ['--enable-automation'], viewport: null };
}

/** Where everything goes through the proxy the browser has no name to resolve but the proxy's: a look-up would tell the net who is asked. */
function resolverFlags(server: string, bypass: string): string[] {
  const host = URL.parse(server)?.hostname;
  return bypass === '' && host !== undefined ? [`--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${host}`] : [];
}

function withoutEmpty(proxy: NonNullable<BrowserRoute['proxy']>): NonNullable<LaunchOptions['proxy']> {
  const { server, bypass, username, password } = proxy;
  return {
    server,
    ...(bypass === '' ? {} : { bypass }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}
