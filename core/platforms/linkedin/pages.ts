import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Next, Page } from '#core/platforms/define.ts';
import { parseHtml } from '#core/platforms/kit/html-tree.ts';
import { readJson, readWire } from '#core/platforms/kit/wire.ts';
import { askSite, askVoyager, entityOf, SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import { commentIdOf, commentItem, publicItem, reactionItem } from '#core/platforms/linkedin/items.ts';
import {
  collectionSchema,
  commentSchema,
  countsSchema,
  publicPostSchema,
  reactionSchema,
  socialDetailSchema,
} from '#core/platforms/linkedin/wire.ts';
import type { PublicPost, WireComment, WireSocialDetail } from '#core/platforms/linkedin/wire.ts';
import type { Session } from '#core/platforms/session.ts';

/** `urn` as the address has it, until the page of the post has named the one that its comments hang on. */
export type LinkedInCursor = {
  readonly list: 'comments' | 'likes';
  readonly urn: string;
  readonly path: string;
  readonly start: number;
};

const PER_PAGE = 100;
const PUBLIC_ONLY =
  'LinkedIn shows people without a login the first few comments only. Give the cookies li_at and JSESSIONID of your session (options.cookies) to get all.';
const MORE_REPLIES = 'LinkedIn gives at most 100 replies of one comment.';
const REAL_URN = /urn:li:(?:ugcPost|share|activity):\d{10,20}/g;

/** The comments of a post, by the calls of the page where there is a session, else as its public page has them. */
export async function commentsPage(cursor: LinkedInCursor, session: Session): Promise<Page<LinkedInCursor>> {
  if (session.cookie(SITE, 'li_at') === null) return publicPage(cursor.path, session);
  const sort = session.options.sort === 'new' ? 'REVERSE_CHRONOLOGICAL' : 'RELEVANCE';
  const asked = await askByUrn(cursor, session, (urn) =>
    askVoyager(
      session,
      'comments',
      `(count:${PER_PAGE},numReplies:${PER_PAGE},socialDetailUrn:${detailUrn(urn)},sortOrder:${sort},start:${cursor.start})`,
    ),
  );
  const { elements, total } = listIn(asked.voyage);
  if (cursor.start === 0 && elements.length === 0) expectOpen(asked.voyage);
  const { items, gaps } = readComments(elements, asked.voyage, session.options.replies);
  return { items, gaps, next: nextOf({ ...cursor, urn: asked.urn }, elements.length, total), total, mayRepeat: true, door: 'web API' };
}

/** Who reacted to a post, and how. */
export async function likesPage(cursor: LinkedInCursor, session: Session): Promise<Page<LinkedInCursor>> {
  if (session.cookie(SITE, 'li_at') === null) throw new PlatformRefusal('LOGIN_REQUIRED');
  const asked = await askByUrn(cursor, session, (urn) =>
    askVoyager(session, 'reactions', `(count:${PER_PAGE},start:${cursor.start},threadUrn:${encoded(urn)})`),
  );
  const { elements, total } = listIn(asked.voyage);
  const items = elements.flatMap((urn) => entityOf(asked.voyage, urn, reactionSchema) ?? []).map(reactionItem);
  return { items, next: nextOf({ ...cursor, urn: asked.urn }, elements.length, total), total, mayRepeat: true, door: 'web API' };
}

/** An address may name a post by another of its urns: a 404 says so, and the post's own page has the right one. */
async function askByUrn(
  { urn, path, start }: LinkedInCursor,
  session: Session,
  ask: (urn: string) => Promise<Voyage>,
): Promise<{ readonly urn: string; readonly voyage: Voyage }> {
  try {
    return { urn, voyage: await ask(urn) };
  } catch (error) {
    if (start > 0 || !(error instanceof PlatformRefusal) || error.code !== 'NOT_FOUND') throw error;
    const page = await askSite(session, { url: `${SITE}${path}` });
    const others = [...new Set(page.text.replaceAll('%3A', ':').match(REAL_URN))].filter((each) => each !== urn);
    const [real] = others.filter((each) => !each.includes(':activity:'));
    if (real === undefined) throw error;
    return { urn: real, voyage: await ask(real) };
  }
}

function nextOf(cursor: LinkedInCursor, rows: number, total: number | null): Next<LinkedInCursor>[] {
  const start = cursor.start + PER_PAGE;
  return rows === 0 || start >= (total ?? Infinity) ? [] : [{ cursor: { ...cursor, start }, role: 'page' }];
}

function listIn({ lists }: Voyage): { readonly elements: readonly string[]; readonly total: number | null } {
  const list = Object.values(lists).find((value) => typeof value === 'object' && value !== null && '*elements' in value);
  if (list === undefined) throw new PlatformChanged('data.data.*elements');
  const { '*elements': elements, paging } = readWire(collectionSchema, list, 'data.data');
  return { elements: elements ?? [], total: paging?.total ?? null };
}

function readComments(urns: readonly string[], voyage: Voyage, replies: boolean): { readonly items: Item[]; readonly gaps: Gap[] } {
  const items: Item[] = [];
  let missing = 0;
  for (const urn of urns) {
    const comment = entityOf(voyage, urn, commentSchema);
    if (comment === null) continue;
    const detail = detailOf(comment, voyage);
    items.push(itemOf(comment, detail, null, voyage));
    if (!replies) continue;
    const answers = (detail?.comments?.['*elements'] ?? detail?.['*comments'] ?? []).flatMap(
      (each) => entityOf(voyage, each, commentSchema) ?? [],
    );
    for (const answer of answers) items.push(itemOf(answer, detailOf(answer, voyage), commentIdOf(comment), voyage));
    missing += Math.max(0, (countsOf(detail, voyage)?.numComments ?? 0) - answers.length);
  }
  return { items, gaps: missing > 0 ? [{ cause: 'notServed', count: missing, note: MORE_REPLIES }] : [] };
}

function itemOf(comment: WireComment, detail: WireSocialDetail | null, parentId: string | null, voyage: Voyage): Item {
  const counts = countsOf(detail, voyage);
  return commentItem(comment, { parentId, likes: counts?.numLikes ?? null, replyCount: counts?.numComments ?? null });
}

function detailOf(comment: WireComment, voyage: Voyage): WireSocialDetail | null {
  if (comment.socialDetail) return readWire(socialDetailSchema, comment.socialDetail, 'included.Comment.socialDetail');
  return entityOf(voyage, comment['*socialDetail'], socialDetailSchema);
}

function countsOf(detail: WireSocialDetail | null, voyage: Voyage) {
  return detail?.totalSocialActivityCounts ?? entityOf(voyage, detail?.['*totalSocialActivityCounts'], countsSchema);
}

function expectOpen({ entities }: Voyage): void {
  const details = [...entities.values()].flatMap((entity) => socialDetailSchema.safeParse(entity).data ?? []);
  if (details.some((detail) => detail.commentingDisabled === true || detail.allowedCommentersScope === 'NONE'))
    throw new PlatformRefusal('COMMENTS_DISABLED');
}

async function publicPage(path: string, session: Session): Promise<Page<LinkedInCursor>> {
  const { text } = await askSite(session, { url: `${SITE}${path}` });
  const post = publicPostIn(text);
  const comments = post.comment ?? [];
  const total = post.commentCount ?? null;
  const missing = total === null ? 0 : Math.max(0, total - comments.length);
  return {
    items: comments.map((comment) => publicItem(comment, post)),
    total,
    gaps: missing > 0 ? [{ cause: 'login', count: missing, note: PUBLIC_ONLY }] : [],
    door: 'public page',
  };
}

function publicPostIn(html: string): PublicPost {
  for (const script of parseHtml(html).all('script[type="application/ld+json"]')) {
    const data = readJson(script.rawText, 'ld+json');
    const nodes = Array.isArray(data) ? data : [data];
    for (const node of nodes) {
      const type = typeof node === 'object' && node !== null && '@type' in node ? node['@type'] : null;
      if (type === 'SocialMediaPosting' || type === 'VideoObject' || type === 'DiscussionForumPosting')
        return readWire(publicPostSchema, node, 'ld+json');
    }
  }
  throw new PlatformChanged('ld+json', 'The public page of this post says nothing about it. It may be shown after a login only.');
}

function detailUrn(urn: string): string {
  return encoded(`urn:li:fsd_socialDetail:(${urn},${urn},urn:li:highlightedReply:-)`);
}

/** Brackets too: they have a meaning of their own in LinkedIn's variables. */
function encoded(urn: string): string {
  return encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29');
}
