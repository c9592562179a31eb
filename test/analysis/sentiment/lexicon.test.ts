import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SENTIMENT_LANGUAGES } from '#core/analysis/sentiment/languages.ts';
import { Lexicon, type LexiconTable, ROLES, parseLexicon } from '#core/analysis/sentiment/lexicon.ts';
import { loadLexicon, readTables } from '#core/analysis/sentiment/lexicon-files.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { tokenize } from '#core/analysis/sentiment/tokens.ts';
import { ownFolder } from '#test/own.ts';

const FOLDER = new URL('../../../resources/lexicons/', import.meta.url);
const { en: english, de: german, fr: french, ar: arabic, ja: japanese } = SENTIMENT_LANGUAGES;
if (!english || !german || !french || !arabic || !japanese) throw new Error('A language is missing.');

/** A table of these rows. */
function table(...rows: readonly string[]): readonly LexiconTable[] {
  return [{ name: 'own.tsv', text: ['role\twords\tvalue', ...rows, '# end', ''].join('\n') }];
}

/** What is said of tables that cannot be read. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof CommentdockError && error.code === 'INTERNAL') return error.message;
    throw error;
  }
  throw new Error('It was read.');
}

describe.each(Object.values(SENTIMENT_LANGUAGES))('the lexicon of $code', (setting) => {
  const { entries } = parseLexicon(readTables(setting).slice(-1), setting);

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
  it.each([
    'opinion\tgood\tmuch',
    'opinion\tgood\t',
    'opinion\tgood',
    'opinion\tgood\t2\t',
    'opinion\t\t2',
    'opinio\tgood\t2',
    'good\t2',
    'degree\tvery\t',
    'opener\tgreat\t3',
    'negation\tnot\tsideways 3',
    '',
  ])('says which line cannot be read: "%s"', (row) => {
    const words = `The words of the sentiment analyzer are damaged: own.tsv: line 3 cannot be read: "${row}". Install Commentdock anew.`;
    expect(refusal(() => parseLexicon(table('opinion\tfine\t1', row, 'opinion\tbad\t-2'), english))).toBe(words);
  });

  it('has a head, remarks and an end, whatever ends its lines', () => {
    const text = '# Remark\nrole\twords\tvalue\n# Another\nopinion\t# good\t2\n# end\n';
    const read = (words: string) => parseLexicon([{ name: 'own.tsv', text: words }], english).entries.map(({ value }) => value);
    expect(read(text)).toEqual([2]);
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual([2]);
    expect(refusal(() => read(text.replace('role', 'rolle')))).toContain('own.tsv: its columns are not role, words, value.');
    for (const length of [0, 20, 50, text.length - 2])
      expect(refusal(() => read(text.slice(0, length)))).toContain('own.tsv: its last line, "# end", is missing.');
  });

  describe('of a program', () => {
    const folder = ownFolder('lexicons');
    cpSync(FOLDER, folder, { recursive: true });
    const load = (setting: typeof english) => loadLexicon(setting, pathToFileURL(`${folder}/`));

    it('is told where it is missing or cut short, and keeps no other language from being read', () => {
      rmSync(join(folder, 'en-vader.tsv'));
      const file = join(folder, 'de.tsv');
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20_000));
      expect(refusal(() => load(english))).toMatch(/en-vader[.]tsv: ENOENT.*Install Commentdock anew[.]$/);
      expect(refusal(() => load(german))).toContain('de.tsv: its last line, "# end", is missing.');
      expect(load(french)).toBeInstanceOf(Lexicon);
    });
  });

  it('is there for every language and for emoji, and nothing else but what is written of them', () => {
    const codes = Object.keys(SENTIMENT_LANGUAGES);
    const notes = ['README.md', 'en-vader.LICENSE.txt', 'en-vader.APACHE-2.0.txt'];
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      [...[...codes, 'emoji', 'en-leanings', 'en-vader'].map((name) => `${name}.tsv`), ...notes].toSorted(),
    );
  });

  it('cuts words as texts are cut', () => {
    const words = (line: string, setting: typeof english) => parseLexicon(table(`opinion\t${line}\t1`), setting).entries[0]?.words;
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
    const { entries } = parseLexicon(table('opener\tgreat\t', 'opinion\tgreat*\t3', 'opinion\topen\t0 -2'), english);
    expect(entries.map(({ ironic, negated }) => ({ ironic, negated }))).toEqual([
      { ironic: true, negated: null },
      { ironic: false, negated: -2 },
    ]);
  });

  it('settles what has a negation inside or an exclamation mark behind', () => {
    const { entries } = parseLexicon(
      table('negation\tno\tforward 3', 'opinion\tno regrets\t3', 'opinion\tregret\t-2', 'opinion\tnever again\t-3!'),
      english,
    );
    expect(entries.filter(({ settled }) => settled).map(({ words }) => words.length)).toEqual([2, 2]);
  });
});

describe('a phrase', () => {
  const rows = ['{broke,came apart} {after,within} {№,a} … {day,days}\t-2.5', 'broke\t-1', '№ stars\t1'];
  const { entries, prefixes } = parseLexicon(table(...rows.map((row) => `opinion\t${row}`)), english);
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
    const { entries, prefixes } = parseLexicon(readTables(setting).slice(-1), setting);
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
