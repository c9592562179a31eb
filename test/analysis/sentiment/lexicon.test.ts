import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SENTIMENT_LANGUAGES } from '#core/analysis/sentiment/languages.ts';
import { Lexicon, ROLES, parseLexicon } from '#core/analysis/sentiment/lexicon.ts';
import { tokenize } from '#core/analysis/sentiment/tokens.ts';

const FOLDER = new URL('../../../core/analysis/sentiment/lexicons/', import.meta.url);
const { en: english, de: german, fr: french, ar: arabic, ja: japanese } = SENTIMENT_LANGUAGES;
if (!english || !german || !french || !arabic || !japanese) throw new Error('A language is missing.');

describe.each(Object.values(SENTIMENT_LANGUAGES))('the lexicon of $code', (setting) => {
  const { entries } = parseLexicon(readFileSync(new URL(`${setting.code}.txt`, FOLDER), 'utf8'), setting);

  it('has two and a half thousand entries or more, of every role', () => {
    expect(entries.length).toBeGreaterThan(2500);
    expect(new Set(entries.map(({ role }) => role))).toEqual(new Set(ROLES));
  });

  it('keeps weights from -4 to 4, on both sides', () => {
    const weights = entries.filter(({ role }) => role === 'opinion').map(({ value }) => value);
    expect(Math.max(...weights)).toBeLessThanOrEqual(4);
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(-4);
    expect(weights.filter((weight) => weight > 0).length).toBeGreaterThan(500);
    expect(weights.filter((weight) => weight < 0).length).toBeGreaterThan(500);
  });
});

describe('a lexicon file', () => {
  it('says which line cannot be read', () => {
    expect(() => parseLexicon('[opinion]\ngood\tmuch', english)).toThrow('Lexicon en, line 2: cannot read "good\tmuch".');
    expect(() => parseLexicon('good\t2', english)).toThrow('line 1');
    expect(() => parseLexicon('[negation]\nnot\tsideways 3', english)).toThrow('line 2');
  });

  it('cuts words as texts are cut', () => {
    const words = (line: string, setting: typeof english) => parseLexicon(`[opinion]\n${line}\t1`, setting).entries[0]?.words;
    expect(words("J'aime", french)).toEqual([
      { text: 'j', open: false, gap: 0, choices: null },
      { text: 'aime', open: false, gap: 0, choices: null },
    ]);
    expect(words('Schön*', german)).toEqual([{ text: 'schoen', open: true, gap: 0, choices: null }]);
    expect(words('良い', japanese)).toEqual([
      { text: '良', open: false, gap: 0, choices: null },
      { text: 'い', open: false, gap: 0, choices: null },
    ]);
    expect(words('رَائِعَة', arabic)).toEqual([{ text: 'رايعه', open: false, gap: 0, choices: null }]);
  });

  it('knows weights for negation, and openers with any ending', () => {
    const { entries } = parseLexicon('[opener]\ngreat\n[opinion]\ngreat*\t3\nopen\t0 -2', english);
    expect(entries.map(({ ironic, negated }) => ({ ironic, negated }))).toEqual([
      { ironic: true, negated: null },
      { ironic: false, negated: -2 },
    ]);
  });

  it('settles what has a negation inside or an exclamation mark behind', () => {
    const { entries } = parseLexicon('[negation]\nno\tforward 3\n[opinion]\nno regrets\t3\nregret\t-2\nnever again\t-3!', english);
    expect(entries.filter(({ settled }) => settled).map(({ words }) => words.length)).toEqual([2, 2]);
  });
});

describe('a phrase', () => {
  const source = '[opinion]\n{broke,came apart} {after,within} {№,a} … {day,days}\t-2.5\nbroke\t-1\n№ stars\t1';
  const { entries, prefixes } = parseLexicon(source, english);
  const lexicon = new Lexicon(entries, prefixes, english);
  const found = (text: string) => {
    const match = lexicon.match(tokenize(text, english), 0);
    return match === null ? null : [match.entry.value, match.length];
  };

  it('has choices, numbers and gaps', () => {
    expect(found('broke after 3 days')).toEqual([-2.5, 4]);
    expect(found('came apart within a few short days')).toEqual([-2.5, 7]);
    expect(found('4 stars')).toEqual([1, 2]);
  });

  it('has gaps of three words at most, within a clause', () => {
    expect(found('broke after a few short but happy days')).toEqual([-1, 1]);
    expect(found('broke after a fall, days')).toEqual([-1, 1]);
  });
});

describe('a word of thousands of letters', () => {
  it.each([german, english, arabic])('is looked up as often as one of 50 in $code', (setting) => {
    const { entries, prefixes } = parseLexicon(readFileSync(new URL(`${setting.code}.txt`, FOLDER), 'utf8'), setting);
    const lexicon = new Lexicon(entries, prefixes, setting);
    const lookUps = (letters: number) => {
      const tokens = tokenize('xa'.repeat(letters / 2), setting);
      return callsOfGet(() => lexicon.match(tokens, 0));
    };
    expect(lookUps(50)).toBeGreaterThan(0);
    expect(lookUps(3400)).toBe(lookUps(50));
    expect(lookUps(40)).toBeLessThan(2000);
  });
});

/** How often maps are asked while something runs. */
function callsOfGet(run: () => unknown): number {
  const { get } = Map.prototype;
  let calls = 0;
  Map.prototype.get = function (key: unknown) {
    calls += 1;
    return get.call(this, key) as unknown;
  };
  try {
    run();
  } finally {
    Map.prototype.get = get;
  }
  return calls;
}
