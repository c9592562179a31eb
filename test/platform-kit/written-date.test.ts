import { describe, expect, it } from 'vitest';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

describe('a written date', () => {
  it.each([
    ['Mar 2, 2024', null],
    ['2 March 2024', 'en-GB'],
    ['March 2nd, 2024', 'en'],
    ['Saturday, 2 March 2024', 'en'],
    ['2. März 2024', 'de'],
    ['02.03.2024', 'de'],
    ['02/03/2024', 'en-GB'],
    ['03/02/2024', 'en-US'],
    ['2 mars 2024', 'fr'],
    ['2 de marzo de 2024', 'es'],
    ['2 de mar. de 2024', 'pt-BR'],
    ['2 mar 2024', 'it'],
    ['2 марта 2024 г.', 'ru'],
    ['2 мар. 2024 г.', 'ru'],
    ['2 mar 2024', 'pl'],
    ['2 Mart 2024', 'tr'],
    ['2 tháng 3, 2024', 'vi'],
    ['Ngày 2 tháng 3 năm 2024', null],
    ['02 Thg 3 2024', 'en'],
    ['2024年3月2日', 'ja'],
    ['2024. 3. 2.', 'ko'],
    ['2024년 3월 2일', 'ko'],
    ['2024-03-02', null],
    ['2 มี.ค. 2567', 'th'],
    ['٢ مارس ٢٠٢٤', 'ar'],
    ['2. 3. 2024', 'cs'],
    ['2 Mar 2024', 'not a language'],
  ])('%s (%s) is the 2nd of March 2024', (text, language) => {
    expect(readWrittenDate(text, language)).toEqual({ createdAt: '2024-03-02T00:00:00.000Z', createdAtPrecision: 'day' });
  });

  it.each([
    ['2 Agt 2024', 'id', '2024-08-02'],
    ['2 de setiembre de 2024', 'es-PE', '2024-09-02'],
    ['2. Mrz. 2024', 'de', '2024-03-02'],
    ['2. Jänner 2024', 'de', '2024-01-02'],
    ['2 sett. 2024', 'it', '2024-09-02'],
  ])('knows the month of %s (%s) by its other name', (text, language, day) => {
    expect(readWrittenDate(text, language)?.createdAt).toBe(`${day}T00:00:00.000Z`);
  });

  it('goes by the language of the page where a word means two months', () => {
    expect(readWrittenDate('5 lis 2023', 'pl')?.createdAt).toBe('2023-11-05T00:00:00.000Z');
    expect(readWrittenDate('5. lis 2023', 'hr')?.createdAt).toBe('2023-10-05T00:00:00.000Z');
  });

  it('may leave out the day', () => {
    expect(readWrittenDate('March 2024')).toEqual({ createdAt: '2024-03-01T00:00:00.000Z', createdAtPrecision: 'month' });
    expect(readWrittenDate('março de 2024', 'pt')?.createdAtPrecision).toBe('month');
    expect(readWrittenDate('2024年3月', 'ja')?.createdAtPrecision).toBe('month');
  });

  it.each([
    '',
    'yesterday',
    '3 days ago',
    'March',
    '2024',
    '31.02.2024',
    '02.03.24',
    '10 answers',
    'Mar 2, 2024 and Mar 3, 2025',
    '2024-13-01',
    `2 tháng 7${' ,'.repeat(60)}`,
    `2 March 2024${' of'.repeat(80)}`,
  ])('%s is none', (text) => expect(readWrittenDate(text, 'en')).toBeNull());
});
