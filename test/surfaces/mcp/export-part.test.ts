import { statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readItems, readPart as readOpened } from '#core/surfaces/mcp/export-part.ts';
import { exportUri, parseExportUri, type ResourceFormat } from '#core/surfaces/mcp/export-uri.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('part');

function stored(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { path, name, contentType: '', bytes: statSync(path).size };
}

/** As the writers write it. */
const jsonFile = (items: readonly unknown[]): string =>
  `[${items.map((item, n) => `${n === 0 ? '' : ','}\n${JSON.stringify(item)}`).join('')}\n]\n`;
const csvFile = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`).join('')}`;

async function readPart(file: ReturnType<typeof stored>, wish: Parameters<typeof readOpened>[1]): ReturnType<typeof readOpened> {
  await using handle = await open(file.path);
  return await readOpened({ file, handle }, wish);
}

async function allParts(file: ReturnType<typeof stored>, format: ResourceFormat, maxBytes: number): Promise<string[]> {
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const part: { readonly text: string; readonly next: number | null } = await readPart(file, { format, from, maxBytes });
    parts.push(part.text);
    from = part.next;
  }
  return parts;
}

const text = fc.string({ unit: fc.constantFrom('a', 'é', '💬', '"', ',', '\n', '\r\n', ']', '['), maxLength: 30 });

describe('parts of a file', () => {
  it('of JSON are lists that make up the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ id: text }), { maxLength: 20 }), fc.integer({ min: 1, max: 200 }), async (items, maxBytes) => {
        const parts = await allParts(stored('items.json', jsonFile(items)), 'json', maxBytes);
        expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(items);
      }),
      { numRuns: 60 },
    );
  });

  it('of CSV are tables with a header that make up the whole', async () => {
    const rows = fc.array(fc.tuple(text, text), { minLength: 0, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 200 }), async (cells, maxBytes) => {
        const parts = await allParts(
          stored('rows.csv', csvFile([['ID', 'Text'], ...cells.map(([a, b]) => [`x${a}`, b])])),
          'csv',
          maxBytes,
        );
        const read = parts.flatMap(
          (part) => parse(part, { bom: true, columns: true, record_delimiter: '\r\n' }) as { ID: string; Text: string }[],
        );
        expect(read.map(({ ID, Text }) => [ID, Text])).toEqual(cells.map(([a, b]) => [`x${a}`, b]));
      }),
      { numRuns: 60 },
    );
  });

  it('of items are as many as fit, one after the other the whole list', async () => {
    const items = fc.array(fc.record({ id: text, text, more: text }), { maxLength: 20 });
    const wish = fc.record({ limit: fc.integer({ min: 1, max: 25 }), maxBytes: fc.integer({ min: 1, max: 400 }) });
    await fc.assert(
      fc.asyncProperty(items, wish, fc.boolean(), async (written, { limit, maxBytes }, isChosen) => {
        const file = stored('chosen.json', jsonFile(written));
        await using handle = await open(file.path);
        const fields = isChosen ? ['text', 'id'] : undefined;
        const read: object[] = [];
        for (let from: number | null = 0; from !== null;) {
          const page = await readItems({ file, handle }, { from, limit, maxBytes, fields });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          if (page.items.length > 1) expect(Buffer.byteLength(JSON.stringify(page.items))).toBeLessThanOrEqual(maxBytes);
          if (page.items.length === 0) expect(page.next).toBeNull();
          read.push(...page.items);
          from = page.next;
        }
        expect(read).toEqual(isChosen ? written.map(({ id, text: words }) => ({ id, text: words })) : written);
      }),
      { numRuns: 60 },
    );
  });

  it('of items are read beyond what is read at once', async () => {
    const items = Array.from({ length: 1_000 }, (_, id) => ({ id, text: 'x'.repeat(id === 500 ? 200_000 : 90) }));
    const file = stored('many.json', jsonFile(items));
    await using handle = await open(file.path);
    const { items: all, next } = await readItems({ file, handle }, { from: 0, limit: 1_000, maxBytes: 1_000_000, fields: undefined });
    expect(all).toEqual(items);
    expect(next).toBeNull();
  });

  it('begin nowhere else', async () => {
    const file = stored('few.json', jsonFile([{ id: 1 }, { id: 2 }]));
    for (const from of [1, 5, 10_000])
      await expect(readPart(file, { format: 'json', from, maxBytes: 100 })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('addresses of exports', () => {
  const guid = '0b9dbb5e-1d6c-4f0a-9c0c-9a7b8d1f2a10';

  it('are read as they are written', () => {
    for (const format of ['json', 'csv'] as const)
      for (const from of [0, 17]) expect(parseExportUri(exportUri({ guid, format, from }))).toEqual({ guid, format, from });
    expect(parseExportUri(`export://${guid}/json`)).toEqual({ guid, format: 'json', from: 0 });
  });

  it('are nothing else', () => {
    for (const uri of ['', 'export://', `export://${guid}/xlsx`, `export://${guid}/../csv`, `http://${guid}`, `export://${guid}?from=-1`])
      expect(parseExportUri(uri), uri).toBeNull();
  });
});
