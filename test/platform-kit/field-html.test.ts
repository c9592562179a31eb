import { expect, it } from 'vitest';
import { plainOfField, plainOrNull } from '#core/platform-kit/field-html.ts';

it.each([
  ['one<br/><br />two<BR>three', 'one\n\ntwo\nthree'],
  ['<p>one</p><p>two</p >', 'one\ntwo\n'],
  ['a <b>bold</b> <a href="x" title="a > b">link</a>', 'a bold link'],
  ['Tom &amp;amp; Jerry &#39;5 < 6&#39;', "Tom &amp; Jerry '5 < 6'"],
  ['two  blanks \r\nand a line', 'two  blanks \nand a line'],
  ['I <3 it', 'I <3 it'],
  ['a <b c <i>d</i>', 'a <b c d'],
  ['<a title="<b>\'" rel=\'"\'>x</a> <a href="y', 'x <a href="y'],
  ['CR\r<br/>\r<br/>two', 'CR\n\ntwo'],
  ['CRLF\r\n<br />two<br>\r\nthree', 'CRLF\ntwo\nthree'],
  ['LF\n<br>two<br />\n<br />\nthree<br> \nfour', 'LF\ntwo\n\nthree\nfour'],
  ['both\n<br>\nsides', 'both\nsides'],
  ['a line\n\n<br>and its own ends\n\nstay<br>\n\nso', 'a line\n\nand its own ends\n\nstay\n\nso'],
  ['<br clear="all">one<br\n/>two<brief>three', '\none\ntwothree'],
])('%s', (html, text) => {
  expect(plainOfField(html)).toBe(text);
});

it('is null where nothing is left', () => {
  expect([undefined, null, '', ' <br>&nbsp;', '<b> x</b>'].map(plainOrNull)).toEqual([null, null, null, null, ' x']);
});
