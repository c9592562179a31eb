import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobOptionsSchema } from '#core/contract/options.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { exchangesOf } from '#core/report/har.ts';
import { readAgain } from '#core/threads/replayed-pages.ts';
import type { RecordedCase } from '#test/recordings/cases.ts';
import type { ExportedRow, Outcome } from '#test/recordings/compare.ts';

/** Has the platform's code of today read the page of a case that a failure report tells of. What it gave stands in for the rows of a file. */
export async function readPageCase({ platform: id, folder, expected }: RecordedCase): Promise<Outcome> {
  const { page } = expected;
  const platform = await loadPlatform(id);
  if (page === undefined || platform === null) throw new Error(`${folder} is no case of a page.`);
  const har: unknown = JSON.parse(readFileSync(join(folder, 'exchanges.har'), 'utf8'));
  const target = page.target as Parameters<typeof readAgain>[0]['query']['target'];
  const query = { url: expected.url, options: jobOptionsSchema.parse(expected.options), target };
  const [read] = await readAgain({ query, exchanges: exchangesOf(har, () => page) }, platform, 'business');
  if (read === undefined) throw new Error(`${folder} has no exchanges.`);
  const { replayed, message } = read;
  return {
    status: replayed === null ? 'done' : 'error',
    errorCode: replayed?.code ?? null,
    detail: replayed === null ? null : `${replayed.path === null ? '' : `at ${replayed.path}: `}${message ?? ''}`,
    total: read.page?.total ?? null,
    exportType: null,
    rows: (read.page?.items ?? []) as unknown as readonly ExportedRow[],
  };
}
