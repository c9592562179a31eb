import { describe, expect, it } from 'vitest';
import { decodeEntities, decodeXmlEntities, htmlToText } from '#core/platform-kit/html-text.ts';

describe('htmlToText', () => {
  it.each([
    ['runs of white space are one blank, also across tags', 'a \n\t b<i> c</i> <b> d</b>', 'a b c d'],
    ['a line break is one newline', 'a<br>b<br/>c', 'a\nb\nc'],
    ['blanks beside a line break go', 'a <br> b', 'a\nb'],
    ['a paragraph is set off by a blank line, closed or not', 'a<p>b<p>c</p>d', 'a\n\nb\n\nc\n\nd'],
    ['there is never more than one blank line', 'a<br><br><br><br>b<p></p><p> </p><p>c', 'a\n\nb\n\nc'],
    ['blocks begin a line', 'a<div>b</div><div>c</div>d', 'a\nb\nc\nd'],
    ['a break at the end of a block shows nothing', '<div>a<br></div><div>b</div>', 'a\nb'],
    ['a break between blocks is an empty line', '<div>a</div><br><div>b</div>', 'a\n\nb'],
    ['nothing stands at the ends', '<p><br> a <br></p> ', 'a'],
    ['entities are decoded once', '&lt;b&gt; &amp;amp; &#x27;&quot;&nbsp;&eacute;', '<b> &amp; \'"\u00a0é'],
    ['a lone sign is text', 'a < b && c <3', 'a < b && c <3'],
    ['list entries stand on lines of their own', '<ul><li>a<li>b<ul><li>c</ul></ul>d', 'a\nb\nc\n\nd'],
    ['cells of a table are parted', '<table><tr><td>a</td> <td>b</td></tr><tr><td>c</td></tr></table>', 'a\tb\nc'],
    ['scripts and styles are not text', 'a<script>if (x < 1) { "<p>" }</script><style>p{}</style>b', 'ab'],
    ['links show their text', '<a href="https://example.org/long">short</a>', 'short'],
    ['nothing gives nothing', '<p> <br></p>', ''],
  ])('%s', (_name, html, text) => expect(htmlToText(html)).toBe(text));

  it('keeps everything in pre, between blank lines', () => {
    expect(htmlToText('a<pre><code>\n  x   y\n\n\n    z &lt;\n</code></pre>b')).toBe('a\n\n  x   y\n\n\n    z <\n\nb');
  });

  it('ends an open pre with the text', () => expect(htmlToText('<pre>a\n b')).toBe('a\n b'));

  it('lets a platform say what stands for a link, even one never closed', () => {
    const link = ({ href, text }: { href: string | null; text: string }) => `${text} (${href})`;
    expect(htmlToText('see <a href="/x?a=1&amp;b=2"> <b>this</b> one </a>, <a href="/y">that', { link })).toBe(
      'see this one (/x?a=1&b=2), that (/y)',
    );
  });

  it('keeps a link inside pre where it stands', () => {
    expect(htmlToText('<pre>  <a href="u">x</a>\n y</pre>', { link: ({ href }) => href ?? '' })).toBe('  u\n y');
  });

  it('lets a platform say what stands for a picture', () => {
    expect(htmlToText('a <img alt=":x:"> b', { image: (attributes) => attributes['alt'] ?? '' })).toBe('a :x: b');
  });

  it('writes for an element what a platform says', () => {
    const instead = (tag: string) => (tag === 'i' ? ' | ' : null);
    expect(htmlToText('Size: M<i><b>x</b></i>Colour: <b>red</b>', { instead })).toBe('Size: M | Colour: red');
    expect(htmlToText('a<s>b<i></i></s>c', { instead, omit: (tag) => tag === 's' })).toBe('ac');
  });

  it('leaves out what a platform omits, with all it holds', () => {
    const omit = (tag: string, attributes: Readonly<Record<string, string>>) => tag === 'span' && attributes['class'] === 'no';
    expect(htmlToText('a<span class="no"><span>b<br>c</span><p>d</p></span>e', { omit })).toBe('ae');
  });

  it('keeps newlines where asked', () => {
    expect(htmlToText('<p>a  b\nc \t d\n\n\n\ne\n<p>\nf', { whiteSpace: 'keepNewlines' })).toBe('a b\nc d\n\ne\n\nf');
  });

  it('keeps blanks where asked', () => {
    expect(htmlToText('<p>a   b\nc\u2028d\n<br>\ne</p>\n<p>f</p>', { whiteSpace: 'keepBlanks' })).toBe('a   b c\u2028d\ne\n\nf');
  });

  it('sets off what a platform names', () => {
    expect(htmlToText('<div>a</div><div>b</div><p>c', { blankLine: new Set(['div']) })).toBe('a\n\nb\n\nc');
    expect(htmlToText('<table><tr><td>a</td> <td>b</td></tr><tr><th>c<th>d</table>', { cell: ' ' })).toBe('a b\nc d');
    const linkAlone = (tag: string): boolean => tag === 'aside';
    const preview = '<aside><b>x<br></b><a name="n">y</a><a href="https://a.example/"><i>z</i></a><a href="/b">w</a></aside>';
    expect(htmlToText(`a ${preview}${preview} b<aside>c</aside>`, { linkAlone })).toBe('a\nhttps://a.example/\nhttps://a.example/\nb');
    expect(htmlToText(`<p>a</p>${preview}<p>b</p>`, { linkAlone })).toBe('a\n\nhttps://a.example/\n\nb');
  });

  it('stands a long and deep text', () => {
    const html = `${'<blockquote>'.repeat(2000)}x${'</blockquote>'.repeat(2000)}${'<p>y'.repeat(5000)}`;
    expect(htmlToText(html)).toHaveLength(1 + 5000 * 3);
  });
});

describe('entities', () => {
  it('are decoded once', () => {
    expect(decodeEntities('&amp;lt; &eacute; <b>')).toBe('&lt; é <b>');
    expect(decodeXmlEntities('&amp;lt; &#233; &quot;')).toBe('&lt; é "');
  });
});

describe('white space without end', () => {
  it('is one blank within a line, across tags too, and nothing at its ends', () => {
    const blanks = ' \n\t'.repeat(1000);
    expect(htmlToText(`${blanks}a${blanks}b${`<i>${blanks}</i>`.repeat(50)}c${blanks}<br>${blanks}d${blanks}`)).toBe('a b c\nd');
    expect(htmlToText(`a${'<i> </i>'.repeat(3)}b<i>\n</i>`, { whiteSpace: 'keepBlanks' })).toBe('a   b');
    expect(htmlToText('a <b>\n</b>\n\n<i> </i>b', { whiteSpace: 'keepNewlines' })).toBe('a\n\n b');
    expect(htmlToText(`<pre>\n \n  a${blanks}</pre>`)).toBe('  a');
  });
});

describe('links within links', () => {
  const link = ({ href, text }: { href: string | null; text: string }) => `[${text}](${href})`;

  it('follow each other, as in a browser', () => {
    expect(htmlToText('<a href="1">one <a href="2">two</a> three</a> four', { link })).toBe('[one](1)[two](2) three four');
    expect(htmlToText('<a href="x">'.repeat(3) + 'y', { link })).toBe('[](x)[](x)[y](x)');
  });
});
