import { describe, expect, it } from 'vitest';
import { readHtml } from '#core/platform-kit/html-reading.ts';

/** What a handler is told, and how deep it gets. */
function toldOf(html: string): { readonly told: string; readonly deepest: number } {
  let told = '';
  let depth = 0;
  let deepest = 0;
  readHtml(html, {
    onopentag: (tag) => {
      told += `<${tag}>`;
      deepest = Math.max(deepest, (depth += 1));
    },
    ontext: (text) => (told += text),
    onclosetag: (tag) => {
      told += `</${tag}>`;
      depth -= 1;
    },
  });
  expect(depth).toBe(0);
  return { told, deepest };
}

describe('HTML told to a handler', () => {
  it('comes in its order, with the ends that are left out', () => {
    expect(toldOf('<p>a<br>b<p>c &amp; d</p><i/>e').told).toBe('<p>a<br></br>b</p><p>c & d</p><i>e</i>');
  });

  it.each([
    ['tags', '<b>x'.repeat(3000) + '</b>'.repeat(3000)],
    ['tags that close themselves', '<svg>'.repeat(600) + '<path/>x'.repeat(2400)],
    ['tags with attributes, and end tags of others', '<b a="1" c>x</i>'.repeat(3000)],
    ['lists', '<ul><li>x'.repeat(1500) + 'x'.repeat(1500)],
  ])('nests no deeper than 512 and loses nothing: %s', (_what, html) => {
    const { told, deepest } = toldOf(html);
    expect(deepest).toBe(513);
    expect(told.replaceAll(/<[^>]*>/g, '').length).toBe(html.replaceAll(/<[^>]*>/g, '').length);
  });
});
