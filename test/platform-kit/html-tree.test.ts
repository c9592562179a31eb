import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CeilingExceeded } from '#core/contract/error.ts';
import { HTML_CEILING } from '#core/platform-kit/ceilings.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';

const PAGE = `<!DOCTYPE html><html><head><title>x</title></head><body>
  <div class="post big" data-id="a/1"><p class="text">One &amp; <b>two</b><br/>three</p><a class="quote"><p class="text">no</p></a></div>
  <div class="post" data-id='2 &lt; 3'><p class="text"></p><script>var state = {"a": 1};</script></div>
</body></html>`;

describe('parseHtml', () => {
  it('finds elements in the order of the page', () => {
    const page = parseHtml(PAGE);
    expect(page.all('.post').map((post) => post.attribute('data-id'))).toEqual(['a/1', '2 < 3']);
    expect(page.all('.post .text, .post').map((element) => element.tag)).toEqual(['div', 'p', 'p', 'div', 'p']);
    expect(page.first('.missing')).toBeNull();
    expect(page.tag).toBe('');
    expect(page.attribute('class')).toBeNull();
  });

  it('says the same text as the HTML it was made of', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<br>',
      '<div>',
      '</div>',
      '<b>',
      '</b>',
      '<ul><li>',
      '</ul>',
      '<pre>',
      '</pre>',
      ' ',
      '\n',
    );
    const word = fc.constantFrom(
      'one',
      'two ',
      ' &amp; ',
      '&lt;b&gt;',
      '"',
      '&quot;',
      '<td>',
      '<tr>',
      '<a href="x">y</a>',
      '<!-- c -->',
      '😀',
    );
    const never = fc.constantFrom('<script>var a = "<p>";</script>', '<style>p{}</style>', '<title>t</title>', '<img src="x">');
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, word, word, never), { maxLength: 30 }), (parts) => {
        const html = parts.join('');
        expect(parseHtml(html).text()).toBe(htmlToText(html));
      }),
      { numRuns: 500 },
    );
  });

  it('takes little more memory for the text of a page than the page has', () => {
    const page = parseHtml(`<p>${'"a":['.repeat(1_000_000)}`);
    const beforeBytes = process.memoryUsage().heapUsed;
    expect(page.text()).toHaveLength(5_000_000);
    expect(process.memoryUsage().heapUsed - beforeBytes).toBeLessThan(60_000_000);
  });

  it('looks below an element only', () => {
    const [one, two] = parseHtml(PAGE).all('.post');
    expect(one?.all('.post')).toEqual([]);
    expect(two?.all('.text')).toHaveLength(1);
    expect(one?.first('.text')?.text()).toBe('One & two\nthree');
  });

  it('asks what an element is and where it stands', () => {
    const texts = parseHtml(PAGE).all('.text');
    expect(texts.map((text) => text.matches('.quote *'))).toEqual([false, true, false]);
    expect(texts[0]?.matches('p.text')).toBe(true);
    expect(parseHtml(PAGE).matches('*')).toBe(false);
  });

  it('finds what it stands in', () => {
    const tree = parseHtml('<ul id="a"><li id="b"><ul id="c"><li id="d"><p>x</p></li></ul></li></ul>');
    const text = tree.first('p');
    expect(text?.closest('li')?.attribute('id')).toBe('d');
    expect(text?.closest('#a > li')?.attribute('id')).toBe('b');
    expect(text?.closest('p')?.text()).toBe('x');
    expect(text?.closest('table')).toBeNull();
    expect(tree.closest('*')).toBeNull();
  });

  it('gives the shown text by rules, and the raw one', () => {
    const page = parseHtml(PAGE);
    expect(page.first('.post')?.text({ omit: (tag) => tag === 'b' })).toBe('One &\nthree\n\nno');
    expect(page.first('[data-id^="2"]')?.text()).toBe('');
    expect(page.first('script')?.rawText).toBe('var state = {"a": 1};');
    expect(page.first('.post .text')?.rawText).toBe('One & twothree');
  });

  it('takes broken HTML as a browser does', () => {
    expect(parseHtml('<ul><li>one<li>two').all('li')).toHaveLength(2);
    expect(parseHtml('').all('*')).toEqual([]);
  });

  it('holds as many nodes as the ceiling says, and not more', () => {
    const { nodes } = HTML_CEILING;
    expect(parseHtml('<br>'.repeat(nodes)).all('br')).toHaveLength(nodes);
    expect(() => parseHtml('<br>'.repeat(nodes + 1))).toThrow(/ceiling of 150,000 nodes of HTML/);
    expect(() => parseHtml(`<p ${'a '.repeat(nodes)}>`)).toThrow(CeilingExceeded);
    expect(() => parseHtml('<!---->'.repeat(nodes + 1))).toThrow(CeilingExceeded);
  });
});

describe('a tree nested without end', () => {
  const deep = `<main>${'<div>'.repeat(20_000)}<b class="in">deep</b>${'</div>'.repeat(20_000)}</main><p>after</p>`;

  it('keeps all that it says, at a depth that can be walked: what lies below it stands side by side', () => {
    const page = parseHtml(deep);
    expect([page.rawText, page.text(), page.first('.in')?.text()]).toEqual(['deepafter', 'deep\n\nafter', '']);
    expect(page.all('div')).toHaveLength(20_000);
    expect(page.first('.in')?.closest('main')?.tag).toBe('main');
  });

  it('stays as it is above that', () => {
    const nested = `${'<div>'.repeat(500)}x${'</div>'.repeat(500)}<p>y</p>`;
    expect(parseHtml(nested).first('p')?.closest('div')).toBeNull();
    expect(parseHtml(nested).all('div').at(-1)?.rawText).toBe('x');
  });
});
