import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { highlight } from '#core/analysis/search/highlight.ts';
import { parseQuery } from '#core/analysis/search/query.ts';
import { indexedText, tokensOf } from '#core/analysis/search/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { makeItem } from '#core/platform-api/item.ts';

const database = new Database(':memory:');
database.exec(`CREATE VIRTUAL TABLE words USING fts5(text, title, author, content = '', tokenize = "ascii tokenchars '_'")`);
afterAll(() => database.close());
const matching = database.prepare<[string], number>('SELECT rowid FROM words WHERE words MATCH ?').pluck();

/** Whether a text is found, by the very index. */
function finds(query: string, text: string, more: { readonly title?: string; readonly author?: string } = {}): boolean {
  database.exec("INSERT INTO words (words) VALUES ('delete-all')");
  database
    .prepare('INSERT INTO words (rowid, text, title, author) VALUES (1, ?, ?, ?)')
    .run(...[text, more.title ?? null, more.author ?? null].map(indexedText));
  return matching.all(parseQuery(query).match).length === 1;
}

const refusalOf = (query: string): string => {
  try {
    parseQuery(query);
  } catch (error) {
    expect(error).toBeInstanceOf(CommentdockError);
    expect((error as CommentdockError).code).toBe('INVALID_REQUEST');
    return (error as Error).message;
  }
  return 'it was read';
};

