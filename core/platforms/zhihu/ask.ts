// The site's API, asked by a plain fetch from inside its page: no signature is made, and the owner's login is the page's.
import type { z } from 'zod';
import { CommentdockError, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, CapturedAnswer, PageAction, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonIn, readWire } from '#core/platform-kit/wire.ts';
import { failureSchema } from '#core/platforms/zhihu/wire.ts';

const SITE = 'https://www.zhihu.com/';
const RISK = 40_362;
const LOGIN: ReadonlySet<number> = new Set([100, 401]);
const GONE: ReadonlySet<number> = new Set([404, 4_041, 4_042, 4_043]);
const UNHUMAN = '/account/unhuman';
/** How long the page is waited for until it asks. */
const ASKS_MS = 5_000;
const OPENS_COMMENTS: PageAction = { click: 'button:has-text("条评论"), button:has-text("添加评论")', optional: true, timeoutMs: ASKS_MS };
/** What keeps a fetch of ours out, and perhaps not the page's own. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);
const RISK_WORDS =
  'Zhihu takes this machine for a program (risk control). Wait some hours, give the cookies of your session, or choose another route (options.vpn).';

/** Risk control: not asked again, by whatever address. */
export class RiskControl extends PlatformRefusal {}

/**
 * An answer to an address of the API, asked from inside `page`.
 * @throws CommentdockError BLOCKED, LOGIN_REQUIRED, CAPTCHA, NOT_FOUND, RATE_LIMITED, PLATFORM_CHANGED
 */
export async function askInPage<S extends z.ZodType>(session: Session, schema: S, url: string, page: string): Promise<z.output<S>> {
  return read(await session.inPage({ url, page: { url: page, accept: 'any' }, accept: 'any' }), schema, session);
}

function read<S extends z.ZodType>(answer: Answer, schema: S, session: Session): z.output<S> {
  const body = jsonIn(answer.text);
  const failure = checked(failureSchema, body).data?.error;
  const code = failure?.code ?? 0;
  if (code === RISK) throw new RiskControl('BLOCKED', RISK_WORDS);
  if (LOGIN.has(code)) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (answer.url.includes(UNHUMAN)) throw new PlatformRefusal('CAPTCHA');
  if (answer.refusal?.code === 'CAPTCHA') throw answer.refusal;
  if (GONE.has(code)) throw new PlatformRefusal('NOT_FOUND');
  if (answer.status === 403 && session.cookie(SITE, 'z_c0') === null) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (answer.status !== 200) throw refusalOf(answer);
  if (failure !== undefined)
    throw new PlatformChanged('error', `Zhihu refuses the call (error ${code}: ${failure.message ?? 'no words'}).`);
  return readWire(schema, body, '$');
}

/** True where another door is worth a try. */
export function isShut(error: CommentdockError): boolean {
  return SHUT.has(error.code);
}

interface Listening {
  readonly page: string;
  /** Paths below the API, with `*`. */
  readonly paths: readonly string[];
  /** Answers that were taken before. */
  readonly taken: number;
  /** True where a button of the page opens the list. */
  readonly isOpened: boolean;
}

/** What the page itself gets of a list: the next answer that can be read, and whether the page is at its end. */
export async function hear<S extends z.ZodType>(
  session: Session,
  schema: S,
  { page, paths, taken, isOpened }: Listening,
): Promise<{ readonly lists: readonly z.output<S>[]; readonly taken: number; readonly ended: boolean }> {
  const { answers, ended } = await session.scroll(
    { url: page, accept: 'any', ...(isOpened ? { actions: [OPENS_COMMENTS] } : {}) },
    { url: paths.map((path) => `*.zhihu.com/api/v4/${path}`), accept: 'any' },
    { skip: taken },
  );
  const lists = answers.flatMap((answer: CapturedAnswer) => (answer.status === 200 ? [read(answer, schema, session)] : []));
  return { lists, taken: taken + answers.length, ended: ended || answers.length === 0 };
}

/**
 * Where a list goes on, as the site says it; null at its end.
 * @throws PlatformChanged for an address that is none of the site's API
 */
export function nextOf(
  paging: { readonly is_end?: boolean | null | undefined; readonly next?: string | null | undefined } | null | undefined,
  asked: string,
): string | null {
  if (!paging?.next || paging.is_end === true) return null;
  const next = URL.parse(paging.next.replace(/^http:/, 'https:'));
  const isOwn = next?.protocol === 'https:' && /(?:^|\.)zhihu\.com$/.test(next.hostname) && next.pathname.startsWith('/api/');
  if (!isOwn) throw new PlatformChanged('paging.next');
  return next.href === asked ? null : next.href;
}
