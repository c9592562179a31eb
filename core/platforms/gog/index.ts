// GOG: the review service that the pages of its games ask, and an older list of its site where that is shut. No login. Written from what
// public clients ask and one of them observed in October 2026, never proven on recorded answers. Fragile: large pages end in a 504.
import { z } from 'zod';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { idSchema, text } from '#core/platform-kit/wire.ts';
import { olderReview, olderSchema, reviewItem, reviewsSchema } from '#core/platforms/gog/review.ts';

/** `product`: its number; null until the page has told it. `size`: rows of a page that the service bears. */
type Cursor = {
  readonly slug: string;
  readonly product: string | null;
  readonly list: 'service' | 'older';
  readonly page: number;
  readonly size: number;
};

const SITE = 'https://www.gog.com';
const SLUG = /^[a-z\d][\w-]{0,200}$/i;
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
/** Without them the service gives reviews in one language alone. */
const LANGUAGES = 'in:en-US,de-DE,fr-FR,pl-PL,ru-RU,zh-Hans,es-ES,pt-BR,it-IT,ja-JP,ko-KR';
const ORDERS = { new: 'desc:date', top: 'desc:votes' } as const;
const PAGE_SIZE = 60;
/** Where the page of a game has its number. */
const PRODUCT = [/\bcard-product="(\d{1,15})"/, /"?cardProductId"?\s{0,9}:\s{0,9}"?(\d{1,15})/];
const OVERLOADED = 504;
/** What keeps us out of the service, and perhaps not out of the older list. */
const SHUT: ReadonlySet<CommentdockError['code']> = new Set<CommentdockError['code']>([
  'BLOCKED',
  'CAPTCHA',
  'NOT_FOUND',
  'LOGIN_REQUIRED',
]);

const catalogueSchema = z.object({ products: z.array(z.object({ id: idSchema, slug: text })) });

export default definePlatform<Cursor>({
  id: 'gog',
  name: 'GOG',
  homepage: SITE,
  description: 'All reviews of a game, in every language.',
  category: 'reviews',
  recorded: null,
  comparedWith: [{ client: 'an unnamed client', date: '2026-10' }],
  targets: [
    {
      name: 'game',
      patterns: ['gog.com/game/<slug>', 'gog.com/<language>/game/<slug>'],
      examples: [
        'https://www.gog.com/en/game/cyberpunk_2077',
        'https://www.gog.com/game/purring_cats#reviews',
        'https://www.gog.com/de/game/purring-cats?sort=new',
      ],
      match: gameAt,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new', 'top'],
  sortAliases: { best: 'top' },
  ignores: SELECTORS,
  hosts: ['.gog.com'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    return [{ cursor: { slug: params['slug'] ?? '', product: null, list: 'service', page: 1, size: PAGE_SIZE }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const product = cursor.product ?? (await productOf(cursor.slug, session));
    if (cursor.list === 'older') return olderPage({ ...cursor, product }, session);
    const page = await orShut(servicePage({ ...cursor, product }, session));
    if (!(page instanceof CommentdockError)) return page;
    if (cursor.page > 1 || !SHUT.has(page.code)) throw page;
    const older = await orShut(olderPage({ ...cursor, product, list: 'older' }, session));
    if (older instanceof CommentdockError) throw older.code === 'NOT_FOUND' ? page : tellingOf(page, older);
    return { ...older, notes: [page.message] };
  },
});

function gameAt({ protocol, host, segments }: PastedUrl): TargetParams | null {
  if (!protocol.startsWith('http') || host !== 'gog.com') return null;
  const [game, slug = '', ...rest] = LANGUAGE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  return game === 'game' && rest.length === 0 && SLUG.test(slug) ? { slug } : null;
}

/** The number of a game, from its page, or from the catalogue where the page does not say it or is refused. */
function productOf(slug: string, session: Session): Promise<string> {
  return session.once(`number of ${slug}`, async () => {
    const url = `${SITE}/en/game/${slug}`;
    const shown = await orShut(
      plainOrBrowser(session, 'GOG', { plain: () => session.fetch({ url }), browser: () => session.page({ url }) }),
    );
    const told = shown instanceof CommentdockError ? null : firstCapture(PRODUCT, shown.value.text);
    return told ?? (await inCatalogue(slug, shown instanceof CommentdockError ? shown : null, session));
  });
}

async function inCatalogue(slug: string, refusal: CommentdockError | null, session: Session): Promise<string> {
  const query = { query: `like:${slug.replace(/[_-]+/g, ' ')}`, limit: 20 };
  const found = await orShut(session.json(catalogueSchema, { url: 'https://catalog.gog.com/v1/catalog', query }));
  if (found instanceof CommentdockError) throw refusal === null ? found : tellingOf(refusal, found);
  const product = found.products.find((each) => each.slug?.replaceAll('-', '_') === slug.replaceAll('-', '_'));
  if (product === undefined) throw refusal ?? new PlatformRefusal('NOT_FOUND', 'GOG sells no game under this address here.');
  return product.id;
}

type KnownCursor = Cursor & { readonly product: string };

async function servicePage(cursor: KnownCursor, session: Session): Promise<Page<Cursor>> {
  const { sort, minTimestamp } = session.options;
  const isByDate = sort !== 'top';
  const [answer, size] = await askService(cursor, ORDERS[isByDate ? 'new' : 'top'], session);
  const { page, pages, reviewCount, _embedded: embedded } = answer.json(reviewsSchema);
  const items = readRows(embedded.items, '_embedded.items', reviewItem);
  const isOver = rowsGiven(embedded.items) === 0 || cursor.page >= (pages ?? page ?? 1);
  const isPast = isByDate && items.length > 0 && items.every(({ extra }) => isBefore(String(extra['modifiedAt'] ?? ''), minTimestamp));
  return {
    items,
    next: isOver || isPast ? [] : [{ cursor: { ...cursor, size, page: cursor.page + 1 }, role: 'page' }],
    ...(cursor.page === 1 ? { total: reviewCount ?? null } : {}),
    door: 'review service',
  };
}

/** One page of the service; all of them are half as long where the first one is too long for it. */
async function askService({ product, page, size }: KnownCursor, order: string, session: Session): Promise<readonly [Answer, number]> {
  const url = `https://reviews.gog.com/v1/products/${product}/reviews`;
  const ask = (limit: number, accept: readonly number[]) =>
    session.fetch({ url, query: { language: LANGUAGES, limit, order, page }, accept });
  const answer = await ask(size, page === 1 ? [OVERLOADED] : []);
  return answer.status === OVERLOADED ? [await ask(size / 2, []), size / 2] : [answer, size];
}

async function olderPage(cursor: KnownCursor, session: Session): Promise<Page<Cursor>> {
  const { product, page } = cursor;
  const url = `https://embed.gog.com/reviews/product/${product}.json`;
  const { reviews, totalPages, totalResults } = await session.json(olderSchema, { url, query: { page } });
  return {
    items: readRows(reviews, 'reviews', olderReview),
    next: rowsGiven(reviews) === 0 || page >= (totalPages ?? 1) ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 1 ? { total: totalResults ?? null } : {}),
    door: 'older list',
  };
}
