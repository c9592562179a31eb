import { describe, expect, it } from 'vitest';
import { findCount, findCounts, readCount } from '#core/platform-kit/numbers.ts';

const exact = (value: number): object => ({ value, approximate: false });
const about = (value: number): object => ({ value, approximate: true });

describe('texts of blanks and digits', () => {
  it('are numbers where one is in them, and nothing but that', () => {
    const blanks = ' '.repeat(100);
    expect(readCount(`x${blanks}y`)).toBeNull();
    expect(readCount(`1${blanks}K`)).toEqual(about(1000));
    expect(readCount(`1${blanks}x1`)).toBeNull();
    expect(readCount(`€${blanks}1${blanks}234`)).toBeNull();
    expect(readCount(`1${blanks}234`)).toEqual(exact(1234));
    expect(readCount('9'.repeat(400))).toEqual(exact(Infinity));
  });
});

describe('counts', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['1,234', 1234],
    ['19.924', 19924],
    ['1 234 567', 1234567],
    ['1\u00a0234', 1234],
    ['1\u202f234', 1234],
    ['1’234', 1234],
    ['12,34,567', 1234567],
    ['١٬٢٣٤', 1234],
    ['१२३', 123],
    ['\u200f42\u200f', 42],
  ])('reads %j as a whole number', (text, value) => expect(readCount(text)).toEqual(exact(value)));

  it.each([
    ['9.8k', 9800],
    ['1.2K', 1200],
    ['19K', 19000],
    ['1,2 Mio.', 1200000],
    ['3 Tsd.', 3000],
    ['5 mil', 5000],
    ['1,5 тыс.', 1500],
    ['2,3 млн', 2300000],
    ['4 млрд', 4e9],
    ['1,1 tys.', 1100],
    ['12 rb', 12000],
    ['1,2 jt', 1200000],
    ['1,2 Tr', 1200000],
    ['3.4만', 34000],
    ['2천', 2000],
    ['1.5万', 15000],
    ['1.5萬', 15000],
    ['2億', 2e8],
    ['2亿', 2e8],
    ['1.1 lakh', 110000],
    ['3 crore', 3e7],
    ['1.3B', 1.3e9],
    ['2 bn', 2e9],
    ['1,4 Mrd.', 1.4e9],
    ['6 MLN', 6e6],
    ['1,2 mi', 1200000],
    ['1,2 bi', 1.2e9],
    ['1K+', 1000],
  ])('reads %j as an abbreviation', (text, value) => expect(readCount(text)).toEqual(about(value)));

  it.each([
    ['12 N', 12000],
    ['4,2 χιλ.', 4200],
    ['2,1 tis.', 2100],
    ['8 हज़ार', 8000],
    ['٤٫٥ ألف', 4500],
    ['elfu 1.2', 1200],
  ])('learns %j from the languages that Intl knows', (text, value) => expect(readCount(text)).toEqual(about(value)));

  it.each(['', ' ', 'none', '5 apples', '1 2 K x'])('knows no count in %j', (text) => expect(readCount(text)).toBeNull());
});

describe('counts within sentences', () => {
  it.each([
    ['21,051 Comments', exact(21051)],
    ['19.783 Kommentare', exact(19783)],
    ['1,2 Mio. Kommentare', about(1200000)],
    ['コメント 21,051 件', exact(21051)],
    ['21万件のコメント', about(210000)],
    ['댓글 1.2만개', about(12000)],
    ['471 avis', exact(471)],
    ['0 Comments', exact(0)],
  ])('finds the one of %j', (text, count) => expect(findCount(text)).toEqual(count));

  it('finds none where there is no digit', () => expect([findCount('No comments'), findCounts('No comments')]).toEqual([null, []]));

  it('finds all of a sentence', () => {
    const values = (text: string) => findCounts(text).map(({ value }) => value);
    expect(values('5,849 total ratings, 504 with reviews')).toEqual([5849, 504]);
    expect(values('1.234 valutazioni totali, 1.2K con recensioni')).toEqual([1234, 1200]);
    expect(values('٣٬٠٩٨ تقييم')).toEqual([3098]);
  });
});
