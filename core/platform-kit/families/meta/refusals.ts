// What Instagram and Threads say instead of an answer: an account there is one of Instagram.
import {
  type CommentdockError,
  ERROR_CATALOGUE,
  type ErrorCode,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
} from '#core/contract/error.ts';
import type { RelayPart } from '#core/platform-kit/families/meta/relay.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { z } from 'zod';

const saidSchema = z.looseObject({
  message: z.unknown().optional(),
  error_type: z.unknown().optional(),
  require_login: z.unknown().optional(),
});

const LOG_IN = 'This is shown only to people who are logged in. Give the cookie sessionid of your session.';
const CONFIRM =
  'Instagram wants this account to be confirmed. Open instagram.com in your own browser, log in or confirm what it asks, and give fresh cookies.';
const LOG_IN_ANEW =
  'Instagram does not take this session for logged in any more. Log in at instagram.com in your own browser and give fresh cookies.';
const OTHER_BROWSER =
  'Instagram takes this session from the browser alone that it was made in (useragent mismatch). Save the account anew with the user agent of that browser (--user-agent), or give it beside the cookies (options.userAgent).';
const ACTION_BLOCK =
  'Instagram blocks this account for now (feedback_required). Wait some hours, and open instagram.com in your own browser to see why.';
const IS_PRIVATE = 'This account is private: it is shown to its followers only. Give the cookies of one of them.';

/** Messages, whatever status they come with. The first that fits counts. */
const MESSAGES: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [/please wait a few minutes|rate_limit|too many requests/i, 'RATE_LIMITED', ''],
  [/checkpoint_required|challenge_required|consent_required/, 'LOGIN_REQUIRED', CONFIRM],
  [/useragent mismatch/i, 'LOGIN_REQUIRED', OTHER_BROWSER],
  [/login_required|user_has_logged_out/i, 'LOGIN_REQUIRED', LOG_IN_ANEW],
  [/feedback_required|sentry_block|inactive user/i, 'BLOCKED', ACTION_BLOCK],
  [/not authorized to view user/i, 'PRIVATE', IS_PRIVATE],
  [/media not found|has been deleted|user_not_found|user not found/i, 'NOT_FOUND', ''],
];
/** Numbers of errors of the page's calls. */
const GONE = 1675030;
const WAIT_S = 600;
const TOO_MANY = 1675004;

export function loginRequired(): PlatformRefusal {
  return new PlatformRefusal('LOGIN_REQUIRED', LOG_IN);
}

export function privateAccount(): PlatformRefusal {
  return new PlatformRefusal('PRIVATE', IS_PRIVATE);
}

/** What an answer says by its message; null where it says nothing that is known. */
export function refusalSaid(body: unknown): CommentdockError | null {
  const read = checked(saidSchema, body);
  if (!read.success) return null;
  const { message, error_type: type, require_login: needsLogin } = read.data;
  const words = [message, type].map((part) => (typeof part === 'string' ? part : part === undefined ? '' : JSON.stringify(part))).join(' ');
  for (const [mark, code, detail] of MESSAGES) if (mark.test(words)) return errorOf(code, detail);
  return needsLogin === true ? errorOf('LOGIN_REQUIRED', LOG_IN_ANEW) : null;
}

/** Why a call of the page came back without data. */
export function refusalOfErrors(errors: RelayPart['errors'], root: string): CommentdockError {
  const codes = (errors ?? []).map(({ code }) => code);
  if (codes.includes(GONE)) return new PlatformRefusal('NOT_FOUND');
  if (codes.includes(TOO_MANY)) return errorOf('RATE_LIMITED', '');
  const [first] = errors ?? [];
  const said = first === undefined ? '' : ` It says: "${first.summary ?? first.message ?? 'no words'}" (${first.code ?? 'no number'}).`;
  return new PlatformChanged(`data.${root}`, `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (at data.${root})${said}`);
}

function errorOf(code: ErrorCode, detail: string): CommentdockError {
  if (code === 'RATE_LIMITED')
    return new ThrottledFailure(
      'The platform asks to wait a while before more is asked for. Retry in ten minutes or later; what was fetched is kept.',
      { secondsToWait: WAIT_S },
    );
  return new PlatformRefusal(code, detail === '' ? ERROR_CATALOGUE[code].message : detail);
}
