import { addressOf, NAVIGATION, PLATFORM_FOLDER } from './navigation.ts';
import { rootOf } from './page-text.ts';

interface Framed {
  readonly page: string;
  readonly title: string;
  readonly html: string;
  /** Titles of all pages, by their paths. */
  readonly titles: ReadonlyMap<string, string>;
}

/** A whole page of the site. */
export function framed({ page, title, html, titles }: Framed): string {
  const address = addressOf(page);
  const root = rootOf(address);
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${page === 'docs/README.md' ? '' : ' – Commentdock'}</title>
<link rel="icon" href="${root}icon.svg">
<link rel="stylesheet" href="${root}tokens.css">
<link rel="stylesheet" href="${root}site.css">
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header>
<a class="name" href="${root}index.html"><img src="${root}icon.svg" alt="" width="24" height="24">Commentdock</a>
<form role="search" onsubmit="return false"><input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off"><ul id="found" aria-live="polite" hidden></ul></form>
</header>
<div class="columns">
<nav aria-label="Pages">
${groups(page, titles, root)}
</nav>
<main id="main">
${html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>')}
</main>
</div>
<script src="${root}search.js" defer></script>
</body>
</html>
`;
}

function groups(page: string, titles: ReadonlyMap<string, string>, root: string): string {
  const platforms = [...titles.keys()].filter((path) => path.startsWith(PLATFORM_FOLDER));
  return NAVIGATION.map(([name, pages], index) => {
    const all = index === NAVIGATION.length - 1 ? [...pages, ...platforms] : pages;
    const links = all.map((path) => {
      const here = path === page ? ' aria-current="page"' : '';
      return `<li><a href="${root}${addressOf(path)}"${here}>${escaped(titles.get(path) ?? path)}</a></li>`;
    });
    return `<details${all.includes(page) || index < 2 ? ' open' : ''}><summary>${name}</summary><ul>${links.join('')}</ul></details>`;
  }).join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
