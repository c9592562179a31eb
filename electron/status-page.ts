/** What the window shows while there is no service: a heading and a few lines. */
export interface StatusText {
  readonly title: string;
  readonly lines: readonly string[];
}

const STYLE = `
:root { color-scheme: light dark; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
  font: 15px/1.5 system-ui, sans-serif; text-align: center; }
h1 { font-size: 20px; font-weight: 600; margin: 0 0 8px; }
p { margin: 0 0 8px; max-width: 60ch; overflow-wrap: anywhere; opacity: .8; }
`;

/** A page of its own, without scripts and without any other request, as an address that a window can load. */
export function statusPage({ title, lines }: StatusText, language: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const html = [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Commentdock</title><style>${STYLE}</style></head>`,
    `<body><main role="status"><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</main></body></html>`,
  ].join('');
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
