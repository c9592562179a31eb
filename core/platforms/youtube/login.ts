// Who asks: the visitor that YouTube takes us for, and with cookies the account and the proof that they are its own.
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { endOfJson } from '#core/platform-kit/bounded-json.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { hex } from '#core/platform-kit/hash.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

type Headers = Readonly<Record<string, string>>;
type ReadPage = () => Promise<Answer>;

const idSchema = z.string().min(1).optional().catch(undefined);
/** What the page says of the session that opened it: of all accounts and brands of a login the one in use. */
const settingsSchema = z.object({
  SESSION_INDEX: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  DELEGATED_SESSION_ID: idSchema,
  USER_SESSION_ID: idSchema,
  /** `brand||user`, or `user||` where no brand is in use. */
  DATASYNC_ID: idSchema,
  VISITOR_DATA: idSchema,
});
type Settings = z.output<typeof settingsSchema>;

const ORIGIN = 'https://www.youtube.com';
/** A login has one to three of these cookies; each is proven under a name of its own. */
const PROOFS = [
  { scheme: 'SAPISIDHASH', cookies: ['SAPISID', '__Secure-3PAPISID'] },
  { scheme: 'SAPISID1PHASH', cookies: ['__Secure-1PAPISID'] },
  { scheme: 'SAPISID3PHASH', cookies: ['__Secure-3PAPISID'] },
] as const;
const SETTINGS_CALL = 'ytcfg.set(';
/** A page sets most of them in one call, and some one by one. */
const MOST_SETTINGS_CALLS = 20;
const VISITOR = /"visitorData"\s*:\s*"([\w%=-]+)"/;
/** Of ids and numbers, nothing else may go into a header. */
const HEADER_VALUE = /^[\w%=|.-]+$/;

/** Who a run is to YouTube. */
interface Visit {
  visitor: string | null;
  readonly settings: Settings;
}

/**
 * The headers by which YouTube's own page says who asks: the visitor, and with the cookies of a login the proofs that they are its own,
 * with the place of the account among those of the browser and the brand in use.
 * @param readPage the site as a page: asked for once in a run, and only with a login
 */
export async function visitHeaders(session: Session, readPage: ReadPage): Promise<Headers> {
  const { visitor, settings } = await visitOf(session, readPage);
  return { ...(visitor === null ? {} : { 'x-goog-visitor-id': visitor }), ...(await loginHeaders(session, settings)) };
}

/** Keeps what the first answer calls the visitor, for all calls that follow in the run. */
export async function keepVisitor(session: Session, { text }: Answer, readPage: ReadPage): Promise<void> {
  const visit = await visitOf(session, readPage);
  visit.visitor ??= VISITOR.exec(text)?.[1] ?? null;
}

function visitOf(session: Session, readPage: ReadPage): Promise<Visit> {
  return session.once('youtube visit', async () => {
    const page = secretsOf(session).length === 0 ? null : await orShut(readPage());
    // A page that does not come says nothing: the login is proven all the same, as that of the first account.
    const settings = page === null || page instanceof CommentdockError ? {} : settingsIn(page.text);
    return { visitor: sendable(settings.VISITOR_DATA), settings };
  });
}

/** The last word counts, as in a browser. */
function settingsIn(html: string): Settings {
  let settings: Settings = {};
  let at = html.indexOf(SETTINGS_CALL);
  for (let calls = 0; at >= 0 && calls < MOST_SETTINGS_CALLS; calls += 1) {
    const start = at + SETTINGS_CALL.length;
    const end = endOfJson(html, start);
    const said = end === null ? null : checked(settingsSchema, jsonIn(html.slice(start, end)));
    if (said?.success)
      for (const [name, value] of Object.entries(said.data)) if (value !== undefined) settings = { ...settings, [name]: value };
    at = html.indexOf(SETTINGS_CALL, end ?? start);
  }
  return settings;
}

function secretsOf(session: Session): readonly { readonly scheme: string; readonly secret: string }[] {
  if (!session.hasCookies) return [];
  return PROOFS.flatMap(({ scheme, cookies }) => {
    const secret = cookies.map((name) => session.cookie(ORIGIN, name)).find((value) => value !== null) ?? null;
    return secret === null ? [] : [{ scheme, secret }];
  });
}

async function loginHeaders(session: Session, settings: Settings): Promise<Headers> {
  const secrets = secretsOf(session);
  if (secrets.length === 0) return {};
  const [first = '', second = ''] = (settings.DATASYNC_ID ?? '').split('||');
  const brand = sendable(settings.DELEGATED_SESSION_ID ?? (second === '' ? undefined : first));
  const user = sendable(settings.USER_SESSION_ID ?? (second === '' ? first : second));
  const seconds = Math.floor(Date.now() / 1000);
  const proofs = await Promise.all(secrets.map(({ scheme, secret }) => proofOf(scheme, secret, seconds, user)));
  return {
    authorization: proofs.join(' '),
    'x-goog-authuser': sendable(settings.SESSION_INDEX) ?? '0',
    ...(brand === null ? {} : { 'x-goog-pageid': brand }),
    'x-origin': ORIGIN,
  };
}

/** @param user who is logged in, where the page says: part of the hash then, and marked with the letter */
async function proofOf(scheme: string, secret: string, seconds: number, user: string | null): Promise<string> {
  const said = [...(user === null ? [] : [user]), seconds, secret, ORIGIN].join(' ');
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(said));
  return `${scheme} ${seconds}_${hex(new Uint8Array(digest))}${user === null ? '' : '_u'}`;
}

function sendable(value: string | undefined): string | null {
  return value !== undefined && HEADER_VALUE.test(value) ? value : null;
}
