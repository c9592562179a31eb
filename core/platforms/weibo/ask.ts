// Requests to Weibo: what answers, addresses and words say about a refusal.
import {
  type CommentdockError,
  ERROR_CATALOGUE,
  type ErrorCode,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
} from '#core/contract/error.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { asVisitor } from '#core/platforms/weibo/visitor.ts';
import { envelopeSchema } from '#core/platforms/weibo/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

export const WEB = 'https://weibo.com';
export const MOBILE = 'https://m.weibo.cn';
export const PLAIN = 'https://weibo.cn';
/** All of them ask to slow down; the last is what strangers get for whatever they ask for, too. */
const THROTTLED = [414, 418, 432];
const TO_STRANGERS = 432;
/** Their bodies may say in words what is the matter. */
const WITH_WORDS = [400, 403, 404];
const LOGIN_ADDRESS =
  /^https?:\/\/(?:passport\.weibo\.(?:com|cn)|login\.sina\.com\.cn|passport\.sina\.cn)\/|^https?:\/\/[^/]*weibo\.c(?:n|om)\/(?:signin|login|newlogin)\b/;
const ASKS_FOR_LOGIN = -100;
const NO_SUCH_POST = '20101';

/** Weibo's own words, in the order in which they count. */
const WORDS: readonly (readonly [RegExp, ErrorCode])[] = [
  [/请求过于频繁|操作过于频繁|访问过于频繁/, 'RATE_LIMITED'],
  [/隐私设置|没有权限查看|无查看权限/, 'PRIVATE'],
  [/关闭评论|评论已关闭|关闭了评论/, 'COMMENTS_DISABLED'],
  [/不存在|已被删除|已被作者删除/, 'NOT_FOUND'],
  [/请先?登录/, 'LOGIN_REQUIRED'],
];
const NOTHING_THERE = /还没有人评论|快来发表你的评论|还没有(?:内容|人)|没有内容|暂无/;

/** `askJsonOnce`, at weibo.com as a visitor where that is asked for. */
export function askJson(session: Session, request: PlatformRequest, accept: readonly number[] = []): Promise<JsonAnswer> {
  const ask = () => askJsonOnce(session, request, accept);
  return new URL(request.url).origin === WEB ? asVisitor(session, ask) : ask();
}

interface JsonAnswer {
  readonly answer: Answer;
  readonly isEmpty: boolean;
}

/**
 * The answer to a call of one of the JSON front ends. `isEmpty`: it says in words that there is nothing. `accept`: statuses that are handed
 * back where the answer says nothing about itself.
 * @throws CommentdockError what the answer says
 */
async function askJsonOnce(session: Session, request: PlatformRequest, accept: readonly number[]): Promise<JsonAnswer> {
  const site = new URL(request.url).origin;
  const token = session.cookie(site, 'XSRF-TOKEN');
  const headers = { referer: `${site}/`, 'x-requested-with': 'XMLHttpRequest', ...(token === null ? {} : { 'x-xsrf-token': token }) };
  const answer = await fetchFrom(session, { ...request, headers, accept: WITH_WORDS });
  const isTaken = answer.status === 200 || accept.includes(answer.status);
  if (!answer.isJson && answer.status !== 200) {
    if (isTaken) return { answer, isEmpty: false };
    throw refusalOf(answer);
  }
  const { ok, errno, error_code: code, msg, message, error } = answer.json(envelopeSchema);
  const words = msg ?? message ?? error ?? '';
  if (ok === ASKS_FOR_LOGIN) throw refusal('LOGIN_REQUIRED', words);
  if (errno === NO_SUCH_POST || code === NO_SUCH_POST) throw refusal('NOT_FOUND', words);
  if (answer.status === 200 && (ok === 1 || (ok === undefined && words === ''))) return { answer, isEmpty: false };
  const said = saidIn(words);
  if (said !== null) throw said;
  if (saysNothingThere(words)) return { answer, isEmpty: true };
  if (answer.status !== 200) {
    if (isTaken) return { answer, isEmpty: false };
    throw refusalOf(answer);
  }
  throw new PlatformChanged('ok', `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (Weibo says: ${words === '' ? `ok ${ok}` : words})`);
}

/** True for words by which Weibo says that a list is empty. */
export function saysNothingThere(words: string): boolean {
  return NOTHING_THERE.test(words);
}

/** A plain page. @throws CommentdockError what its address says */
export function askPage(session: Session, url: string, accept: readonly number[] = []): Promise<Answer> {
  return fetchFrom(session, { url, accept });
}

/** What Weibo's words refuse; null where they refuse nothing. */
export function saidIn(words: string): CommentdockError | null {
  const found = WORDS.find(([form]) => form.test(words));
  return found === undefined ? null : refusal(found[1], words);
}

async function fetchFrom(session: Session, request: PlatformRequest & { readonly accept: readonly number[] }): Promise<Answer> {
  const answer = await session.fetch({ ...request, accept: [...THROTTLED, ...request.accept] });
  if (answer.status === TO_STRANGERS && !session.hasCookies) throw refusal('LOGIN_REQUIRED', '');
  if (THROTTLED.includes(answer.status)) throw new ThrottledFailure(`${ERROR_CATALOGUE.RATE_LIMITED.message} (status ${answer.status})`);
  if (LOGIN_ADDRESS.test(answer.url)) throw refusal('LOGIN_REQUIRED', '');
  return answer;
}

function refusal(code: ErrorCode, words: string): CommentdockError {
  const shown = words.length > 80 ? '' : words;
  const message = shown === '' ? ERROR_CATALOGUE[code].message : `${ERROR_CATALOGUE[code].message} (Weibo says: ${shown})`;
  return code === 'RATE_LIMITED' ? new ThrottledFailure(message) : new PlatformRefusal(code, message);
}
