import { VERSION } from '#core/config/version.ts';
import { CLOSED_WINDOW_MARK } from '#core/contract/closed-window.ts';
import { homeWordsFor, type NoWindow } from '#core/surfaces/rest/home-words.ts';
import { escapeHtml, htmlPage } from '#core/surfaces/rest/html.ts';

const COMMANDS: Readonly<Partial<Record<NoWindow, string>>> = {
  none: 'commentdock gui',
  spent: 'commentdock gui',
  unbuilt: 'npm run build:window',
};

/** As the window looks (renderer/design/tokens.css). */
export const HOME_STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 'Inter Variable', system-ui, sans-serif; color: light-dark(#171a21, #e8eaf0); background: light-dark(#f6f7f9, #0f1115); }
body { display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 1rem; box-sizing: border-box; }
main { width: 100%; max-width: 34rem; padding: 2rem; box-sizing: border-box; border: 1px solid light-dark(#e2e5eb, #2a2e38); border-radius: 12px; background: light-dark(#ffffff, #15171c); overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.25rem; }
small, footer { color: light-dark(#566072, #a3abba); font-weight: 400; }
code { display: block; padding: 0.75rem 1rem; border: 1px solid light-dark(#c9ced8, #424857); border-radius: 8px; font: 1rem ui-monospace, monospace; }
footer { font-size: 0.8125rem; }
a { color: light-dark(#3451d1, #97a9ff); }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
`;

/** Tells the desktop app that its own pass has ended. */
const CLOSED = `<meta name="${CLOSED_WINDOW_MARK}">\n`;

/** For whoever may not see the window, or not yet, in their language. It says nothing of what the owner did. @param accepted the header `Accept-Language` */
export function homePage(reason: NoWindow, accepted: string): string {
  const { language, words } = homeWordsFor(accepted);
  const command = COMMANDS[reason];
  return htmlPage(
    'Commentdock',
    `${reason === 'unbuilt' ? '' : CLOSED}<main>
<h1>Commentdock <small>${escapeHtml(VERSION)}</small></h1>
<p>${escapeHtml(words.about)}</p>
<p${reason === 'none' ? '' : ' role="alert"'}>${escapeHtml(words[reason])}</p>
${command === undefined ? '' : `<p><code>${escapeHtml(command)}</code></p>`}
<footer>
<p>${escapeHtml(words.responsibility)}</p>
<nav>
<a href="/docs">API</a>
<a href="/openapi.json">OpenAPI</a>
<a href="/api/public/platforms">Platforms</a>
<a href="/health">Health</a>
</nav>
</footer>
</main>`,
    HOME_STYLE,
    language,
  );
}

/** Goes on to the window by itself. The key stands behind `#`, where no server and no log sees it. */
export function openedPage(target: string): string {
  const href = escapeHtml(target);
  return htmlPage('Commentdock', `<meta http-equiv="refresh" content="0;url=${href}">\n<p><a href="${href}">Open Commentdock</a></p>`);
}
