import type { Authorization } from '#core/auth/authorization.ts';
import { ownOrigins } from '#core/auth/oauth/own-origins.ts';
import { isRepaired } from '#core/auth/oauth/repaired-url.ts';
import { sessionCookie, sessionOf } from '#core/auth/session-cookie.ts';
import { type Exchange, readForm, redirect } from '#core/surfaces/oauth/exchange.ts';
import { escapeHtml, sendPage } from '#core/surfaces/oauth/page.ts';

const HOME = '/';

const WRONG_CODE = 'This code does not work: each works once, for ten minutes, and only a few wrong ones are forgiven. Make a new one.';

/** The page that asks for a code. */
export function answerLoginPage(exchange: Exchange): void {
  sendLoginPage(exchange, { status: 200, redirect: exchange.url.searchParams.get('redirect') ?? HOME, problem: null });
}

/** A code was entered. */
export async function answerLogin(exchange: Exchange, { signIn }: Authorization): Promise<void> {
  const form = new Map(await readForm(exchange));
  const target = form.get('redirect') ?? exchange.url.searchParams.get('redirect') ?? HOME;
  const { entered: session, secondsToWait } = signIn.enter(form.get('code') ?? '', exchange.network);
  if (secondsToWait !== null) {
    const problem = tooManyCodes(secondsToWait);
    sendLoginPage(exchange, { status: 429, redirect: target, problem, headers: { 'retry-after': String(secondsToWait) } });
    return;
  }
  if (session === null) {
    sendLoginPage(exchange, { status: 400, redirect: target, problem: WRONG_CODE });
    return;
  }
  endSession(exchange, signIn);
  redirect(exchange, ownPath(target, exchange.origin), { 'set-cookie': sessionCookie(session, exchange.origin) });
}

export function answerLogout(exchange: Exchange, { signIn }: Authorization): void {
  endSession(exchange, signIn);
  redirect(exchange, HOME, { 'set-cookie': sessionCookie(null, exchange.origin) });
}

/** What a person is told who has to wait. */
export function tooManyCodes(secondsToWait: number): string {
  return `Too many wrong codes were entered. Wait ${secondsToWait} seconds.`;
}

/** True where the browser of this request is the owner's. */
export function signedInSession({ request, origin }: Exchange, { signIn }: Authorization): string | null {
  const session = sessionOf(request.headers.cookie, origin);
  return session !== null && signIn.isSignedIn(session) ? session : null;
}

/** Where a sign-in leads: a path of ours, whatever was asked for (RFC 9700, 4.11). */
function ownPath(target: string, origin: string): string {
  if (isRepaired(target)) return HOME;
  const url = URL.parse(target, origin);
  if (url === null || !ownOrigins(origin).includes(url.origin) || url.username !== '') return HOME;
  const path = `${url.pathname}${url.search}`;
  return path.startsWith('//') ? HOME : path;
}

/** A session that the browser had before is not taken over by the new one. */
function endSession({ request, origin }: Exchange, signIn: Authorization['signIn']): void {
  const old = sessionOf(request.headers.cookie, origin);
  if (old !== null) signIn.signOut(old);
}

interface LoginPage {
  readonly status: number;
  readonly redirect: string;
  readonly problem: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

function sendLoginPage(exchange: Exchange, { status, redirect: target, problem, headers = {} }: LoginPage): void {
  sendPage(exchange, {
    status,
    headers,
    title: 'Commentdock: sign in',
    body: `<h1>Sign in to Commentdock</h1>
<p>Enter the one-time code that the Commentdock window shows, or that this command prints: <code>commentdock login-code</code></p>
${problem === null ? '' : `<p class="problem" role="alert" id="problem">${escapeHtml(problem)}</p>`}
<form method="post" action="/login">
<input type="hidden" name="redirect" value="${escapeHtml(ownPath(target, exchange.origin))}">
<label for="code">One-time code</label>
<input type="text" id="code" name="code" required autofocus autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20"${problem === null ? '' : ' aria-describedby="problem" aria-invalid="true"'}>
<div class="buttons"><button class="main" type="submit">Sign in</button></div>
</form>`,
  });
}
