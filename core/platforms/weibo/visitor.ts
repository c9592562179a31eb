// Who asks weibo.com without a session is led to its passport, which makes a visitor of anybody: two cookies, and no account.
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const SITE = 'https://weibo.com/';
const PASSPORT = 'https://passport.weibo.com/visitor';
const CALLBACK = 'visitor_gray_callback';
/** What the answer hands to the page's function. */
const ANSWER = /visitor_gray_callback\(\s*(?=\{)/;
const FORM = { cb: CALLBACK, ver: '20250916', tid: '', from: 'weibo', webdriver: 'false', return_url: SITE };

const visitorSchema = z.object({ data: z.object({ tid: z.string().nullish(), sub: z.string().min(1), subp: z.string().min(1) }) });

/** Whether this run has asked to be a visitor, and what came of it. */
interface Visit {
  isMade: Promise<boolean> | null;
}

/**
 * What `ask` gives. Where that is a login, and the owner gave no session, it is asked once more as a visitor, which a run becomes once.
 * @throws CommentdockError what `ask` throws, as a visitor too
 */
export async function asVisitor<T>(session: Session, ask: () => Promise<T>): Promise<T> {
  if (session.hasCookies) return ask();
  const visit = await session.once('weibo visit', async (): Promise<Visit> => ({ isMade: null }));
  const wasVisitor = visit.isMade !== null && (await visit.isMade);
  try {
    return await ask();
  } catch (error) {
    if (wasVisitor || !(error instanceof CommentdockError) || error.code !== 'LOGIN_REQUIRED') throw error;
    visit.isMade ??= becomeVisitor(session);
    if (!(await visit.isMade)) throw error;
    return ask();
  }
}

/** False where the passport makes none, for whatever reason: what was asked for has its own words. The session keeps the cookies. */
async function becomeVisitor(session: Session): Promise<boolean> {
  const referer = `${PASSPORT}/visitor?entry=miniblog&a=enter&url=${percentEncoded(SITE)}`;
  const made = await orShut(
    session
      .fetch({ url: `${PASSPORT}/genvisitor2`, method: 'POST', form: FORM, headers: { referer }, tries: 'once' })
      .then(({ text }) => readWire(visitorSchema, jsonBehind(text, ANSWER), 'visitor')),
  );
  if (made instanceof CommentdockError) return false;
  const { tid, sub, subp } = made.data;
  const query = { a: 'crossdomain', t: tid ?? '', sp: subp, s: sub, from: 'weibo', url: SITE };
  const crossed = await orShut(session.fetch({ url: `${PASSPORT}/visitor`, query, redirect: 'manual', tries: 'once' }));
  return !(crossed instanceof CommentdockError);
}
