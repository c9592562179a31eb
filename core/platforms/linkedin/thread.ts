import { PlatformRefusal } from '#core/contract/error.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { askSite, SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import type { Session } from '#core/platform-api/session.ts';

/**
 * Of what hangs on a post or an article. `urn` as the address has it, until the page has named the one that it hangs on; null of an
 * article, whose address names none.
 */
export type ThreadCursor = {
  readonly list: 'comments' | 'likes' | 'shares';
  readonly urn: string | null;
  readonly path: string;
  readonly start: number;
  /** Set where the calls are gone and the page is read instead: how often its list is made longer before. */
  readonly rendered?: number;
};

interface Found {
  readonly urn: string;
  readonly voyage: Voyage;
}

export const PER_PAGE = 100;
/** How many names of a page are tried. */
const MOST_NAMES = 3;
const NAME = /urn:li:(?:ugcPost|share):\d{10,20}/g;
const ARTICLE = /urn:li:linkedInArticle:\d{10,20}/g;

/**
 * An address may name a post by another of its urns, and an article by none: a 404 says so, and the page has the right one. Of reposts a
 * list of nothing comes for a wrong urn too, so that the page is read first.
 * @throws CommentdockError what `ask` throws; NOT_FOUND where no urn is known
 */
export async function askByUrn(cursor: ThreadCursor, session: Session, ask: (urn: string) => Promise<Voyage>): Promise<Found> {
  const { urn, path, start, list } = cursor;
  if (start > 0 && urn !== null) return { urn, voyage: await ask(urn) };
  const isSure = urn !== null && !(list === 'shares' && urn.includes(':activity:'));
  const own = isSure ? await unlessUnknown(urn, ask) : null;
  if (own !== null) return own;
  const names = namesIn(await pageOf(path, urn, session), urn);
  for (const name of isSure || urn === null ? names : [...names, urn]) {
    const found = await unlessUnknown(name, ask);
    if (found !== null) return found;
  }
  throw new PlatformRefusal('NOT_FOUND');
}

/** Further names of a post that stand in its page, those first that the page gives to this very post. */
export function namesIn(html: string, urn: string | null): string[] {
  const text = decodeEntities(html).replaceAll('%3A', ':');
  const names = [
    ...stated(text, urn),
    ...attributed(html, urn),
    ...(text.match(NAME) ?? []),
    ...(urn === null ? (text.match(ARTICLE) ?? []) : []),
  ];
  return [...new Set(names)].filter((name) => name !== urn).slice(0, MOST_NAMES);
}

/** The page of an article may be an empty frame that its scripts fill: then the browser reads it. */
async function pageOf(path: string, urn: string | null, session: Session): Promise<string> {
  const { text } = await askSite(session, { url: SITE + path });
  if (urn !== null || namesIn(text, urn).length > 0) return text;
  return (await session.page({ url: SITE + path, ready: { selector: 'article' } })).text;
}

/** What the page's own data say: `"backendUrn":"<urn>", ... "shareUrn":"..."`, or of an article the thread that it has. */
function stated(text: string, urn: string | null): string[] {
  if (urn === null) return [...text.matchAll(/"threadUrn":"(urn:li:\w+:\d+)"/g)].map(([, name = '']) => name);
  const at = text.indexOf(`"backendUrn":"${urn}"`);
  if (at < 0) return [];
  const metadata = text.slice(text.lastIndexOf('{', at), text.indexOf('}', at));
  const name = /"shareUrn":"(urn:li:\w+:\d+)"/.exec(metadata)?.[1];
  return name === undefined ? [] : [name];
}

function attributed(html: string, urn: string | null): string[] {
  if (urn === null) return [];
  const name = parseHtml(html).first(`[data-activity-urn="${urn}"]`)?.attribute('data-attributed-urn');
  return name ? [name] : [];
}

async function unlessUnknown(urn: string, ask: (urn: string) => Promise<Voyage>): Promise<Found | null> {
  try {
    return { urn, voyage: await ask(urn) };
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
