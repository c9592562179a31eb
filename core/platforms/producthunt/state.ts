// What the site's own page carries of a launch or a product: the first comments or reviews, and the counts.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Gap, Page, TargetParams } from '#core/platform-api/define.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { everyOf } from '#core/platform-kit/json-tree.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { pageScriptsOf } from '#core/platform-kit/page-scripts.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { SITE } from '#core/platforms/producthunt/ask.ts';
import { authorsOf, commentItem, reviewItem } from '#core/platforms/producthunt/items.ts';
import { commentSchema, listedSchema, reviewSchema, statedSchema, type Stated } from '#core/platforms/producthunt/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';
import { readRows, readRowsBelow } from '#core/platform-api/odd-rows.ts';

const DOOR = 'state in the page';
/** Where a part of the state is handed over, as the page is written bit by bit. */
const HANDOVER = /ApolloSSRDataTransport[^()]{0,40}\)[\s\S]{0,40}?\.push\(/;
/** Texts stay: only what stands outside them is no JSON. */
const TEXT_OR_UNDEFINED = /"[^"\\]*(?:\\.[^"\\]*)*"?|\bundefined\b/gs;
const FIRST_ONLY = 'Product Hunt gave no more than its page, which holds the first of them.';

/** The first comments of a launch. @throws PlatformChanged where the page holds none and counts some */
export async function commentsInPage(launch: TargetParams, path: string, session: Session): Promise<Page<never>> {
  const parts = await partsOf(path, (part) => isLaunch(part, launch), session);
  const nodes = nodesIn(parts, ['comments', 'threads'], commentSchema, 'post.comments');
  const slug = parts.map((part) => part.slug).find(Boolean) ?? launch['slug'] ?? '';
  const authors = authorsOf(parts);
  const items = nodes.flatMap((comment) => {
    const below = comment.replies && 'edges' in comment.replies ? comment.replies.edges : [];
    const answers = session.options.replies ? below : [];
    return [
      commentItem(comment, null, { slug, authors }),
      ...readRowsBelow(answers, 'answers', ({ node }) => commentItem(node, comment.id, { slug, authors })),
    ];
  });
  return shown(
    items,
    parts.map(({ commentsCount }) => commentsCount),
  );
}

/** The first reviews of a product. @throws PlatformChanged where the page holds none and counts some */
export async function reviewsInPage(product: string, path: string, session: Session): Promise<Page<never>> {
  const parts = await partsOf(path, (part) => isProduct(part, product), session);
  const nodes = nodesIn(parts, ['reviews', 'detailedReviews'], reviewSchema, 'product.reviews');
  return shown(
    readRows(nodes, 'nodes', (review) => reviewItem(review, product)),
    parts.map(({ reviewsCount, detailedReviewsCount }) => reviewsCount ?? detailedReviewsCount),
  );
}

/** A product, and what was launched, may have the same name. */
function isLaunch({ id, slug, comments, threads, commentsCount }: Stated, launch: TargetParams): boolean {
  const isNamed = launch['slug'] === undefined ? id === launch['id'] : slug === launch['slug'];
  return isNamed && (comments ?? threads ?? commentsCount) != null;
}

function isProduct({ slug, reviews, detailedReviews, reviewsCount, detailedReviewsCount }: Stated, product: string): boolean {
  return slug === product && (reviews ?? detailedReviews ?? reviewsCount ?? detailedReviewsCount) != null;
}

function shown(items: Page['items'], counts: readonly (number | null | undefined)[]): Page<never> {
  const total = counts.find((count) => count != null) ?? null;
  if (items.length === 0 && total !== 0) throw new PlatformChanged('ApolloSSRDataTransport');
  const missing = total === null ? 0 : Math.max(0, total - items.length);
  const gaps: Gap[] = missing > 0 ? [{ cause: 'blocked', count: missing, note: FIRST_ONLY }] : [];
  return { items, total, gaps, door: DOOR };
}

/** All that the page says of one launch or product: it stands there in several parts. @throws PlatformChanged where that is nothing */
async function partsOf(path: string, isWanted: (part: Stated) => boolean, session: Session): Promise<Stated[]> {
  const { value } = await plainOrBrowser(session, 'pages of Product Hunt', {
    plain: () => session.fetch({ url: SITE + path }),
    browser: () => session.page({ url: SITE + path }),
  });
  const isStated = (candidate: object): boolean => {
    const part = checked(statedSchema, candidate).data;
    return part !== undefined && isWanted(part);
  };
  const parts = statesIn(value.text).flatMap((state) => everyOf(state, isStated).map((part) => readWire(statedSchema, part, '$')));
  if (parts.length === 0) throw new PlatformChanged('ApolloSSRDataTransport');
  return parts;
}

/** Values in a page's scripts may be missing, as no JSON has them. */
function statesIn(html: string): unknown[] {
  const scripts = [...pageScriptsOf(html)].flatMap(({ text }) => (HANDOVER.test(text) ? [text] : []));
  const pushed = scripts.map((text) =>
    jsonBehind(
      text.replace(TEXT_OR_UNDEFINED, (word) => (word === 'undefined' ? 'null' : word)),
      HANDOVER,
    ),
  );
  return [...pushed, nextDataOf(html)];
}

/** The entries of a list by any of its names, each once. */
function nodesIn<S extends z.ZodType<{ readonly id: string }>>(
  parts: readonly Stated[],
  names: readonly ('comments' | 'threads' | 'reviews' | 'detailedReviews')[],
  schema: S,
  at: string,
): z.output<S>[] {
  const nodes = new Map<string, z.output<S>>();
  for (const part of parts) {
    for (const name of names) {
      const list = checked(listedSchema, part[name]).data;
      for (const { node } of list?.edges ?? []) {
        const read = readWire(schema, node, at);
        if (!nodes.has(read.id)) nodes.set(read.id, read);
      }
    }
  }
  return [...nodes.values()];
}
