import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { workbookOf } from '#test/writers/read-workbook.ts';
import { HOSTILE_TEXTS, sampleItem, temporaryFolder } from '#test/writers/sample.ts';

const SOFFICE = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
].find((path) => existsSync(path));
const TIMEOUT_MS = 180_000;
/** Comma, double quotes, UTF-8, from line 1, cells as shown and not as formulas, every sheet into a file of its own. */
const CSV_OF_EVERY_SHEET = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
/** LibreOffice keeps no control characters in a cell: it drops some and makes line feeds of others. */
const CONTROL_CHARACTERS = /[\u0000-\u001F\u007F-\u009F\uFFFE\uFFFF\u2028\u2029\uFEFF]/g;

if (SOFFICE === undefined)
  console.warn('Skipped: LibreOffice (soffice) is not on this machine, so its reading of workbooks is not checked.');

/** What LibreOffice makes of the workbook: the files it wrote, by name. */
function converted(workbook: Buffer, filter: string): ReadonlyMap<string, Buffer> {
  using folder = temporaryFolder();
  const source = join(folder.path, 'rows.xlsx');
  const results = join(folder.path, 'results');
  writeFileSync(source, workbook);
  const profile = pathToFileURL(join(folder.path, 'profile')).href;
  execFileSync(
    SOFFICE ?? '',
    [`-env:UserInstallation=${profile}`, '--headless', '--norestore', '--convert-to', filter, '--outdir', results, source],
    { stdio: 'pipe', timeout: TIMEOUT_MS },
  );
  return new Map(readdirSync(results).map((name) => [name, readFileSync(join(results, name))]));
}

function recordsIn(csv: Buffer | undefined): readonly Record<string, string>[] {
  return parse(csv ?? '', { columns: true, bom: true }) as readonly Record<string, string>[];
}

function visible(text: string): string {
  return text.toWellFormed().replace(CONTROL_CHARACTERS, '').trim();
}

/** One item a minute, so that a date that is shown a second off is found. */
const ITEMS: readonly Item[] = HOSTILE_TEXTS.map((text, index) =>
  sampleItem({
    id: `1234567890123456${index}`,
    text,
    createdAt: new Date(Date.UTC(2024, 1, 28, 23, 40, 1) + index * 61_000).toISOString(),
    likes: index,
    isEdited: index % 2 === 0,
    url: `https://x.example/?a=1&id=${index}`,
  }),
);

describe.skipIf(SOFFICE === undefined)('LibreOffice', () => {
  test('reads every sheet and every cell', { timeout: TIMEOUT_MS }, async () => {
    const files = converted(await workbookOf(ITEMS), CSV_OF_EVERY_SHEET);
    expect([...files.keys()].sort()).toEqual(['rows-About.csv', 'rows-Comments.csv']);
    const records = recordsIn(files.get('rows-Comments.csv'));
    expect(records.map(({ Comment: comment, ...others }) => ({ ...others, Comment: visible(comment ?? '') }))).toEqual(
      ITEMS.map((item, index) => ({
        '#': String(index + 1),
        ID: item.id,
        Date: item.createdAt?.slice(0, 19).replace('T', ' '),
        Likes: String(index),
        Comment: visible(item.text ?? ''),
        Edited: index % 2 === 0 ? 'TRUE' : 'FALSE',
        'Comment URL': item.url,
      })),
    );
    expect(files.get('rows-About.csv')?.toString('utf8')).toContain('How it was fetched');
  });

  test('reads a split workbook', { timeout: TIMEOUT_MS }, async () => {
    const files = converted(await workbookOf(ITEMS, { rows: 20, links: 5 }), CSV_OF_EVERY_SHEET);
    expect([...files.keys()].sort()).toEqual(['rows-About.csv', 'rows-Comments 2.csv', 'rows-Comments.csv']);
    expect([files.get('rows-Comments.csv'), files.get('rows-Comments 2.csv')].map((csv) => recordsIn(csv).length)).toEqual([
      19,
      ITEMS.length - 19,
    ]);
  });

  test('prints it', { timeout: TIMEOUT_MS }, async () => {
    const pdf = converted(await workbookOf(ITEMS), 'pdf').get('rows.pdf');
    expect(pdf?.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(pdf?.length).toBeGreaterThan(10_000);
  });
});
