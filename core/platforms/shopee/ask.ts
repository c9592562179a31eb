// Calls of Shopee's own API, from outside and, with the owner's session, from inside a page; and how it refuses.
import { z } from 'zod';
import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** `page`: path of the page that asks the same. */
interface ApiCall {
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly page: string;
}

/** What its codes mean; any other is a call that it does not know. */
const BLOCKED_CODES = new Set([90309998, 90309999]);
const UNKNOWN_CODE = 4;
const BLOCKED =
  'Shopee refuses programs from this machine. Give the cookies of your own session (options.cookies): the ratings are then asked for from inside a page of Shopee. Or wait some hours, or choose another route (options.vpn).';

const envelopeSchema = z.object({ error: z.int().nullish(), error_msg: z.string().nullish(), data: z.unknown().optional() });

/** Where it leads whom it does not want to answer. */
const WALLS: readonly { readonly address: RegExp; readonly error: () => CommentdockError }[] = [
  { address: /\/verify\/captcha|\/anti_fraud\/captcha/, error: () => new PlatformRefusal('CAPTCHA') },
  { address: /\/verify\/traffic/, error: () => new PlatformRefusal('BLOCKED', BLOCKED) },
  { address: /\/buyer\/login|get_active_login_page/, error: () => new PlatformRefusal('LOGIN_REQUIRED') },
];

/**
 * The data of an answer, checked. Without the owner's cookies no browser is started: it is refused as well.
 * @throws CommentdockError BLOCKED, CAPTCHA, LOGIN_REQUIRED, NOT_FOUND, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function askShopee<S extends z.ZodType>(
  session: Session,
  schema: S,
  { host, path, query, page }: ApiCall,
): Promise<{ readonly data: z.output<S>; readonly door: string }> {
  const url = `https://${host}${page}`;
  const request: PlatformRequest = {
    url: `https://${host}${path}`,
    query,
    headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-api-source': 'pc', referer: url },
    accept: 'any',
  };
  const plain = async () => dataOf(await session.fetch(request));
  const browser = async () => dataOf(await session.inPage({ ...request, page: { url } }));
  const { value, by } = session.hasCookies ? await plainOrBrowser(session, host, { plain, browser }) : { value: await plain(), by: '' };
  return { data: readWire(schema, value, 'data'), door: `ratings${by}` };
}

/** What stands at an address; null for one that is no wall's. */
export function wallAtAddress(address: string): CommentdockError | null {
  return WALLS.find((wall) => wall.address.test(address))?.error() ?? null;
}

function dataOf(answer: Answer): unknown {
  const wall = wallAtAddress(answer.url);
  if (wall !== null) throw wall;
  const isGood = answer.status >= 200 && answer.status < 300;
  if (!answer.isJson) throw refusalWithoutData(answer, isGood);
  const envelope = checked(envelopeSchema, readJsonWithIds(answer.text, '$')).data;
  const code = envelope?.error ?? 0;
  if (BLOCKED_CODES.has(code)) throw wallAtAddress(answer.text) ?? new PlatformRefusal('BLOCKED', BLOCKED);
  if (code === UNKNOWN_CODE) throw new PlatformRefusal('NOT_FOUND', 'Shopee knows no such product or shop: it was removed, or never was.');
  if (!isGood) throw wallAtAddress(answer.text) ?? (answer.status === 403 ? new PlatformRefusal('BLOCKED', BLOCKED) : refusalOf(answer));
  if (code !== 0) throw new PlatformChanged('error', `Shopee refuses the call (error ${code}: ${envelope?.error_msg ?? 'no words'}).`);
  return envelope?.data;
}

function refusalWithoutData(answer: Answer, isGood: boolean): CommentdockError {
  const wall = wallAtAddress(answer.text);
  if (wall !== null) return wall;
  if (answer.status === 403 || (isGood && isWebPage(answer))) return new PlatformRefusal('BLOCKED', BLOCKED);
  if (!isGood) return refusalOf(answer);
  answer.json(z.unknown());
  return new PlatformChanged('$');
}
