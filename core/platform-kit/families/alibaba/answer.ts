// How Alibaba's sites answer in JSON, and how they refuse: a slider (Baxia) as a page or as a code, and the codes of their gateway (mtop).
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure, type CommentdockError } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { readJsonWithIds } from '#core/platform-kit/wire.ts';
import type { Answer } from '#core/platform-api/session.ts';

/** A JSON answer. `code`: what the gateway says of the call (`SUCCESS`, `FAIL_SYS_...`); null where it says nothing. */
export interface AlibabaAnswer {
  /** The whole body, unchecked; ids too long for a number are text. */
  readonly body: unknown;
  readonly code: string | null;
  /** Its words, for people. */
  readonly words: string;
}

const CALLBACK = /^[\w$.]+\(/;
/** Of the slider's page, and of addresses that lead to it. Looked for where there is no answer alone. */
const SLIDER_PAGE = /_____tmd_____\/|\bx5secdata\b|<title>\s*Captcha Interception|\bnc_1_n1z\b|\bbaxia-dialog\b|"rgv587_flag"/i;

const signsSchema = z.object({
  ret: z.union([z.array(z.string()), z.string().transform((one) => [one])]).nullish(),
  rgv587_flag: z.string().nullish(),
});

/** What the gateway's codes mean, the narrower before the wider. */
const MEANINGS: readonly { readonly code: RegExp; readonly error: (said: string) => CommentdockError }[] = [
  { code: /^(?:FAIL_SYS_USER_VALIDATE|RGV587)/, error: slider },
  {
    code: /SESSION_EXPIRED|SID_INVALID|NEED_LOGIN|NOT_LOGIN/,
    error: (said) =>
      new PlatformRefusal(
        'LOGIN_REQUIRED',
        `The site wants a login for this (${said}). Give the cookies of your own session (options.cookies).`,
      ),
  },
  { code: /ILLEGAL_ACCESS|ACCESS_DENIED|_TOKEN_/, error: (said) => new PlatformRefusal('BLOCKED', blockedWords(said)) },
  { code: /TRAFFIC_LIMIT|FLOW_?LIMIT|TOO_MANY/, error: (said) => new ThrottledFailure(`The site asks to slow down (${said}).`) },
  {
    code: /TIMEOUT|SERVICE_FAULT|SERVICE_INNER_FAULT|HSF_|SYSTEM_ERROR/,
    error: (said) => new TransientFailure(`The site has a problem of its own (${said}). Retry later; what was fetched is kept.`),
  },
];

/**
 * The JSON of an answer, taken out of its callback where it stands in one.
 * @throws CommentdockError CAPTCHA for the slider in any form; what its status says; PLATFORM_CHANGED where it is no JSON
 */
export function readAlibaba(answer: Answer): AlibabaAnswer {
  if (answer.status < 200 || answer.status >= 300) throw SLIDER_PAGE.test(answer.text) ? slider() : refusalOf(answer);
  const body = bodyOf(answer);
  const signs = checked(signsSchema, body);
  const [said = null] = signs.data?.ret ?? [];
  const [code = null, ...words] = said?.split('::') ?? [];
  if (signs.data?.rgv587_flag) throw slider();
  if (code !== null && MEANINGS[0]?.code.test(code)) throw slider(code);
  return { body, code: code === null ? null : code.trim(), words: words.join('::').trim() };
}

/** What a code other than SUCCESS means. */
export function refusalByCode({ code, words }: Pick<AlibabaAnswer, 'code' | 'words'>): CommentdockError {
  const said = words === '' || words === code ? (code ?? 'no code') : `${code}: ${words}`;
  const known = MEANINGS.find((meaning) => meaning.code.test(code ?? ''));
  return known?.error(said) ?? new PlatformChanged('ret', `The site refuses the call (${said}). An update of Commentdock may be needed.`);
}

function slider(said = 'Baxia'): PlatformRefusal {
  return new PlatformRefusal(
    'CAPTCHA',
    `The site asks to move a slider (${said}). Open the page in your own browser, solve it, and give that session's cookies and user agent (options.cookies, options.userAgent), or choose another route (options.vpn).`,
  );
}

function blockedWords(said: string): string {
  return `The site refuses this machine for now (${said}). Wait some hours, give the cookies of your session, or choose another route (options.vpn).`;
}

function bodyOf(answer: Answer): unknown {
  const text = withoutCallback(answer.text);
  try {
    return readJsonWithIds(text, '$');
  } catch (error) {
    if (SLIDER_PAGE.test(text)) throw slider();
    // Says the most exact thing about a body that is empty or no JSON.
    answer.json(z.unknown());
    throw error;
  }
}

function withoutCallback(text: string): string {
  const given = text.trim();
  const call = given.endsWith(';') ? given.slice(0, -1).trimEnd() : given;
  const start = CALLBACK.exec(call)?.[0].length;
  return start === undefined || !call.endsWith(')') ? text : call.slice(start, -1);
}
