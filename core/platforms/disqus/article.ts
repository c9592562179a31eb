import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';

/** How a page names its thread to Disqus. */
export interface Embedding {
  readonly forum: string;
  readonly identifier: string | null;
  readonly url: string;
}

type Value = 'forum' | 'identifier' | 'url';

/** How scripts write each value: a name, `=` or `:`, and a text in quotation marks that nothing is added to. */
const NAMES: Readonly<Record<Value, string>> = {
  forum: 'disqus_?shortname',
  identifier: '(?:this\\.page\\.identifier|disqus_?identifier)',
  url: '(?:this\\.page\\.url|disqus_?url)',
};
/** As attributes of the element that the comments are put into. */
const ATTRIBUTES: Readonly<Record<Value, readonly string[]>> = {
  forum: ['data-disqus-shortname', 'data-shortname'],
  identifier: ['data-disqus-identifier', 'data-identifier'],
  url: ['data-disqus-url', 'data-url'],
};
const PLACE = '#disqus_thread, [data-disqus-shortname], [data-disqus-identifier], [data-disqus-url]';
const FRAME = 'iframe[src*="disqus.com/embed/comments"]';
const FORUM_SCRIPT = /\/\/([a-z0-9][a-z0-9-]*)\.disqus\.com\/(?:embed|count)\b/i;
const FORUM_IN_STATE = /disqus[^{}]{0,40}\{[^{}]*?["']?shortname["']?\s*:\s*["']([\w-]+)["']/i;
const FORUM = /^[\w-]+$/;
/** A slash pair after a blank or a line end: not the one within an address. */
const LINE_COMMENT = /(?<=^|[\s;{}])\/\/[^\n]*/g;
const COMMENT = new RegExp(`\\/\\*[\\s\\S]*?\\*\\/|${LINE_COMMENT.source}`, 'g');

/** How the page that answered at `address` embeds Disqus; null where it does not. */
export function embeddingIn(html: string, address: string): Embedding | null {
  const page = parseHtml(html);
  const inFrame = frameOf(page);
  if (inFrame !== null) return { ...inFrame, url: inFrame.url ?? ownAddress(page, address) };
  const scripts = page
    .all('script')
    .map((script) => withoutComments(script.rawText))
    .filter((script) => /disqus/i.test(script) || script.includes('this.page.'));
  const place = nearestPlace(page, address);
  const valueOf = (value: Value): string | null => inAttributes(place, value) ?? inScripts(scripts, value);
  const forum = valueOf('forum') ?? forumOfScripts(page, scripts);
  if (forum === null || !FORUM.test(forum)) return null;
  return { forum, identifier: valueOf('identifier'), url: absolute(valueOf('url'), address) ?? ownAddress(page, address) };
}

/** What begins like a comment and does not end is none: a pattern of addresses, say. */
function withoutComments(script: string): string {
  const end = script.lastIndexOf('*/') + 2;
  return end < 2
    ? script.replace(LINE_COMMENT, '')
    : script.slice(0, end).replace(COMMENT, '') + script.slice(end).replace(LINE_COMMENT, '');
}

function frameOf(page: HtmlElement): { forum: string; identifier: string | null; url: string | null } | null {
  const src = page.first(FRAME)?.attribute('src') ?? '';
  const query = URL.canParse(src, 'https://disqus.com/') ? new URL(src, 'https://disqus.com/').searchParams : null;
  const forum = query?.get('f');
  return query && forum ? { forum, identifier: query.get('t_i') || null, url: query.get('t_u') || null } : null;
}

/** Several articles may share a page: the place that names the pasted address wins. */
function nearestPlace(page: HtmlElement, address: string): HtmlElement | null {
  const places = page.all(PLACE);
  const own = places.find((place) => {
    const url = absolute(inAttributes(place, 'url'), address);
    return url !== null && new URL(url).pathname === new URL(address).pathname;
  });
  return own ?? places[0] ?? null;
}

function inAttributes(place: HtmlElement | null, value: Value): string | null {
  for (const name of ATTRIBUTES[value]) {
    const found = place?.attribute(name)?.trim();
    if (found) return found;
  }
  return null;
}

function inScripts(scripts: readonly string[], value: Value): string | null {
  const written = new RegExp(`\\b${NAMES[value]}["']?\\s*[=:]\\s*(["'])((?:\\\\.|(?!\\1).)*)\\1(?!\\s*\\+)`, 'i');
  for (const script of scripts) {
    const found = unescaped(written.exec(script)?.[2] ?? '').trim();
    if (found !== '') return found;
  }
  return null;
}

/** The forum is a part of the address that the script of the comments comes from. */
function forumOfScripts(page: HtmlElement, scripts: readonly string[]): string | null {
  const sources = page.all('script[src]').map((script) => script.attribute('src') ?? '');
  for (const source of [...sources, ...scripts]) {
    const forum = FORUM_SCRIPT.exec(source.replaceAll('\\/', '/'))?.[1];
    if (forum) return forum.toLowerCase();
  }
  for (const script of scripts) {
    const forum = FORUM_IN_STATE.exec(script)?.[1];
    if (forum) return forum;
  }
  return null;
}

/** Text of a script or of JSON, and the entities that templates leave in it. */
function unescaped(text: string): string {
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1');
  return decodeEntities(plain);
}

function ownAddress(page: HtmlElement, address: string): string {
  const canonical = page.first('link[rel="canonical"][href]')?.attribute('href');
  return absolute(canonical, address) ?? address.split('#', 1)[0] ?? address;
}

function absolute(url: string | null | undefined, base: string): string | null {
  if (!url || !URL.canParse(url, base)) return null;
  return /^https?:/i.test(url) ? url : new URL(url, base).href;
}
