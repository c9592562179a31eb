import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { renewalCommand } from '#core/contract/saved-account.ts';
import type { AccountPort, RunAccount } from '#core/engine/ports.ts';
import type { ChosenTarget, PlatformDefinition } from '#core/platform-api/define.ts';

/** Whose session a run uses at the platform. */
export interface RunLogin {
  /** Cookies of the job, by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Null where the job brought cookies, refuses accounts, or none is saved. */
  readonly account: RunAccount | null;
}

/** Whether the platform may show it more than everybody. */
export function isLoggedIn({ account, cookies }: RunLogin): boolean {
  return account !== null || Object.keys(cookies).length > 0;
}

interface LoginSources {
  cookiesOf(jobGuid: string): Readonly<Record<string, string>>;
  /** Left out: none is saved. */
  readonly accounts?: AccountPort;
}

/** What there is for this export. @throws CommentdockError LOGIN_REQUIRED where it names an account that is gone */
export function loginOf({ cookiesOf, accounts }: LoginSources, job: JobRecord, platform: PlatformDefinition): RunLogin {
  const takesLogin = platform.cookies.need !== 'none';
  return { cookies: cookiesOf(job.guid), account: takesLogin ? (accounts?.forJob(job) ?? null) : null };
}

/**
 * A platform that shows nothing without a login is not asked without one.
 * @throws CommentdockError LOGIN_REQUIRED with what to do
 */
export function expectLogin(platform: PlatformDefinition, { cookies, account }: RunLogin): void {
  if (platform.cookies.need !== 'required') return;
  if (Object.values(cookies).some((value) => value !== '') || (account !== null && account.cookies.length > 0)) return;
  throw new CommentdockError('LOGIN_REQUIRED', `${platform.name} shows nothing to people who are not logged in.`);
}

/** The platform as an export of this target logs in to it: its cookies go to no other domain than those of the target. */
export function forTarget(platform: PlatformDefinition, { params }: ChosenTarget): PlatformDefinition {
  const { cookies } = platform;
  return cookies.domainsOf === undefined ? platform : { ...platform, cookies: { ...cookies, domains: cookies.domainsOf(params) } };
}

/** What of a saved account goes along: a cookie that names no host is for the platform's own, and for no server that an address names. */
export function savedFor(platform: PlatformDefinition, { params }: ChosenTarget, { account }: RunLogin): RunAccount['cookies'] {
  const { domains, domainsOf } = platform.cookies;
  const isOfPlatform = domainsOf?.(params).every((domain) => domains.includes(domain)) ?? true;
  return (account?.cookies ?? []).filter(({ domain }) => isOfPlatform || domain !== null);
}

/** What the ledger says of an account that has expired, though the platform may not mind. */
export function expiryNote(platform: PlatformDefinition, { account }: RunLogin): readonly string[] {
  if (account === null || !account.hasExpired) return [];
  return [
    `The saved account "${account.name}" of ${platform.name} has expired, so this may be what everybody sees. Renew it: \`${renewalCommand(platform.id, account.name)}\`.`,
  ];
}

/** What the ledger says from the start where nobody is logged in, and `limit` rows may take more calls than an hour has. */
export function allowanceNote(
  { name, withoutLogin, cookies: { hint } }: PlatformDefinition,
  login: RunLogin,
  limit: number,
): readonly string[] {
  const isLoggedIn = login.account !== null || Object.values(login.cookies).some((value) => value !== '');
  if (withoutLogin === undefined || isLoggedIn) return [];
  const { callsAnHour, rowsPerCall } = withoutLogin;
  const rows = callsAnHour * rowsPerCall;
  if (limit <= rows) return [];
  return [
    `${name} answers ${callsAnHour} calls an hour to those who are not logged in: ${rows.toLocaleString('en-US')} rows at most, fewer where each has replies. ${hint ?? ''}`.trim(),
  ];
}

/** The refusal with whose login it was, and how it is renewed. Other errors stay as they are. */
export function withLoginAdvice(error: unknown, platform: PlatformDefinition, { cookies, account }: RunLogin): unknown {
  const isRefusal = error instanceof CommentdockError && error.code === 'LOGIN_REQUIRED';
  if (!isRefusal || platform.cookies.need === 'none' || platform.cookies.domains.length === 0) return error;
  const { name, id } = platform;
  const advice =
    account !== null
      ? `The saved account "${account.name}" of ${name} is not logged in any more: renew it with \`${renewalCommand(id, account.name)}\`, then retry the export.`
      : Object.keys(cookies).length > 0
        ? `The cookies of this export are not those of a session that is logged in at ${name}. Start it anew with fresh ones, or save an account with \`${renewalCommand(id)}\`.`
        : `Save an account of ${name} with \`${renewalCommand(id)}\`, then retry the export.`;
  return new CommentdockError('LOGIN_REQUIRED', `${error.message} ${advice}`, { cause: error });
}

/** True where an account may stand in: the job brought no cookies and does not refuse accounts. */
export function takesAccount({ options, cookieNames }: Pick<JobRecord, 'options' | 'cookieNames'>): boolean {
  return cookieNames.length === 0 && options.account !== false;
}
