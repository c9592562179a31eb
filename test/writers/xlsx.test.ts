import { XMLParser, XMLValidator } from 'fast-xml-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { CUT_MARK } from '#core/writers/xlsx/cell-text.ts';
import { partsOf, readWorkbook, recordsOf, workbookOf } from '#test/writers/read-workbook.ts';
import { HOSTILE_TEXTS, sampleItem } from '#test/writers/sample.ts';

async function commentsOf(items: readonly Item[]): Promise<ReturnType<typeof recordsOf>> {
  return recordsOf((await readWorkbook(await workbookOf(items))).getWorksheet('Comments'));
}

async function textsBack(texts: readonly string[]): Promise<readonly unknown[]> {
  const records = await commentsOf(texts.map((text, index) => sampleItem({ id: `id${index}`, text })));
  return records.map(({ Comment: comment }) => comment);
}

describe('texts in XLSX', () => {
  test('come back as they were, however hostile, and none is a formula', async () => {
    expect(await textsBack(HOSTILE_TEXTS)).toEqual(HOSTILE_TEXTS);
  });

  test('come back as they were, whatever they are', async () => {
    const snippet = fc.constantFrom(
      '_x0041_',
      '_x',
      '_',
      'x005F_',
      '\r',
      '\n',
      '\u0000',
      '\uFFFF',
      '&',
      '<',
      ']]>',
      ' ',
      '=',
      '\uD800',
      '\uDC00',
      '😀',
      'ü',
    );
    const text = fc.array(
      fc.oneof(
        snippet,
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      ),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          text.map((units) => units.join('')).filter((value) => value !== ''),
          { minLength: 1, maxLength: 30 },
        ),
        async (texts) => {
          expect(await textsBack(texts)).toEqual(texts.map((value) => value.toWellFormed()));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('are cut to what a cell holds, with a mark, never inside a pair', async () => {
    const room = 32_767 - CUT_MARK.length;
    const texts = [
      'x'.repeat(32_767),
      'x'.repeat(32_768),
      'x'.repeat(40_000),
      '😀'.repeat(20_000),
      `x${'😀'.repeat(20_000)}`,
      '<'.repeat(40_000),
    ];
    const [fits, justOver, long, evenPairs, oddPairs, markup] = (await textsBack(texts)) as readonly string[];
    expect(fits).toBe(texts[0]);
    expect([justOver, long]).toEqual([texts[1], texts[2]].map((text) => text?.slice(0, room) + CUT_MARK));
    for (const cut of [evenPairs, oddPairs]) {
      expect(cut?.length).toBeLessThanOrEqual(32_767);
      expect(cut?.length).toBeGreaterThan(32_764);
      expect(cut?.isWellFormed()).toBe(true);
      expect(cut?.endsWith(CUT_MARK)).toBe(true);
    }
    expect(markup).toBe('<'.repeat(room) + CUT_MARK);
  });

  test('of several lines show the first one, and keep blanks', async () => {
    const bytes = await workbookOf([sampleItem({ text: ' a\n b ' })]);
    const sheet = (await partsOf(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<t xml:space="preserve"> a\n b </t>');
    expect((await readWorkbook(bytes)).getWorksheet('Comments')?.getCell('C2').alignment).toMatchObject({ vertical: 'top' });
  });
});

describe('values in XLSX', () => {
  test('are numbers, dates, booleans and links; ids are text', async () => {
    const item = sampleItem({
      id: '12345678901234567',
      author: { id: '7', url: 'https://x.example/ada?a=1&b=2#top', verified: true },
      createdAt: '2024-05-06T07:08:09.123Z',
      likes: 1_234,
      replyCount: 0,
      rating: 4.5,
      isEdited: false,
      url: 'https://x.example/ü/[1]|2%',
      extra: { accountCreatedAt: '2020-02-29T00:00:00Z', score: -0.25, isGift: true, big: 12_345_678_901_234_567_000, tags: ['a'] },
    });
    expect(await commentsOf([item])).toEqual([
      {
        '#': 1,
        ID: '12345678901234567',
        'Profile ID': '7',
        'Profile URL': { text: item.author.url, hyperlink: item.author.url },
        Date: new Date('2024-05-06T07:08:09.123Z'),
        Likes: 1_234,
        Replies: 0,
        Rating: 4.5,
        Verified: true,
        Edited: false,
        'Comment URL': { text: item.url, hyperlink: 'https://x.example/%C3%BC/%5B1%5D%7C2%25' },
        'Account created at': new Date('2020-02-29T00:00:00Z'),
        Score: -0.25,
        'Is gift': true,
        Big: '12345678901234567000',
        Tags: '["a"]',
      },
    ]);
  });

  test('show a date without its time where it is no better than its day', async () => {
    const items = (['second', 'day', 'year'] as const).map((createdAtPrecision, index) =>
      sampleItem({ id: String(index), createdAt: '2024-05-06T07:08:09Z', createdAtPrecision }),
    );
    const sheet = (await readWorkbook(await workbookOf(items))).getWorksheet('Comments');
    expect([2, 3, 4].map((row) => sheet?.getCell(`C${row}`).numFmt.replaceAll('\\', ''))).toEqual([
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd',
      'yyyy-mm-dd',
    ]);
  });

  test('leave dates that Excel does not know, and what is no date, as text', async () => {
    const dates = [
      '1899-12-31T00:00:00Z',
      '1900-02-28T23:59:59Z',
      '1900-03-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2024-05-06',
      '2024-05-06T07:08:09',
      'soon',
      '2024-13-01T00:00:00Z',
    ];
    const records = await commentsOf(dates.map((endsAt, index) => sampleItem({ id: String(index), extra: { endsAt } })));
    expect(records.map((record) => record['Ends at'])).toEqual([
      dates[0],
      dates[1],
      new Date('1900-03-01T00:00:00Z'),
      new Date('9999-12-31T23:59:59Z'),
      new Date('2024-05-06T00:00:00Z'),
      dates[5],
      dates[6],
      dates[7],
    ]);
  });

  test('make links of web addresses only', async () => {
    const addresses = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'not an address',
      'https://x.example/a b',
      `https://x.example/${'x'.repeat(2_100)}`,
      'http://[::1]/',
      'https://x.example/#a#b',
      'https://x.example/"quoted"<b>',
    ];
    const records = await commentsOf(addresses.map((url, index) => sampleItem({ id: String(index), url })));
    expect(records.map((record) => record['Comment URL'])).toEqual([
      ...addresses.slice(0, 6),
      { text: addresses[6], hyperlink: 'https://x.example/#a%23b' },
      { text: addresses[7], hyperlink: 'https://x.example/%22quoted%22%3Cb%3E' },
    ]);
  });

  test('make a link of a single medium and lines of several', async () => {
    const media = (count: number): Item['media'] =>
      Array.from({ length: count }, (_, index) => ({ type: 'image', url: `https://x.example/${index}.jpg` }));
    const records = await commentsOf([sampleItem({ id: '1', media: media(1) }), sampleItem({ id: '2', media: media(2) })]);
    expect(records.map((record) => record['Media'])).toEqual([
      { text: 'https://x.example/0.jpg', hyperlink: 'https://x.example/0.jpg' },
      'https://x.example/0.jpg\nhttps://x.example/1.jpg',
    ]);
  });
});

describe('the workbook', () => {
  test('has a frozen, bold header with a filter, and columns as wide as their values', async () => {
    const sheet = (await readWorkbook(await workbookOf([sampleItem({ id: 'x'.repeat(12), text: 'y'.repeat(500) })]))).getWorksheet(
      'Comments',
    );
    expect(sheet?.views).toMatchObject([{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }]);
    expect(sheet?.autoFilter).toBe('A1:C2');
    expect(sheet?.getCell('A1').font).toMatchObject({ bold: true });
    expect([1, 2, 3].map((column) => sheet?.getColumn(column).width)).toEqual([5, 15, 80]);
  });

  test('says what it is about', async () => {
    const workbook = await readWorkbook(await workbookOf([sampleItem({ text: 'x'.repeat(40_000) })]));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Comments', 'About']);
    const about = workbook.getWorksheet('About');
    const lines = new Map(
      Array.from({ length: about?.rowCount ?? 0 }, (_, index) => [about?.getCell(index + 1, 1).value, about?.getCell(index + 1, 2).value]),
    );
    expect(Object.fromEntries(lines)).toMatchObject({
      URL: { hyperlink: 'https://video.example/watch?v=dQw4w9WgXcQ' },
      Platform: 'Video Example',
      'Export type': 'Comments',
      Options: 'replies: yes, limit: 250,000',
      'Started (UTC)': new Date('2026-01-02T03:04:05.678Z'),
      'Finished (UTC)': new Date('2026-01-02T03:09:59.000Z'),
      'The platform says': 31,
      Exported: 1,
      Missing: 30,
      '    gone on the platform': 12,
      '    refused or given up': 18,
      Complete: 'no',
      Doors: 'in-page API, public API',
      Routes: 'proxy 1 of the pool "Mine": BLOCKED, proxy 2 of the pool "Mine"',
      Requests: 4,
      Retries: 3,
      Waits: '2, together 12.3 s',
      Rows: 1,
      'Cells cut to 32,767 characters': 1,
      '1': 'Thread Ugx1: given up after 3 tries (HTTP 500).',
      '2': 'The list of replies ended early.',
    });
    expect(lines.has('    filtered by the options')).toBe(false);
    expect(workbook.creator).toBe('Commentdock');
    expect(workbook.created).toEqual(new Date('2026-01-02T03:09:59Z'));
  });

  test('of no rows has its header', async () => {
    const sheet = (await readWorkbook(await workbookOf([]))).getWorksheet('Comments');
    expect(sheet?.rowCount).toBe(1);
    expect(sheet?.getCell('A1').value).toBe('#');
  });

  test('shows in its first bytes that it is a workbook', async () => {
    expect([...(await partsOf(await workbookOf([]))).keys()].slice(0, 3)).toEqual(['_rels/.rels', 'docProps/app.xml', 'xl/styles.xml']);
  });

  test('is well-formed in every part, and every part is declared and found', async () => {
    const parts = await partsOf(
      await workbookOf(HOSTILE_TEXTS.map((text, index) => sampleItem({ id: String(index), text, url: 'https://x.example/?a=1&b="2"' }))),
    );
    for (const [name, xml] of parts) expect([name, XMLValidator.validate(xml)]).toEqual([name, true]);
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => ['Override', 'Relationship'].includes(name),
    });
    const types = parser.parse(parts.get('[Content_Types].xml') ?? '') as { Types: { Override: { PartName: string }[] } };
    const declared = types.Types.Override.map(({ PartName: part }) => part.slice(1));
    expect([...parts.keys()].filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml').sort()).toEqual(
      [...declared].sort(),
    );
    const relations = parser.parse(parts.get('xl/_rels/workbook.xml.rels') ?? '') as {
      Relationships: { Relationship: { Target: string }[] };
    };
    for (const { Target: target } of relations.Relationships.Relationship) expect(parts.has(`xl/${target}`)).toBe(true);
  });
});

describe('limits of a sheet', () => {
  test('split the rows over several sheets, each with its header and filter', async () => {
    const items = Array.from({ length: 7 }, (_, index) => sampleItem({ id: `id${index}`, text: `text ${index}` }));
    const workbook = await readWorkbook(await workbookOf(items, { rows: 4, links: 10 }));
    const names = ['Comments', 'Comments 2', 'Comments 3'];
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([...names, 'About']);
    expect(names.flatMap((name) => recordsOf(workbook.getWorksheet(name)).map((record) => record['Comment']))).toEqual(
      items.map(({ text }) => text),
    );
    expect(names.map((name) => workbook.getWorksheet(name)?.autoFilter)).toEqual(['A1:C4', 'A1:C4', 'A1:C2']);
  });

  test('open no further sheet where the rows just fit', async () => {
    const items = Array.from({ length: 6 }, (_, index) => sampleItem({ id: `id${index}` }));
    expect((await readWorkbook(await workbookOf(items, { rows: 4, links: 10 }))).worksheets.map(({ name }) => name)).toEqual([
      'Comments',
      'Comments 2',
      'About',
    ]);
  });

  test('leave addresses beyond the number of links as plain text, sheet by sheet', async () => {
    const items = Array.from({ length: 5 }, (_, index) => sampleItem({ id: `id${index}`, url: `https://x.example/${index}` }));
    const workbook = await readWorkbook(await workbookOf(items, { rows: 4, links: 2 }));
    const isLink = (value: unknown): boolean => typeof value === 'object' && value !== null && 'hyperlink' in value;
    expect(
      ['Comments', 'Comments 2'].map((name) => recordsOf(workbook.getWorksheet(name)).map((record) => isLink(record['Comment URL']))),
    ).toEqual([
      [true, true, false],
      [true, true],
    ]);
    expect(recordsOf(workbook.getWorksheet('Comments')).at(2)?.['Comment URL']).toBe('https://x.example/2');
    const about = workbook.getWorksheet('About');
    const labels = Array.from({ length: about?.rowCount ?? 0 }, (_, index) => [
      about?.getCell(index + 1, 1).value,
      about?.getCell(index + 1, 2).value,
    ]);
    expect(labels).toContainEqual(['Addresses left as plain text', 1]);
    expect(labels).toContainEqual(['Sheets', 'Comments, Comments 2']);
  });
});
