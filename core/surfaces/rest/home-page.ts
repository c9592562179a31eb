import { VERSION } from '#core/config/version.ts';
import { CLOSED_WINDOW_MARK } from '#core/contract/closed-window.ts';
import { RESPONSIBILITY } from '#core/contract/responsibility.ts';
import { escapeHtml, htmlPage } from '#core/surfaces/rest/html.ts';

/** Why the window is not shown. `none`: this browser has no pass. `spent`: its link does not work. `wait`: too many did not. `unbuilt`: there are no files of it. */
type NoWindow = 'none' | 'spent' | 'wait' | 'unbuilt';

const WORDS: Readonly<Record<NoWindow, string>> = {
  none: '<p>The window opens by a link that works once. This command prints one:</p>\n<p><code>commentdock gui</code></p>',
  spent:
    '<p role="alert">This link does not work: each opens the window once, for ten minutes. This command prints a new one:</p>\n<p><code>commentdock gui</code></p>',
  wait: '<p role="alert">Too many links that do not work were opened from this address. Wait a minute, then open yours again.</p>',
  unbuilt:
    '<p role="alert">The window was not built yet. This command does it; then open this page again:</p>\n<p><code>npm run build:window</code></p>',
};

/** Tells the desktop app that its own pass has ended. */
const CLOSED = `<meta name="${CLOSED_WINDOW_MARK}">\n`;

/** For whoever may not see the window, or not yet. It says nothing of what the owner did. */
export function homePage(reason: NoWindow): string {
  return htmlPage(
    'Commentdock',
    `${reason === 'unbuilt' ? '' : CLOSED}<h1>Commentdock ${escapeHtml(VERSION)}</h1>
<p>Exports comments, reviews, followers, live chat, likes and shares to spreadsheets, on this machine.</p>
${WORDS[reason]}
<p>${escapeHtml(RESPONSIBILITY)}</p>
<ul>
<li><a href="/docs">All routes</a></li>
<li><a href="/openapi.json">OpenAPI document</a></li>
<li><a href="/api/public/platforms">Platforms</a></li>
<li><a href="/health">Health</a></li>
</ul>`,
  );
}

/** Goes on to the window by itself. The key stands behind `#`, where no server and no log sees it. */
export function openedPage(target: string): string {
  const href = escapeHtml(target);
  return htmlPage('Commentdock', `<meta http-equiv="refresh" content="0;url=${href}">\n<p><a href="${href}">Open Commentdock</a></p>`);
}
