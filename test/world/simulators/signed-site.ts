import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/** The site's host. */
export const SIGNED_HOST = 'www.signed.example';

interface SignedSiteParams {
  /** Comments under each post, and entries of each feed. Default 100. */
  readonly comments?: number;
  /** Of one answer. Default 10. */
  readonly perPage?: number;
}

const SECRET = 'between the page and its server';
/** A script that must not be written into the page, as with a strict policy. */
const POLICY = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'";
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Runs in the page, and here: FNV-1a over the address and the secret. */
const SIGN = `function sign(address) {
  let hash = 0x811c9dc5;
  for (const char of address + '|' + ${JSON.stringify(SECRET)}) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(16);
}`;
const sign = new Function(`${SIGN}; return sign;`)() as (address: string) => string;

/** Signs what the page fetches. Comes late, as such scripts do. */
const SIGNING_SCRIPT = `${SIGN}
setTimeout(() => {
  const plain = window.fetch.bind(window);
  window.fetch = (target, init = {}) => {
    const url = new URL(target, location.href);
    if (!url.pathname.startsWith('/api/')) return plain(target, init);
    return plain(target, { ...init, headers: { ...init.headers, 'x-signature': sign(url.pathname + url.search) } });
  };
  window.site = { signer: { ready: true } };
}, 400);`;

/** Loads a feed piece by piece as the reader scrolls. */
const FEED_SCRIPT = `(() => {
  const name = location.pathname.split('/').pop();
  const list = document.querySelector('#feed');
  const scroller = document.querySelector('#inner') ?? document.scrollingElement;
  let offset = 0, busy = false, ended = false;
  const load = async () => {
    if (busy || ended) return;
    busy = true;
    try {
      const answer = await fetch('/api/feed?name=' + name + '&offset=' + offset);
      if (!answer.ok) return;
      const { entries, more } = await answer.json();
      for (const entry of entries) {
        const row = document.createElement('p');
        row.style.height = '180px';
        row.textContent = entry.text;
        list.append(row);
      }
      offset += entries.length;
      ended = !more;
    } finally {
      busy = false;
    }
  };
  const wait = () => (window.site ? load() : setTimeout(wait, 20));
  const tab = document.querySelector('#open');
  if (tab) tab.addEventListener('click', wait);
  else wait();
  (document.querySelector('#inner') ?? window).addEventListener('scroll', () => {
    if (scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 300) load();
  });
})();`;

/**
 * A site whose answers only its own page gets: it signs its requests in a script, gives a visitor's cookie with the page, loads feeds as
 * one scrolls, and shows a person's notes to whoever is logged in.
 *
 * /post/ID comments by `/api/comments`, /feed/NAME an endless list (`/tab/NAME`: behind a click, in a box of its own), /notes for `session`.
 */
export function signedSiteSimulator(params: SignedSiteParams = {}): Simulator {
  const { comments = 100, perPage = 10 } = params;
  let visitors = 0;
  return (request) => {
    const { url } = request;
    if (url.hostname !== SIGNED_HOST) return null;
    if (url.pathname.startsWith('/api/')) return api(request, comments, perPage);
    if (url.pathname === '/sign.js') return script(SIGNING_SCRIPT);
    if (url.pathname === '/feed.js') return script(FEED_SCRIPT);
    if (url.pathname.startsWith('/asset/')) return asset(url.pathname);
    if (url.pathname === '/gone') return { status: 404, body: '<h1>Nothing here</h1>' };
    if (url.pathname === '/away') return { status: 302, headers: { location: 'https://login.other.example/' } };
    visitors += 1;
    const cookies = [`visitor=v${visitors}; Path=/; Secure; HttpOnly; SameSite=Lax`, `theme=dark; Path=/`];
    const known = cookieOf(request, 'visitor') !== null;
    return {
      headers: { 'content-security-policy': POLICY, ...(known ? {} : { 'set-cookie': cookies }) },
      body: page(url.pathname, comments),
    };
  };
}

function api(request: SimulatedRequest, comments: number, perPage: number): SimulatedAnswer {
  const { url, headers } = request;
  // As the real ones: no word about what is wrong.
  if (headers['x-signature'] !== sign(url.pathname + url.search)) return { body: '' };
  if (cookieOf(request, 'visitor') === null) return { status: 403, body: { error: 'no visitor' } };
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const size = Math.max(0, Math.min(perPage, comments - offset));
  const name = url.searchParams.get('name') ?? url.searchParams.get('post') ?? '';
  const entries = Array.from({ length: size }, (_, index) => ({
    id: `${name}-${offset + index}`,
    text: `entry ${offset + index} of ${name}`,
  }));
  switch (url.pathname) {
    case '/api/comments':
    case '/api/feed':
      return {
        headers: { 'set-cookie': `token=t${offset}; Path=/; Secure` },
        body: { entries, more: offset + size < comments, total: comments, by: cookieOf(request, 'session'), asked: request.body },
      };
    case '/api/notes':
      return cookieOf(request, 'session') === null
        ? { status: 401, body: { error: 'log in' } }
        : { body: { owner: cookieOf(request, 'session'), agent: headers['user-agent'], referer: headers['referer'] ?? null } };
    case '/api/large':
      return { body: { text: 'ü'.repeat(3_000_000) } };
    default:
      return { status: 404, body: {} };
  }
}

function page(path: string, comments: number): string {
  const [, kind] = path.split('/');
  const isTab = kind === 'tab';
  const box = isTab
    ? '<button id="open">Reviews</button><div id="inner" style="height:400px;overflow:auto"><div id="feed"></div></div>'
    : '<div id="feed"></div>';
  const feed = kind === 'feed' || isTab ? `${box}<script src="/feed.js"></script>` : '';
  return `<!doctype html><html lang="en"><head><title>Signed site</title>
<style>@font-face { font-family: x; src: url(/asset/font.woff2) } body { font-family: x; background: url(/asset/back.png) }</style>
<script type="application/json" id="data">${JSON.stringify({ path, total: comments })}</script><script src="/sign.js"></script></head>
<body><h1>${path}</h1><img src="/asset/one.png"><img src="/asset/two.png"><video src="/asset/film.mp4" autoplay></video>${feed}</body></html>`;
}

function asset(path: string): SimulatedAnswer {
  return { headers: { 'content-type': path.endsWith('.png') ? 'image/png' : 'application/octet-stream' }, body: PIXEL };
}

function script(body: string): SimulatedAnswer {
  return { headers: { 'content-type': 'text/javascript' }, body };
}

function cookieOf({ headers }: SimulatedRequest, name: string): string | null {
  const pairs = (headers['cookie'] ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? null;
}
