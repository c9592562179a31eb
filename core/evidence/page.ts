/** A page that loads nothing and runs nothing. `body` is HTML; what others wrote in it has gone through `escaped`. */
export function page(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] as string);
}

export function tableOf(rows: readonly (readonly [label: string, value: string])[]): string {
  const lines = rows.map(([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`);
  return `<table>\n${lines.join('\n')}\n</table>`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 54rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8883; overflow-wrap: anywhere; }
th { font-weight: 500; width: 16rem; white-space: pre-wrap; }
code { font-size: .85rem; overflow-wrap: anywhere; }
.count { font-size: 3rem; font-weight: 700; margin: 1rem 0 0; } .note { border-left: 4px solid #c80; padding-left: .75rem; }
@media print { body { margin: 0; } }
`;
