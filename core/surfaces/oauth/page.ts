import { createHash } from 'node:crypto';
import type { Exchange } from '#core/surfaces/oauth/exchange.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: #8886; --accent: light-dark(#1d5fbf, #8ab8ff); }
* { box-sizing: border-box; }
body { min-height: 100vh; margin: 0; padding: 1.5rem 1rem; display: grid; place-items: center; background: light-dark(#f6f7f9, #15171a); color: light-dark(#1b1d21, #e8eaee); }
main { width: min(30rem, 100%); padding: clamp(1.25rem, 5vw, 2rem); border: 1px solid var(--line); border-radius: 0.75rem; background: light-dark(#fff, #1e2125); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
code { font: 0.9em ui-monospace, monospace; }
dl { margin: 0 0 1.25rem; }
dt { font-size: 0.875rem; color: light-dark(#565c66, #a9b0bb); }
dd { margin: 0 0 0.75rem; }
ul { margin: 0.25rem 0 0; padding-left: 1.25rem; }
label { display: block; margin-bottom: 0.35rem; font-weight: 600; }
input[type='text'] { width: 100%; padding: 0.6rem 0.75rem; border: 1px solid light-dark(#767d88, #8a919c); border-radius: 0.4rem; background: light-dark(#fff, #15171a); color: inherit; font: 1.25rem/1.4 ui-monospace, monospace; letter-spacing: 0.08em; text-transform: uppercase; }
button { min-height: 2.75rem; padding: 0.5rem 1.5rem; border: 1px solid var(--accent); border-radius: 0.4rem; background: transparent; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--accent); color: light-dark(#fff, #10203a); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
.buttons button { flex: 1 1 8rem; }
.client { padding: 0.9rem 0; border-top: 1px solid var(--line); }
.client p { margin: 0 0 0.5rem; }
.note { font-size: 0.875rem; color: light-dark(#565c66, #a9b0bb); }
.problem { padding: 0.6rem 0.75rem; border: 1px solid light-dark(#b3261e, #f2b8b5); border-radius: 0.4rem; color: light-dark(#8c1d18, #f2b8b5); }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

interface Page {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Where forms of the page may lead besides to us: sources of a content security policy. */
  readonly formTargets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * No script, nothing from elsewhere, no frame around it, and its address, which carries a request, is told to nobody else.
 * The referrer stays for our own pages: without it browsers would call the origin of our own forms unknown.
 */
export function sendPage({ request, response }: Exchange, { status, title, body, formTargets = [], headers = {} }: Page): void {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
  ];
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : htmlOf(title, body));
}

function htmlOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
