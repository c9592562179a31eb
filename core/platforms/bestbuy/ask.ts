import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { topicSchema } from '#core/platforms/bestbuy/review.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import { linkedNodeOf } from '#core/platform-kit/linked-data.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

const ORIGIN = 'https://www.bestbuy.com';
const PAGE_SIZE = 20;
const SITE = 'Best Buy';

/** What a visitor has who once chose the United States at the gate of countries, and what the address of a page says for it. */
const PAST_THE_GATE = { cookie: 'intl_splash=false' };
const NO_GATE = { intl: 'nosplash' };
const GATE = /\bchoose a country\b|\bselect your country\b|[?&]intl=nosplash/i;
const DENIED = /\bAccess Denied\b|\bAkamai-Reference\b|\bblocked\.html\b/i;
const SKU_IN_PAGE = /"skuId"\s*:\s*"?(\d{4,10})\b/;

const ugcSchema = z.object({ totalPages: countSchema.nullish(), topics: rowsOf(topicSchema).nullish() });
const productSchema = z.object({ sku: z.union([z.string(), z.int()]).transform(String) });

/** One page of reviews, and by which door it came. */
interface Topics {
  readonly topics: readonly z.output<typeof topicSchema>[];
  /** Null where the answer does not say. */
  readonly pages: number | null;
  readonly door: string;
}

/** A page of the reviews of an article. @throws CommentdockError BLOCKED, GEO_BLOCKED, PLATFORM_CHANGED... */
export async function askTopics(
  session: Session,
  at: { readonly sku: string; readonly sort: string; readonly page: number },
): Promise<Topics> {
  const url = `${ORIGIN}/ugc/v2/reviews?page=${at.page}&pageSize=${PAGE_SIZE}&sku=${at.sku}&sort=${at.sort}`;
  const { value, by } = await plainOrBrowser(session, SITE, {
    breaksWires: true,
    plain: () => pastGate((query) => session.fetch({ url, headers: { accept: 'application/json', ...PAST_THE_GATE }, ...query })),
    browser: async () => refused(await session.inPage({ url, headers: { accept: 'application/json' } })),
  });
  const { topics, totalPages } = value.json(ugcSchema);
  if (topics == null && totalPages !== 0) throw new PlatformChanged('topics');
  return { topics: topics ?? [], pages: totalPages ?? null, door: `review call${by}` };
}

/** The number of the article that the page of a product shows. @throws CommentdockError as `askTopics`; NOT_FOUND */
export async function askSku(session: Session, path: string): Promise<string> {
  const url = `${ORIGIN}/${path.split('/').map(percentEncoded).join('/')}`;
  const { value } = await plainOrBrowser(session, SITE, {
    breaksWires: true,
    plain: () => pastGate((query) => session.fetch({ url, headers: PAST_THE_GATE, ...query })),
    browser: async () => refused(await session.page({ url: `${url}?intl=nosplash` })),
  });
  const product = checked(productSchema, linkedNodeOf(value.text, 'Product'));
  const sku = product.success ? product.data.sku : SKU_IN_PAGE.exec(value.text.replaceAll('\\"', '"'))?.[1];
  if (sku === undefined || !/^\d+$/.test(sku)) throw new PlatformChanged('skuId');
  return sku;
}

/** Asks again by the way around the gate where that stands there though the cookie was sent. */
async function pastGate(ask: (query: Pick<PlatformRequest, 'query'>) => Promise<Answer>): Promise<Answer> {
  const answer = await ask({});
  return refused(isGate(answer) ? await ask({ query: NO_GATE }) : answer);
}

/** @throws PlatformRefusal */
function refused(answer: Answer): Answer {
  if (isGate(answer))
    throw new PlatformRefusal(
      'GEO_BLOCKED',
      'Best Buy asks for a country instead of an answer. Choose a route (options.vpn) in the United States.',
    );
  if (!answer.isJson && answer.text.length < 10_000 && DENIED.test(answer.text)) throw new PlatformRefusal('BLOCKED');
  return answer;
}

/** Whole pages of the site may speak of countries, too. */
function isGate(answer: Answer): boolean {
  return !answer.isJson && GATE.test(answer.text) && !/"skuId|"@type"\s*:\s*"Product"/.test(answer.text.replaceAll('\\"', '"'));
}
