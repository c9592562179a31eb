import MarkdownIt, { type Token } from 'markdown-it';
import type { Section } from './find.ts';
import { addressOf } from './navigation.ts';

/** A page, read. */
interface ReadPage {
  /** Of its first heading. */
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** Files of the repository that it shows or names and that are no pages, to be copied along. */
  readonly files: readonly string[];
}

/** Where links of a page lead. */
interface Surroundings {
  /** From the root of the repository: `docs/blocked.md`. */
  readonly page: string;
  readonly isPage: (path: string) => boolean;
}

const markdown = new MarkdownIt({ html: true, typographer: false });

/** Reads Markdown as GitHub shows it, with links that hold within the site. */
export function readPage(text: string, { page, isPage }: Surroundings): ReadPage {
  const tokens = markdown.parse(text, {});
  const [sections, files]: [Section[], string[]] = [[], []];
  const [slugs, address] = [new Map<string, number>(), addressOf(page)];
  let title = '';
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[at + 1]);
      const slug = slugOf(heading, slugs);
      title ||= heading;
      token.attrSet('id', slug);
      sections.push({ address: `${address}#${slug}`, page: title, heading, text: '' });
    } else if (token.type === 'inline' || token.type === 'fence') {
      if (tokens[at - 1]?.type !== 'heading_open') addWords(sections, token.type === 'fence' ? token.content : plainText(token));
      for (const child of token.children ?? []) files.push(...turned(child, { page, isPage }));
    }
  }
  return { title, html: markdown.renderer.render(tokens, markdown.options, {}), sections, files };
}

function addWords(sections: Section[], words: string): void {
  const last = sections.at(-1);
  if (last !== undefined) sections[sections.length - 1] = { ...last, text: `${last.text} ${words}`.trim() };
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? ' ' : content)).join('');
}

/** As GitHub names headings. */
function slugOf(heading: string, taken: Map<string, number>): string {
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  const count = taken.get(plain) ?? 0;
  taken.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}

/** Turns a link or a picture towards the site. Gives the file that has to come along. */
function turned(token: Token, { page, isPage }: Surroundings): readonly string[] {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null;
  const target = name === null ? null : token.attrGet(name);
  if (name === null || typeof target !== 'string' || /^(https?:|mailto:|#)/.test(target)) return [];
  const [path = '', anchor] = target.split('#');
  const found = new URL(path, `file:///${page}`).pathname.slice(1);
  const resolved = isPage(found) ? addressOf(found) : `files/${found}`;
  token.attrSet(name, `${rootOf(addressOf(page))}${resolved}${anchor === undefined ? '' : `#${anchor}`}`);
  return isPage(found) ? [] : [found];
}

/** The way from an address to the root of the site. */
export function rootOf(address: string): string {
  return '../'.repeat(address.split('/').length - 1);
}