describe('a query', () => {
  it.each([
    ['great music', 'Music is GREAT', 'great noise'],
    ['"great music"', 'such great music!', 'music great'],
    ['“great music”', 'such great music!', 'music great'],
    ['deliver*', 'Delivered late', 'undeliverable'],
    ['"fast deliv"*', 'a fast delivery', 'fast and deliver'],
    ['music NOT great', 'music', 'great music'],
    ['music -great', 'music', 'great music'],
    ['cat OR dog', 'a dog', 'a bird'],
    ['(cat OR dog) AND food', 'dog food', 'dog'],
    ['food NOT (cat OR dog)', 'bird food', 'cat food'],
    ['title:music', 'x', 'music'],
    ['e-mail', 'send an e-mail', 'mail e'],
    ['cafe', 'un café', 'caffè'],
    ['CAFÉ', 'cafe', 'x'],
    ['strasse', 'Straße', 'x'],
    ['视频', '这个视频真好', '频视'],
    ['视', '电视', '频'],
    ['好', '这个视频真好', '坏'],
    ['"视频真好"', '这个视频真好', '视频很好'],
    ['手机iPhone', '我的手机iPhone坏了', '手机和iPhone'],
    ['สวย', 'วันนี้อากาศสวยมาก', 'วันนี้'],
    ['ありがとう', '本当にありがとうございます', 'ありが'],
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダム', 'x'],
    ['한국*', '한국어 댓글', '영어'],
    ['الفيديو', 'هذا الفِيديو رائع', 'فيلم'],
    ['احمد', 'أحمد', 'محمد'],
    ['ёлка', 'елка', 'волк'],
    ['שלום', 'שָׁלוֹם', 'x'],
    ['नमस्ते', 'आप सब को नमस्ते', 'नमसते'],
    ['😂', 'haha 😂😂', 'haha 😀'],
    ['👍', 'ok 👍🏽', '👎'],
    ['👨‍👩‍👧', 'my 👨‍👩‍👧', '👨'],
    ['❤️', 'I ❤ it', 'x'],
    ['@ann_lee', 'thanks @ann_lee', 'ann lee'],
    ['and', 'you and me', 'you me'],
  ])('%s finds one and not the other', (query, found, other) => {
    const [titled] = [query.startsWith('title:')];
    expect(finds(query, titled ? 'nothing' : found, titled ? { title: 'Music' } : {})).toBe(true);
    expect(finds(query, other)).toBe(false);
  });

  it('looks for words in the fields it names', () => {
    expect(finds('author:(ann OR bob)', 'cat', { author: 'Bob' })).toBe(true);
    expect(finds('author:ann', 'ann', { author: 'Bob' })).toBe(false);
    expect(finds('cat author:bob', 'cat', { author: 'Bob' })).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['"open', 'second one'],
    ['(open', 'not closed'],
    ['closed)', 'closes nothing'],
    ['()', 'nothing in them'],
    ['NOT cat', 'what must not be there'],
    ['cat NOT', 'behind NOT'],
    ['cat NOT NOT dog', 'NOT stands twice'],
    ['cat OR', 'beside OR'],
    ['OR cat', 'beside OR'],
    ['cat OR NOT dog', 'must not be there'],
    ['cat AND', 'behind AND'],
    ['AND cat', 'in front of AND'],
    ['*', 'star'],
    ['*cat', 'star'],
    ['""', 'empty'],
    ['!!!', 'no letter'],
    ['author:', 'author:'],
    ['a'.repeat(501), '500'],
    ['a '.repeat(60), '50 words'],
    ['('.repeat(30) + 'a' + ')'.repeat(30), 'deep'],
  ])('%j is refused, and why is said', (query, words) => {
    expect(refusalOf(query)).toContain(words);
    expect(refusalOf(query)).toMatch(/^q: .*\.$/);
  });

  it('is read, or refused with a reason: nothing gets through that the index does not take', () => {
    const symbols = fc.constantFrom(
      '(',
      ')',
      '"',
      '“',
      '*',
      ' ',
      ' ',
      'NOT',
      'AND',
      'OR',
      'NEAR',
      '-',
      '^',
      '+',
      ':',
      '{',
      '}',
      ';',
      "'",
      '%',
      'text:',
      'title:',
      'author:',
      'x',
      'cat',
      '视频',
      'สวย',
      '😂',
      '\u0000',
      '\ud800',
      '\u20e3',
      '\u0301',
    );
    const queries = fc.oneof(
      fc.array(symbols, { maxLength: 24 }).map((all) => all.join('')),
      fc.string({ maxLength: 60, unit: 'binary' }),
    );
    fc.assert(
      fc.property(queries, (query) => {
        let match: string;
        try {
          ({ match } = parseQuery(query));
        } catch (error) {
          expect(error).toBeInstanceOf(CommentdockError);
          return;
        }
        expect(() => matching.all(match)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds any part of a text in a script without blanks, and any word, phrase and beginning of one in others', () => {
    const unspaced = fc
      .array(fc.constantFrom(...'视频音乐好的สวยมากあいうカナ'), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(unspaced, fc.nat(11), fc.integer({ min: 1, max: 12 }), (text, from, length) => {
        const part = text.slice(from % text.length, (from % text.length) + length);
        expect(finds(part, `x ${text} y`)).toBe(true);
      }),
      { numRuns: 300 },
    );
    const word = fc.constantFrom('Käse', 'naïve', 'Привет', 'سلام', 'γειά', 'hello', 'x9', '한국어', '😂', '👍🏽');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(7), fc.nat(3), (all, from, size) => {
        const phrase = all.slice(from % all.length, (from % all.length) + size + 1);
        expect(finds(`"${phrase.join(' ')}"`, all.join(' '))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('highlights', () => {
  const marked = (query: string, text: string): readonly string[] => {
    const item = makeItem({ id: 'a', kind: 'comment', text });
    return highlight(item, parseQuery(query).phrases).text.map(({ start, end }) => text.slice(start, end));
  };

  it.each([
    ['music', 'Music, and more MUSIC', ['Music', 'MUSIC']],
    ['"great music"', 'Such great  music here, music', ['great  music']],
    ['deliv*', 'delivered; delivery', ['delivered', 'delivery']],
    ['cafe -bad', 'Café is bad', ['Café']],
    ['视频真', '这个视频真好', ['视频真']],
    ['好', '好的好', ['好', '好']],
    ['👍', 'ok 👍🏽!', ['👍🏽']],
    ['a*', 'ab', ['ab']],
    ['ann', 'banana', []],
  ])('%s in %s', (query, text, expected) => {
    expect(marked(query, text)).toEqual(expected);
  });

  it('stand in the field that was asked for', () => {
    const item = makeItem({ id: 'a', kind: 'review', text: 'ann', title: 'ann', author: { name: 'Ann', username: 'ann1' } });
    const { text, title, name, username } = highlight(item, parseQuery('author:ann').phrases);
    expect([text, title, name, username]).toEqual([[], [], [{ start: 0, end: 3 }], []]);
  });

  it('are in order, apart from each other, and within the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
        (text, query) => {
          const tokens = [...tokensOf(query.replace(/["“”„«»*]/g, ''))];
          if (tokens.length === 0) return;
          const item = makeItem({ id: 'a', kind: 'comment', text });
          let last = -1;
          for (const { start, end } of highlight(item, parseQuery(`"${query.replace(/["“”„«»*]/g, '')}"`).phrases).text) {
            expect(start).toBeGreaterThan(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual((item.text ?? '').length);
        },
      ),
    );
  });
});
