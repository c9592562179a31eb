import type { Authorization } from '#core/auth/authorization.ts';
import { INVITATION_PATH } from '#core/auth/invitations.ts';
import { windowCookie } from '#core/auth/window-session.ts';
import { type Exchange, readForm } from '#core/surfaces/oauth/exchange.ts';
import { tooManyCodes } from '#core/surfaces/oauth/login-endpoint.ts';
import { escapeHtml, sendPage } from '#core/surfaces/oauth/page.ts';

const SPENT =
  'This invitation does not work: each lets one browser in, once, and the person who sent it may have taken it back. Ask for a new one.';

/** The page of the link. It uses nothing up: messengers and scanners open links too. */
export function answerInvitationPage(exchange: Exchange): void {
  const code = escapeHtml(exchange.url.searchParams.get('code') ?? '');
  sendInvitationPage(
    exchange,
    200,
    `<p>You were invited. The link lets one browser in, once: press the button in the one that you want to use.</p>
<form method="post" action="${INVITATION_PATH}">
<input type="hidden" name="code" value="${code}">
<div class="buttons"><button class="main" type="submit">Open Commentdock</button></div>
</form>`,
  );
}

/** The button was pressed. */
export async function answerInvitation(exchange: Exchange, { signIn }: Authorization): Promise<void> {
  const form = new Map(await readForm(exchange));
  const tried = exchange.isDoor ? signIn.invitations.accept(form.get('code') ?? '', exchange.network) : null;
  const secondsToWait = tried?.secondsToWait ?? null;
  if (secondsToWait !== null) {
    sendRefusal(exchange, 429, tooManyCodes(secondsToWait), { 'retry-after': String(secondsToWait) });
    return;
  }
  const pass = tried?.entered ?? null;
  if (pass === null) {
    sendRefusal(exchange, 400, SPENT);
    return;
  }
  const target = escapeHtml(`/#key=${pass.key}`);
  // A page that goes on, and no redirect: a cookie that is `Strict` goes with what our own page begins, wherever the link stood.
  const onward = `<meta http-equiv="refresh" content="0;url=${target}">\n<p><a href="${target}">Open Commentdock</a></p>`;
  sendInvitationPage(exchange, 200, onward, { 'set-cookie': windowCookie(pass.session, exchange.origin) });
}

function sendRefusal(exchange: Exchange, status: number, words: string, headers?: Readonly<Record<string, string>>): void {
  sendInvitationPage(exchange, status, `<p class="problem" role="alert">${escapeHtml(words)}</p>`, headers);
}

function sendInvitationPage(exchange: Exchange, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  sendPage(exchange, { status, headers, title: 'Commentdock: invitation', body: `<h1>Commentdock</h1>\n${body}` });
}
