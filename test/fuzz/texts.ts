/** Numbers from 0 to below 1; the same seed gives the same ones. */
type Chance = () => number;

const MOST_LETTERS = 200_000;
const MOST_COPIES = 3_000;
const MOST_DEPTH = 20_000;
const MOST_CHANGES = 4;
/** What parsers trip over, each in the middle of something else. */
const PIECES = [
  '"',
  "'",
  '""',
  '\\',
  '%',
  '%zz',
  '%E0%A4%A',
  '%00',
  '\u0000',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\ud800',
  '\r',
  '\r\n',
  '\t',
  ',',
  ';',
  '|',
  ':',
  '://',
  '//',
  '@',
  '@@',
  '#',
  '#HttpOnly_',
  '?',
  '&',
  '=',
  '*',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '-',
  ' NOT ',
  ' OR ',
  ' AND ',
  'text:',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e999',
  '-1',
  '99999999999999999999',
  '65536',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'localhost',
  'xn--',
  'ß',
  'İ',
  '９９',
  '👩‍👩‍👧',
  'a\u0300\u0301',
  'javascript:',
  'file:///',
  'socks5h://',
] as const;
const BRACKETS = ['(', '[', '{"a":', '"', '<a ', '-(', 'text:(', "'"] as const;
const STRANGE_VALUES: readonly unknown[] = [null, true, 0, -1, 1e308, '', [], {}, [[]], { length: 1e9 }, '\u0000'];

type Mutation = (text: string, chance: Chance, others: readonly string[]) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, chance) => inserted(text, pick(PIECES, chance), chance),
  (text, chance) => inserted(text, pick(PIECES, chance).repeat(upTo(40, chance)), chance),
  (text, chance) =>
    inserted(
      text,
      pick([...PIECES, ' ', 'a', '0', '.', '\n'], chance)
        .repeat(upTo(MOST_LETTERS, chance))
        .slice(0, MOST_LETTERS),
      chance,
    ),
  (text, chance) => inserted(text, pick(BRACKETS, chance).repeat(upTo(MOST_DEPTH, chance)), chance),
  (text, chance) => text.slice(0, Math.floor(text.length * chance())),
  (text, chance) => text.slice(Math.floor(text.length * chance())),
  (text, chance) => cutOut(text, chance),
  (text, chance) => text.repeat(Math.min(upTo(MOST_COPIES, chance), Math.ceil(MOST_LETTERS / Math.max(1, text.length)))),
  (text, chance, others) => text.slice(0, Math.floor(text.length * chance())) + spliced(pick(others, chance), chance),
  (text, chance) => swapped(text, chance),
  (text, chance) => replaced(text, chance),
  (text, chance) => text.replaceAll(pick(['\n', ',', ':', '/', '.', '"', ' ', '\t'], chance), pick(PIECES, chance)),
  (text, chance) => inJson(text, chance),
];

/** A text that is near one of the examples, and seldom one of its kind any more. */
export function mutatedText(examples: readonly string[], chance: Chance): string {
  let text = pick(examples, chance);
  for (let left = 1 + Math.floor(MOST_CHANGES * chance()); left > 0; left -= 1) text = pick(MUTATIONS, chance)(text, chance, examples);
  return text;
}

function inserted(text: string, piece: string, chance: Chance): string {
  const at = Math.floor((text.length + 1) * chance());
  return text.slice(0, at) + piece + text.slice(at);
}

function cutOut(text: string, chance: Chance): string {
  const from = Math.floor(text.length * chance());
  return text.slice(0, from) + text.slice(from + Math.floor((text.length - from) * chance()));
}

function spliced(text: string, chance: Chance): string {
  return text.slice(Math.floor(text.length * chance()));
}

function swapped(text: string, chance: Chance): string {
  const at = Math.floor(text.length * chance());
  return text.slice(at) + text.slice(0, at);
}

/** Single letters become others. */
function replaced(text: string, chance: Chance): string {
  const letters = [...text];
  for (let left = 1 + upTo(20, chance); left > 0 && letters.length > 0; left -= 1)
    letters[Math.floor(letters.length * chance())] = String.fromCharCode(Math.floor((chance() < 0.5 ? 128 : 65_536) * chance()));
  return letters.join('');
}

/** Of a text that is JSON one value becomes another, or goes. */
function inJson(text: string, chance: Chance): string {
  try {
    let value = JSON.parse(text) as unknown;
    const root = { value };
    let holder: Record<string, unknown> = root;
    let key = 'value';
    while (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && chance() < 0.8) {
      holder = value as Record<string, unknown>;
      key = pick(Object.keys(value), chance);
      value = holder[key];
    }
    if (chance() < 0.2) delete holder[key];
    else holder[key] = chance() < 0.3 ? pick(PIECES, chance).repeat(upTo(1_000, chance)) : pick(STRANGE_VALUES, chance);
    return JSON.stringify(root.value) ?? '';
  } catch {
    return inserted(text, pick(PIECES, chance), chance);
  }
}

function pick<T>(values: readonly T[], chance: Chance): T {
  return values[Math.floor(values.length * chance())] as T;
}

/** Small numbers as likely as large ones. */
function upTo(most: number, chance: Chance): number {
  return Math.floor(most ** chance());
}
