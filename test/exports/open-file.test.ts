import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ExportFile } from '#core/exports/files.ts';
import { openFile } from '#core/exports/open-file.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('open');

const answered = (name: string): ExportFile => ({ path: join(folder, name), name, contentType: 'text/csv', bytes: 4 });
const never = (): Promise<never> => Promise.reject(new Error('nobody asks again'));

it('what is open is read to its end, though it is deleted meanwhile', async () => {
  writeFileSync(join(folder, 'rows.csv'), 'rows');
  const { handle } = await openFile(answered('rows.csv'), never);
  await using _closing = handle;
  rmSync(join(folder, 'rows.csv'));
  expect(await handle.readFile('utf8')).toBe('rows');
});

it('a file that is gone at every look is not found', async () => {
  let asked = 0;
  const askAgain = async (): Promise<ExportFile> => answered(`gone${(asked += 1)}.csv`);
  await expect(openFile(answered('gone.csv'), askAgain)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 });
  expect(asked).toBe(4);
});

it('a file that the disk refuses is a failure of the disk', async () => {
  await expect(openFile(answered('a'.repeat(300)), never)).rejects.toMatchObject({ code: 'DISK' });
});
