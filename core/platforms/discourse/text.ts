import type { Media } from '#core/contract/item.ts';
import { orNull } from '#core/platform-api/item.ts';
import { type HtmlAttributes, htmlToText } from '#core/platform-kit/html-text.ts';

/** What is set off by a blank line: a quote too, so that whom it quotes stands in a paragraph. */
const BLANK_LINE = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'aside']);

/** Name and size of a picture, and the buttons of a quote. */
const NO_WORDS = /(?:^|\s)(?:meta|quote-controls)(?:\s|$)/;
const EMOJI = /(?:^|\s)emoji(?:\s|$)/;
const AVATAR = /(?:^|\s)avatar(?:\s|$)/;
const PREVIEW = /(?:^|\s)onebox(?:\s|$)/;
const LARGE = /(?:^|\s)lightbox(?:\s|$)/;

/** What a post says, and its pictures. @param host that addresses without one belong to */
export function readCooked(html: string, host: string): { readonly text: string | null; readonly media: readonly Media[] } {
  const media: Media[] = [];
  /** Where the next picture is shown large. */
  let large: string | null = null;
  const picture = ({ class: names = '', alt = '', src }: HtmlAttributes): string => {
    if (EMOJI.test(names)) return alt;
    const address = absolute(large ?? src, host);
    if (AVATAR.test(names) || address === null) return '';
    large = null;
    media.push({ type: 'image', url: address });
    return '';
  };
  const text = htmlToText(html, {
    blankLine: BLANK_LINE,
    cell: ' ',
    image: picture,
    linkAlone: (tag, { class: names = '' }) => tag === 'aside' && PREVIEW.test(names),
    omit: (tag, { class: names = '', href }) => {
      if (tag === 'a') large = LARGE.test(names) ? orNull(href) : null;
      return tag === 'div' && NO_WORDS.test(names);
    },
  });
  return { text: orNull(text), media };
}

/** An address as forums write it: whole, without its scheme, or without its host. */
export function absolute(address: string | null | undefined, host: string): string | null {
  const given = orNull(address);
  if (given?.startsWith('//')) return `https:${given}`;
  return given?.startsWith('/') ? `https://${host}${given}` : given;
}
