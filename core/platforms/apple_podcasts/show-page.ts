// The page of a show: a few reviews for search engines, and the way to the token of the site's own web client.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { sha256Hex } from '#core/platform-kit/hash.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { type Door, knock } from '#core/platform-kit/knock.ts';
import { linkedDataOf } from '#core/platform-kit/linked-data.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { numberSchema, readWire, text } from '#core/platform-kit/wire.ts';

export const SITE = 'https://podcasts.apple.com';

interface ShowPage {
  /** Null where neither the page nor its script tells it. */
  readonly token: string | null;
  readonly html: string;
}

const CONFIGURATION = 'meta[name="web-experience-app/config/environment"]';
const SCRIPT = 'script[type="module"][src*="/assets/"]';
const TOKEN_VALUE = /"token"\s{0,9}:\s{0,9}"([\w.-]{20,4000})"/;
const TOKEN = /(?<![\w-])(eyJ[\w-]{5,2000}\.[\w-]{5,2000}\.[\w-]{5,2000})/;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}/;

const reviewSchema = z.object({
  author: z.union([z.string(), z.object({ name: text }).transform(({ name }) => name)]).nullish(),
  datePublished: text,
  name: text,
  reviewBody: text,
  reviewRating: z.object({ ratingValue: numberSchema }),
});
type Review = z.infer<typeof reviewSchema>;

/** Asked for once per storefront and run. */
export function showPage(show: string, country: string, session: Session): Promise<Door<ShowPage>> {
  return session.once(`page of the show in ${country}`, async () => {
    const url = `${SITE}/${country}/podcast/id${show}`;
    const door = await knock(session, { url }, ({ text: html }) => html);
    return 'value' in door ? { value: { html: door.value, token: await tokenOf(door.value, url, session) } } : door;
  });
}

async function tokenOf(html: string, base: string, session: Session): Promise<string | null> {
  const page = parseHtml(html);
  const told = firstCapture([TOKEN_VALUE], decoded(page.first(CONFIGURATION)?.attribute('content') ?? ''));
  if (told !== null) return told;
  const script = absoluteAddress(page.first(SCRIPT)?.attribute('src'), base);
  if (script === null || !script.startsWith(`${SITE}/assets/`)) return null;
  return firstCapture([TOKEN], (await optionalText(session, { url: script })) ?? '');
}

function decoded(content: string): string {
  try {
    return decodeURIComponent(content);
  } catch {
    return content;
  }
}

/**
 * The few reviews that the page has.
 * @throws PlatformChanged
 */
export function reviewsIn(html: string, country: string): Item[] {
  const block = nearest(linkedDataOf(html), (value) => Array.isArray((value as { readonly review?: unknown }).review));
  if (block === undefined) return [];
  const { review } = readWire(z.object({ review: rowsOf(reviewSchema) }), block, 'schema:show');
  return readRows(review, 'review', (row) => reviewOf(row, country));
}

/** A row has no id: it is made up of what it says. */
function reviewOf({ author, datePublished, name, reviewBody, reviewRating }: Review, country: string): Item {
  const [writer, title, words] = [decodeEntities(author ?? ''), decodeEntities(name ?? ''), decodeEntities(reviewBody ?? '')];
  const date = datePublished ?? '';
  if (writer === '' && title === '' && words === '') throw new PlatformChanged('author');
  const createdAt = ISO_DAY.test(date) ? isoFromUtcText(date.slice(0, 'YYYY-MM-DD'.length)) : null;
  return makeItem({
    id: sha256Hex([country, writer, title, date, words].join('\n')).slice(0, 16),
    kind: 'review',
    author: { name: orNull(writer) },
    title: orNull(title),
    text: words,
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'day',
    relativeTime: createdAt === null ? orNull(date) : null,
    rating: reviewRating.ratingValue,
    ratingScale: 5,
    extra: { country },
  });
}
