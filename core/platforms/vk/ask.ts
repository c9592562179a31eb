// Calls of VK's API: whose token they carry, and what its error codes mean.
import {
  type CommentdockError,
  ERROR_CATALOGUE,
  type ErrorCode,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
  TransientFailure,
} from '#core/contract/error.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { envelopeSchema, tokenSchema } from '#core/platforms/vk/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

interface Token {
  readonly value: string | null;
  /** True once the API has taken it: when it is refused later, it has ended. */
  hasWorked: boolean;
}

const API = 'https://api.vk.com/method';
const VERSION = '5.131';
const SITE = 'https://vk.com/';
const KEPT = 'vk token';
/** VK's own web client, which anybody gets. */
const WEB_APP = '6287487';
const WEB_SECRET = 'QbYic1K3lEV5kTGiqlq2';
const ANONYMOUS = {
  client_id: WEB_APP,
  client_secret: WEB_SECRET,
  scopes: 'audio_anonymous,video_anonymous,photos_anonymous,profile_anonymous',
  isApiOauthAnonymEnabled: 'false',
  version: '1',
  app_id: WEB_APP,
};
const TOKEN_ENDED = new Set([5, 1117]);
const INTERNAL = 10;
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [5, 'LOGIN_REQUIRED'],
  [15, 'LOGIN_REQUIRED'],
  [17, 'LOGIN_REQUIRED'],
  [1117, 'LOGIN_REQUIRED'],
  [30, 'PRIVATE'],
  [203, 'PRIVATE'],
  [212, 'COMMENTS_DISABLED'],
  [18, 'NOT_FOUND'],
  [19, 'NOT_FOUND'],
  [100, 'NOT_FOUND'],
  [113, 'NOT_FOUND'],
  [6, 'RATE_LIMITED'],
  [9, 'RATE_LIMITED'],
  [29, 'RATE_LIMITED'],
  [14, 'CAPTCHA'],
]);

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * What a method answers.
 * @throws CommentdockError what its error code says
 */
export async function askVk<S extends z.ZodType>(session: Session, schema: S, method: string, query: Query): Promise<z.output<S>> {
  for (;;) {
    const token = await tokenOf(session);
    const { response, error } = await session.json(envelopeSchema, {
      url: `${API}/${method}`,
      query: { ...query, access_token: token.value ?? undefined, v: VERSION },
    });
    if (error && token.hasWorked && TOKEN_ENDED.has(error.error_code)) {
      if ((await tokenOf(session)) === token) session.forget(KEPT);
      continue;
    }
    if (error) throw errorOf(error.error_code, error.error_msg ?? '');
    token.hasWorked = true;
    return readWire(schema, response, 'response');
  }
}

/** The owner's own token, that of the owner's session, else the one that VK gives to anybody; none is no reason to stop. */
function tokenOf(session: Session): Promise<Token> {
  return session.once(KEPT, async () => {
    const given = session.cookie(SITE, 'access_token');
    const value = given ?? (await sessionToken(session)) ?? (await anonymousToken(session));
    return { value, hasWorked: false };
  });
}

async function sessionToken(session: Session): Promise<string | null> {
  if (session.cookie(SITE, 'remixsid') === null) return null;
  const form = { version: '1', app_id: WEB_APP };
  const headers = { origin: 'https://vk.com', referer: SITE };
  const answer = await optionalAnswer(session, tokenSchema, { url: 'https://login.vk.com/?act=web_token', method: 'POST', form, headers });
  return answer?.data.access_token ?? null;
}

async function anonymousToken(session: Session): Promise<string | null> {
  const request = { url: 'https://login.vk.ru/?act=get_anonym_token', method: 'POST', form: ANONYMOUS } as const;
  return (await optionalAnswer(session, tokenSchema, request))?.data.access_token ?? null;
}

function errorOf(code: number, words: string): CommentdockError {
  const said = words === '' ? `(VK's code ${code})` : `(VK's code ${code}: ${words})`;
  if (code === INTERNAL) return new TransientFailure(`VK has a problem of its own. Retry later; what was fetched is kept. ${said}`);
  const meaning = CODES.get(code);
  if (meaning === undefined) return new PlatformChanged('error.error_code', `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} ${said}`);
  const message = `${ERROR_CATALOGUE[meaning].message} ${said}`;
  return meaning === 'RATE_LIMITED' ? new ThrottledFailure(message) : new PlatformRefusal(meaning, message);
}
