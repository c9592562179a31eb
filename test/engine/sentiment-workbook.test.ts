import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import type { Plan } from '#core/contract/job.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import type { SentimentPort } from '#core/engine/sentiment-ports.ts';
import { sentimentJudges } from '#core/threads/sentiment-judges.ts';
import { type EngineRoom, engineRooms } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';

const COLOURS: Readonly<Record<string, string | undefined>> = {
  positive: 'FFC6EFCE',
  negative: 'FFFFC7CE',
  neutral: 'FFFFEB9C',
  unclassified: undefined,
};

const TEXTS = [
  'I love this so much, great work!',
  'This is terrible, I hate it.',
  'The video is twelve minutes long.',
  'Qwrtz plkj xxcv',
  'Not bad at all 😍',
  '=1+1 is two, awful',
];

const openRoom = engineRooms();

/** The analyzer that asks nobody: no provider has a key. */
function withoutKeys(): SentimentPort {
  const config = readConfig({ COMMENTDOCK_DATA_DIR: '/nowhere' });
  return sentimentJudges({ config, vault: { get: () => null }, settings: { read: () => sentimentSettingsSchema.parse({}) } });
}

async function exported(plan: Plan = 'business', count = 60): Promise<{ room: EngineRoom; done: JobRecord }> {
  const puppet = puppetPlatform();
  const room = openRoom({ platforms: [puppet.platform], sentiment: withoutKeys() });
  const { guid } = await room.createOne({ plan, formats: ['xlsx', 'csv'] });
  const items = Array.from({ length: count }, (_, index) => ({
    ...comment(`c${index}`, { text: TEXTS[index % TEXTS.length] ?? '', likes: index, createdAt: '2026-01-02T03:04:05.000Z' }),
    createdAtPrecision: 'second' as const,
    language: index % TEXTS.length === 3 ? 'xx' : 'en',
    url: `https://puppet.example/c${index}`,
  }));
  (await puppet.next()).answer({ items, total: count });
  return { room, done: await room.until(guid, 'finished') };
}

async function workbookOf(room: EngineRoom, { files }: JobRecord): Promise<ExcelJS.Workbook> {
  const name = files.find(({ format }) => format === 'xlsx')?.name ?? '';
  const workbook = new ExcelJS.Workbook();
  const bytes = readFileSync(join(room.dataDir, 'exports', name));
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook;
}

/** Value, formula and look of every cell, by header. */
function cellsByHeader(sheet: ExcelJS.Worksheet): Map<string, unknown[]> {
  const columns = new Map<string, unknown[]>();
  const headers = (sheet.getRow(1).values as string[]).slice(1);
  for (const [index, header] of headers.entries()) {
    const cells: unknown[] = [];
    for (let row = 2; row <= sheet.rowCount; row += 1) {
      const { value, type, style } = sheet.getRow(row).getCell(index + 1);
      cells.push({ value, type, style });
    }
    columns.set(header, cells);
  }
  return columns;
}

function fillOf(sheet: ExcelJS.Worksheet, row: number, header: string): string | undefined {
  const column = (sheet.getRow(1).values as string[]).indexOf(header);
  const { fill } = sheet.getRow(row).getCell(column);
  return fill?.type === 'pattern' ? fill.fgColor?.argb : undefined;
}

describe('a workbook judged afterwards', () => {
  it('has colours and a legend, and every other cell as before', async () => {
    const { room, done } = await exported();
    const before = await workbookOf(room, done);
    expect(before.worksheets.map(({ name }) => name)).toEqual(['Comments', 'About']);
    const judged = await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'xlsx' });
    const after = await workbookOf(room, judged);
    expect(after.worksheets.map(({ name }) => name)).toEqual(['Comments', 'About', 'Legend']);
    const [was, is] = [before, after].map((workbook) => cellsByHeader(workbook.getWorksheet('Comments') as ExcelJS.Worksheet));
    const added = [...(is?.keys() ?? [])].filter((header) => was?.has(header) !== true);
    expect(added).toEqual(['Sentiment', 'Sentiment score']);
    for (const [header, cells] of was ?? []) expect(is?.get(header), header).toEqual(cells);
  });

  it('colours each class, and only the cell of the class', async () => {
    const { room, done } = await exported();
    const judged = await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'xlsx' });
    const sheet = (await workbookOf(room, judged)).getWorksheet('Comments') as ExcelJS.Worksheet;
    const column = (sheet.getRow(1).values as string[]).indexOf('Sentiment');
    const seen = new Set<string>();
    for (let row = 2; row <= sheet.rowCount; row += 1) {
      const sentiment = String(sheet.getRow(row).getCell(column).value);
      seen.add(sentiment);
      expect(fillOf(sheet, row, 'Sentiment'), sentiment).toBe(COLOURS[sentiment]);
      expect(fillOf(sheet, row, 'Comment')).toBeUndefined();
    }
    expect([...seen].toSorted()).toEqual(['negative', 'neutral', 'positive', 'unclassified']);
  });

  it('explains the colours, and says who judged how much', async () => {
    const { room, done } = await exported();
    const judged = await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'xlsx' });
    const legend = (await workbookOf(room, judged)).getWorksheet('Legend') as ExcelJS.Worksheet;
    const lines = new Map<string, { value: unknown; fill: string | undefined }>();
    legend.eachRow((row) => {
      const { fill } = row.getCell(1);
      lines.set(String(row.getCell(1).value), {
        value: row.getCell(2).value,
        fill: fill?.type === 'pattern' ? fill.fgColor?.argb : undefined,
      });
    });
    for (const [sentiment, fill] of Object.entries(COLOURS)) expect(lines.get(sentiment), sentiment).toMatchObject({ fill });
    expect(lines.get('Judge')?.value).toBe('built-in analyzer');
    expect(lines.get('Rows judged')?.value).toBe(60);
    expect(lines.get('Of them unclassified')?.value).toBe(10);
  });
});

describe('the built-in analyzer on plans without API access', () => {
  it.each(['free', 'personal'] as const)('judges ten comments of an export on %s', async (plan) => {
    const { room, done } = await exported(plan, 30);
    const judged = await room.engine.reprocess(done.guid, { sentiment: true, language: false, format: 'xlsx' });
    expect(judged.sentiment).toMatchObject({ state: 'done', judged: 10, total: 10, judge: expect.stringContaining('sample') });
    const sheet = (await workbookOf(room, judged)).getWorksheet('Comments') as ExcelJS.Worksheet;
    const cells = cellsByHeader(sheet).get('Sentiment') as { readonly value: unknown }[];
    expect(cells.map(({ value }) => value !== null)).toEqual(Array.from({ length: 30 }, (_, index) => index < 10));
  });
});
