import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { FILE_FORMATS, fileEnding } from '#core/contract/tier.ts';
import { type DatasetRequest, writeDataset } from '#core/writers/write-dataset.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';
import { readWorkbook, recordsOf } from '#test/writers/read-workbook.ts';
import { sampleItem, temporaryFolder } from '#test/writers/sample.ts';

const ROWS = 2_500;
/** A device that is always full; only Linux has it. */
const FULL_DEVICE = '/dev/full';

function requestOf(folder: string, changes: Partial<DatasetRequest> = {}): DatasetRequest {
  return {
    rows: () => generatedItems(ROWS),
    about: aboutOf(ROWS),
    exportType: 'comments',
    formats: FILE_FORMATS,
    folder,
    baseName: 'rows',
    ...changes,
  };
}

function chunked(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Hashes of the folder's files by name. */
function hashesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a dataset', () => {
  test('becomes one whole file per format', async () => {
    using folder = temporaryFolder();
    const files = await writeDataset(requestOf(folder.path));
    expect(files).toEqual(
      FILE_FORMATS.map((format) => ({
        format,
        path: join(folder.path, `rows.${fileEnding(format)}`),
        bytes: statSync(join(folder.path, `rows.${fileEnding(format)}`)).size,
      })),
    );
    expect(readdirSync(folder.path).sort()).toEqual(FILE_FORMATS.map((format) => `rows.${fileEnding(format)}`).toSorted());
    expect((JSON.parse(readFileSync(join(folder.path, 'rows.json'), 'utf8')) as unknown[]).length).toBe(ROWS);
    expect(readFileSync(join(folder.path, 'rows.jsonl'), 'utf8').split('\n').length).toBe(ROWS + 1);
    expect((parse(readFileSync(join(folder.path, 'rows.csv')), { bom: true, columns: true }) as unknown[]).length).toBe(ROWS);
    expect(recordsOf((await readWorkbook(readFileSync(join(folder.path, 'rows.xlsx')))).getWorksheet('Comments')).length).toBe(ROWS);
  });

  test('says the same in CSV and XLSX', async () => {
    using folder = temporaryFolder();
    await writeDataset(requestOf(folder.path, { rows: () => generatedItems(500), csv: { formulaGuard: false } }));
    const csv = parse(readFileSync(join(folder.path, 'rows.csv')), { bom: true, columns: true }) as readonly Record<string, string>[];
    const xlsx = recordsOf((await readWorkbook(readFileSync(join(folder.path, 'rows.xlsx')))).getWorksheet('Comments'));
    const asText = (value: unknown): string => {
      if (value === null) return '';
      if (value instanceof Date) return value.toISOString();
      return typeof value === 'object' && 'text' in value ? String(value.text) : String(value);
    };
    expect(xlsx.map((record) => Object.fromEntries(Object.entries(record).map(([header, value]) => [header, asText(value)])))).toEqual(csv);
  });

  test('gives the same bytes every time, however it is cut into chunks', async () => {
    using first = temporaryFolder();
    using second = temporaryFolder();
    await writeDataset(requestOf(first.path));
    await writeDataset(requestOf(second.path, { rows: () => chunked([...generatedItems(ROWS)].flat(), 333) }));
    expect(hashesIn(second.path)).toEqual(hashesIn(first.path));
  });

  test('replaces files of the same name', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'rows.csv'), 'old');
    writeFileSync(join(folder.path, 'rows.csv.partial'), 'left behind by a crash'.repeat(1_000));
    await writeDataset(requestOf(folder.path, { rows: () => [[sampleItem()]], formats: ['csv', 'csv'], csv: { byteOrderMark: false } }));
    expect(readFileSync(join(folder.path, 'rows.csv'), 'utf8')).toBe('#,ID\r\n1,1\r\n');
    expect(readdirSync(folder.path)).toEqual(['rows.csv']);
  });

  test('of no items has its heads', async () => {
    using folder = temporaryFolder();
    await writeDataset(requestOf(folder.path, { rows: () => [] }));
    expect(readFileSync(join(folder.path, 'rows.csv'), 'utf8')).toBe('\uFEFF#\r\n');
  });
});

