// mtop, the gateway of Alibaba's sites: calls are signed with a token that it gives by itself, as a cookie, to whoever asks without one.
import type { JsonObject } from '#core/platform-api/define.ts';
import { type AlibabaAnswer, readAlibaba, refusalByCode } from '#core/platform-kit/families/alibaba/answer.ts';
import { md5Hex } from '#core/platform-kit/hash.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

/** One call. `host`: of the gateway, which every site has of its own. */
interface MtopCall {
  readonly host: string;
  readonly api: string;
  readonly version: string;
  /** Of the script that pages call with. */
  readonly jsv: string;
  readonly type: 'originaljson' | 'json';
  readonly data: JsonObject;
  /** A page of the site. */
  readonly referer: string;
}

/** `body`: the whole answer, unchecked. */
interface MtopAnswer {
  readonly body: unknown;
  readonly fetchedAt: Date;
}

/** Of the web pages of all sites. */
const APP_KEY = '12574478';
const TOKEN = '_m_h5_tk';
/** `<token>_<when it ends>`. */
const TOKEN_VALUE = /^([^_;,\s]+)_/;
const SET_TOKEN = /(?:^|[,;\s])_m_h5_tk=([^;,\s]+)/;
/**
 * `TOKEN_EMPTY` comes for a call without a token, `TOKEN_EXOIRED` (sic) for one with an old one; the others, which may mean a login or this
 * machine, come for a token that the gateway has forgotten, too.
 */
const WANTS_TOKEN = /^FAIL_SYS_(?:TOKEN_|SESSION_EXPIRED|ILLEGAL_ACCESS)/;
const MOST_CALLS = 3;

/**
 * What a call gives: `data` stands in the body. Without a token, or with an old one, it is made once more with the one that the
 * answer gave; where it gave none, without any, which is how the gateway is asked for one.
 * @throws CommentdockError CAPTCHA, LOGIN_REQUIRED, BLOCKED, RATE_LIMITED, NETWORK, PLATFORM_CHANGED
 */
export async function askMtop(session: Session, call: MtopCall): Promise<MtopAnswer> {
  const url = `https://${call.host}/h5/${call.api.toLowerCase()}/${call.version}/`;
  const kept = await session.once(`mtop token of ${call.host}`, async (): Promise<{ token: string }> => ({ token: '' }));
  let token = tokenIn(session.cookie(url, TOKEN)) ?? kept.token;
  let sent = await send(session, { ...call, url }, token);
  for (let calls = 1; calls < MOST_CALLS && WANTS_TOKEN.test(sent.read.code ?? ''); calls += 1) {
    const next = tokenGiven(sent.answer) ?? '';
    if (next === token) break;
    token = next;
    kept.token = token;
    sent = await send(session, { ...call, url }, token);
  }
  return given(sent);
}

/** How a call is signed. */
export function mtopSign(token: string, timeMs: number, data: string): string {
  return md5Hex(`${token}&${timeMs}&${APP_KEY}&${data}`);
}

interface Sent {
  readonly answer: Answer;
  readonly read: AlibabaAnswer;
}

async function send(session: Session, call: MtopCall & { readonly url: string }, token: string): Promise<Sent> {
  const data = JSON.stringify(call.data);
  const timeMs = Date.now();
  const answer = await session.fetch({
    url: call.url,
    query: {
      jsv: call.jsv,
      appKey: APP_KEY,
      t: timeMs,
      sign: mtopSign(token, timeMs, data),
      api: call.api,
      v: call.version,
      type: call.type,
      dataType: 'json',
      timeout: 15_000,
      data,
    },
    headers: { accept: 'application/json', referer: call.referer },
    accept: 'any',
  });
  return { answer, read: readAlibaba(answer) };
}

function given({ answer, read }: Sent): MtopAnswer {
  if (read.code !== 'SUCCESS') throw refusalByCode(read);
  return { body: read.body, fetchedAt: answer.fetchedAt };
}

function tokenGiven({ headers }: Answer): string | null {
  return tokenIn(SET_TOKEN.exec(headers['set-cookie'] ?? '')?.[1]);
}

function tokenIn(value: string | null | undefined): string | null {
  return TOKEN_VALUE.exec(value ?? '')?.[1] ?? null;
}
