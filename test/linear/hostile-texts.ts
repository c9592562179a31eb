/** A text of about so many characters. */
export type TextShape = (length: number) => string;

const WITHIN = 'x';

function repeated(part: string, before = WITHIN, behind = WITHIN): TextShape {
  return (length) => before + part.repeat(Math.ceil(length / part.length)) + behind;
}

/** Texts that an expression, or a walk, looks at again and again where it is written carelessly. Nobody's comment has one of them by chance. */
export const TEXTS: Readonly<Record<string, TextShape>> = {
  blanks: repeated(' '),
  'white space': repeated('\n\t '),
  'line ends': repeated('\r\n'),
  'blank lines': repeated(' \n'),
  'blanks before the end of a bracket': repeated(' ', '(', ')x'),
  'blanks behind a digit': repeated(' ', '1', 'x1'),
  'protected blanks': repeated('\u00a0'),
  digits: repeated('1'),
  'digits behind a mark': repeated('1', ':', 'x'),
  'parted digits': repeated('1,'),
  'digits and blanks': repeated('1 '),
  letters: repeated('a'),
  'words with points': repeated('a.'),
  points: repeated('.'),
  'foreign digits': repeated('٣'),
  commas: repeated(' ,', '2 tháng 7', 'x'),
  'opening brackets': repeated('('),
  'wide brackets': repeated('（'),
  'square brackets': repeated('['),
  'curly brackets': repeated('{'),
  'pairs of brackets': repeated('() '),
  quotes: repeated('"'),
  'escaped quotes': repeated('\\"', '{"a":"', ''),
  backslashes: repeated('\\'),
  'less-than signs': repeated('<'),
  'unfinished tags': repeated('<a '),
  'unfinished values': repeated('<a b="'),
  'two kinds of quotes': repeated(`<a "<a '`),
  'nested tags': repeated('<b>'),
  'nested links': repeated('<a href="x">y'),
  'nested blocks': repeated('<div> '),
  'tags with blanks within': repeated('<i> </i>', 'a', 'b'),
  'end tags of nothing': repeated('</i>', '<b>'.repeat(100), ''),
  'unclosed paragraphs': repeated('<p>y'),
  'unclosed entries': repeated('<ul><li>'),
  breaks: repeated('<br> \n'),
  'unfinished breaks': repeated('<br '),
  'blanks in an end tag': repeated(' ', '</p', 'x'),
  'open comments': repeated('<!--'),
  instructions: repeated('<?a?>', '', '<r/>'),
  attributes: (length) => `<a ${Array.from({ length: Math.ceil(length / 8) }, (_, index) => `b${index}="1"`).join(' ')}>x</a>`,
  'unfinished scripts': repeated('<script '),
  'open scripts': repeated('<script type="application/json">'),
  'types in a script': repeated('type="application/json" ', '<script ', ''),
  'titles without end': repeated('<title>'),
  ampersands: repeated('&'),
  'unfinished references': repeated('&#'),
  references: repeated('&amp;'),
  slashes: repeated('/'),
  addresses: repeated('https://a.b/c'),
  'beginnings of comments': repeated('/*'),
  'signs and line ends': repeated('#\n'),
  'percent signs': repeated('%41'),
};

/** Several of them, one after the other, each of the whole length. */
export function together(...names: readonly (keyof typeof TEXTS)[]): TextShape {
  return (length) => names.map((name) => TEXTS[name]?.(length) ?? '').join(' ');
}
