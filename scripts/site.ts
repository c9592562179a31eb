/** Makes the site of the documentation: pages that lie in a folder, search without a server. `npm run docs:site` */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { framed } from './site/frame.ts';
import type { Section } from './site/find.ts';
import { addressOf } from './site/navigation.ts';
import { readPage } from './site/page-text.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/**/*.md', 'integrations/*/README.md'];
/** As they are, by where they lie. */
const FILES = { 'icon.svg': 'resources/icon.svg', 'tokens.css': 'renderer/design/tokens.css', 'site.css': 'scripts/site/site.css' };

/** Writes the site into a folder that is its own. Returns all that is found by the search. */
export async function buildSite(folder: string): Promise<readonly Section[]> {
  const paths = globSync(PAGES, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const isPage = (path: string): boolean => paths.includes(path);
  const read = paths.map((page) => ({ page, ...readPage(readFileSync(join(ROOT, page), 'utf8'), { page, isPage }) }));
  const titles = new Map(read.map(({ page, title }) => [page, title]));
  const sections = read.flatMap((page) => page.sections);
  rmSync(folder, { recursive: true, force: true });
  const copied = new Set(read.flatMap(({ files }) => files));
  for (const [to, from] of [...Object.entries(FILES), ...[...copied].map((path) => [`files/${path}`, path] as const)]) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
  for (const { page, title, html } of read) {
    mkdirSync(dirname(join(folder, addressOf(page))), { recursive: true });
    writeFileSync(join(folder, addressOf(page)), framed({ page, title, html, titles }));
  }
  writeFileSync(join(folder, 'sections.js'), `globalThis.SECTIONS=${JSON.stringify(sections)};\n`);
  const bundle = await rolldown({ input: join(ROOT, 'scripts/site/search.js') });
  await bundle.write({ file: join(folder, 'search.js'), format: 'iife', minify: true });
  await bundle.close();
  return sections;
}

if (import.meta.main) await buildSite(join(ROOT, 'dist/site'));
