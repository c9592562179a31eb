import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { CsvSettings } from '#core/writers/csv.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { aboutOf } from '#test/writers/generated-items.ts';
import { HOSTILE_TEXTS, sampleItem, temporaryFolder } from '#test/writers/sample.ts';

const BYTE_ORDER_MARK = '\uFEFF';

async function csvOf(items: readonly Item[], csv: CsvSettings = {}): Promise<string> {
  using folder = temporaryFolder();
  await writeDataset({
    rows: () => [items],
    about: aboutOf(items.length),
    exportType: 'comments',
    formats: ['csv'],
    folder: folder.path,
    baseName: 'rows',
    csv,
  });
  return readFileSync(join(folder.path, 'rows.csv'), 'utf8');
}

function textItems(texts: readonly string[]): readonly Item[] {
  return texts.map((text, index) => sampleItem({ id: `id${index}`, text }));
}

function commentsIn(csv: string): readonly string[] {
  return (parse(csv, { bom: true, columns: true }) as readonly Record<string, string>[]).map((record) => record['Comment'] ?? '');
}

describe('CSV', () => {
  test('has a byte order mark, a header, CRLF, and values of every type', async () => {
    const item = sampleItem({
      id: '12345678901234567',
      author: { verified: true },
      createdAt: '2024-05-06T07:08:09Z',
      likes: -3,
      rating: 4.5,
      text: 'Hello, "world"',
      url: 'https://x.example/a?b=c&d=e',
      extra: { isGift: false, criteria: { food: 5 }, score: 1.5 },
    });
    expect(await csvOf([item])).toBe(
      `${BYTE_ORDER_MARK}#,ID,Date,Likes,Rating,Comment,Verified,Comment URL,Is gift,Criteria,Score\r\n` +
        '1,12345678901234567,2024-05-06T07:08:09Z,-3,4.5,"Hello, ""world""",true,https://x.example/a?b=c&d=e,false,"{""food"":5}",1.5\r\n',
    );
  });

  test('can do without the byte order mark', async () => {
    expect(await csvOf([], { byteOrderMark: false })).toBe('#\r\n');
  });

  test('puts an apostrophe before what a spreadsheet would run', async () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\ta', '\ra', ' =1', "'=1", 'a=1', '1-1', '12345678901234567'];
    expect(commentsIn(await csvOf(textItems(texts)))).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@a",
      "'\ta",
      "'\ra",
      ' =1',
      "'=1",
      'a=1',
      '1-1',
      '12345678901234567',
    ]);
  });

  test('guards against what hides such a beginning, and the full-width signs', async () => {
    const texts = ['\0=1', '\n=1', '\n', '＝1', '＋1', '－1', '＠a', 'a＝1', '・1'];
    expect(commentsIn(await csvOf(textItems(texts)))).toEqual(texts.map((text) => (/^[a・]/.test(text) ? text : `'${text}`)));
  });

  test('guards names, ids, and headers of extras too', async () => {
    const csv = await csvOf([sampleItem({ id: '-17', author: { username: '@ada' }, extra: { '=cmd': '=2' } })], { byteOrderMark: false });
    expect(csv).toBe("#,ID,Username,'=cmd\r\n1,'-17,'@ada,'=2\r\n");
  });

  test('leaves texts alone where the guard is off', async () => {
    const texts = HOSTILE_TEXTS.map((text) => text.toWellFormed());
    expect(commentsIn(await csvOf(textItems(texts), { formulaGuard: false }))).toEqual(texts);
  });

  test('keeps long texts whole', async () => {
    const text = 'é,'.repeat(200_000);
    expect(commentsIn(await csvOf(textItems([text])))).toEqual([text]);
  });

  test('is byte for byte what csv-stringify makes of the same cells', async () => {
    const unit = fc.oneof(fc.constantFrom('"', ',', '\r', '\n', '\r\n', ' ', '=', "'", '\t', 'é', '😀'), fc.string({ unit: 'grapheme' }));
    const text = fc.array(unit, { minLength: 1 }).map((units) => units.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          text.filter((value) => value !== ''),
          { minLength: 1, maxLength: 20 },
        ),
        async (texts) => {
          const oracle = stringify([['#', 'ID', 'Comment'], ...texts.map((value, index) => [index + 1, `id${index}`, value])], {
            bom: true,
            record_delimiter: 'windows',
            quoted_match: /[\r\n]/,
          });
          expect(await csvOf(textItems(texts), { formulaGuard: false })).toBe(oracle);
        },
      ),
      { numRuns: 100 },
    );
  });
});