describe('columns that only a late row fills', () => {
  const early = Array.from({ length: 4_000 }, (_, index) => sampleItem({ id: `id${index}`, text: `text ${index}` }));
  const late = sampleItem({ id: 'late', text: 'late', title: 'A title', extra: { verifiedPurchase: true } });

  test('are in every row of the table, at their place', async () => {
    using folder = temporaryFolder();
    let passes = 0;
    const rows = (): readonly (readonly Item[])[] => {
      passes += 1;
      return chunked([...early, late, ...early.slice(0, 10)], 100);
    };
    await writeDataset(requestOf(folder.path, { rows }));
    expect(passes).toBe(2);
    const lines = readFileSync(join(folder.path, 'rows.csv'), 'utf8').split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['\uFEFF#,ID,Title,Comment,Verified purchase', '1,id0,,text 0,']);
    expect(lines[4_001]).toBe('4001,late,A title,late,true');
    expect(lines.length).toBe(4_013);
    const records = recordsOf((await readWorkbook(readFileSync(join(folder.path, 'rows.xlsx')))).getWorksheet('Comments'));
    expect(records.length).toBe(4_011);
    expect(records[4_000]).toEqual({ '#': 4_001, ID: 'late', Title: 'A title', Comment: 'late', 'Verified purchase': true });
    expect((JSON.parse(readFileSync(join(folder.path, 'rows.json'), 'utf8')) as unknown[]).length).toBe(4_011);
  });

  test('cost no second pass where the first rows fill them all', async () => {
    using folder = temporaryFolder();
    let passes = 0;
    const rows = (): readonly (readonly Item[])[] => {
      passes += 1;
      return chunked([late, ...early], 100);
    };
    await writeDataset(requestOf(folder.path, { rows }));
    expect(passes).toBe(1);
  });

  test('of extras stand in order of first appearance', async () => {
    using folder = temporaryFolder();
    const items = [{ b: null }, { z: 1 }, { a: '', b: 2 }, { a: 3, sentiment: 'positive' }].map((extra, index) =>
      sampleItem({ id: String(index), extra }),
    );
    await writeDataset(requestOf(folder.path, { rows: () => [items], formats: ['csv'] }));
    expect(readFileSync(join(folder.path, 'rows.csv'), 'utf8').split('\r\n')[0]).toBe('\uFEFF#,ID,Sentiment,Z,B,A');
  });
});

describe('a file exists whole or not at all', () => {
  test.each([0, 1, 24])('after an abort at chunk %i the folder is as it was', async (chunk) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'rows.csv'), 'of an earlier export');
    const before = hashesIn(folder.path);
    const controller = new AbortController();
    function* rows(): Generator<readonly Item[]> {
      let index = 0;
      for (const items of generatedItems(ROWS)) {
        if (index === chunk) controller.abort();
        index += 1;
        yield items;
      }
    }
    const failure = await failureOf(writeDataset(requestOf(folder.path, { rows, signal: controller.signal })));
    expect(failure).toBeInstanceOf(CommentdockError);
    expect(failure).toMatchObject({ code: 'STOPPED' });
    expect(hashesIn(folder.path)).toEqual(before);
  });

  test('an abort tells the reason it was given', async () => {
    using folder = temporaryFolder();
    const reason = new CommentdockError('INTERNAL', 'closing');
    expect(await failureOf(writeDataset(requestOf(folder.path, { signal: AbortSignal.abort(reason) })))).toBe(reason);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('after rows that cannot be read the folder is empty', async () => {
    using folder = temporaryFolder();
    const broken = new Error('the database is gone');
    function* rows(): Generator<readonly Item[]> {
      yield* generatedItems(ROWS);
      throw broken;
    }
    expect(await failureOf(writeDataset(requestOf(folder.path, { rows })))).toBe(broken);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('a folder that cannot be written to is told as such', async () => {
    using folder = temporaryFolder();
    const failure = await failureOf(writeDataset(requestOf(join(folder.path, 'missing'))));
    expect(failure).toMatchObject({ code: 'DISK' });
    expect((failure as Error).message).toContain('missing');
  });

  test.for(FILE_FORMATS)('a full disk is told as such, and leaves nothing: %s', async (format, { skip }) => {
    if (!existsSync(FULL_DEVICE)) skip(`There is no ${FULL_DEVICE} on this machine.`);
    using folder = temporaryFolder();
    symlinkSync(FULL_DEVICE, join(folder.path, `rows.${fileEnding(format)}.partial`));
    const failure = await failureOf(writeDataset(requestOf(folder.path, { formats: [format] })));
    expect(failure).toMatchObject({ code: 'DISK' });
    expect((failure as Error).message).toMatch(/ENOSPC|disk is full/);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('a name that is taken by a folder is told as such, and leaves nothing', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'rows.xlsx', 'inside'), { recursive: true });
    expect(await failureOf(writeDataset(requestOf(folder.path, { formats: ['xlsx'] })))).toMatchObject({ code: 'DISK' });
    expect(readdirSync(folder.path)).toEqual(['rows.xlsx']);
  });
});
