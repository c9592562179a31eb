import { asCommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { unreadRow } from '#core/engine/exchanges.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import { tierOf } from '#core/contract/tier.ts';
import type { Plan } from '#core/contract/job.ts';
import { openRecordedRun } from '#core/network/recorded-run.ts';
import type { Page, PlatformDefinition } from '#core/platform-api/define.ts';
import type { ReportMaterial } from '#core/report/material.ts';
import { pagesOf, type ReportedPage } from '#core/report/pages.ts';
import type { Replay, ReplayedPage } from '#core/report/proof.ts';

/** A page that is read again, with what it gave where it did not fail. */
interface ReadAgain extends ReplayedPage {
  readonly page: Page | null;
  /** What it failed with, in words. */
  readonly message: string | null;
}

/** Has the platform's code of today read the pages of a report from their exchanges. */
export function replayOn(platform: PlatformDefinition, plan: Plan): Replay {
  return (material) => readAgain(material, platform, plan);
}

/** As `replayOn`, at once, with what the pages gave. */
export async function readAgain(
  { query, exchanges }: Pick<ReportMaterial, 'query' | 'exchanges'>,
  platform: PlatformDefinition,
  plan: Plan,
): Promise<readonly ReadAgain[]> {
  const read: ReadAgain[] = [];
  for (const page of pagesOf(exchanges)) read.push(await readPage(page, { query, platform, plan }));
  return read;
}

async function readPage(
  { cursor, known, failure, exchanges }: ReportedPage,
  { query, platform, plan }: Pick<ReportMaterial, 'query'> & { readonly platform: PlatformDefinition; readonly plan: Plan },
): Promise<ReadAgain> {
  const told = { code: failure.code, path: failure.path };
  const run = openRecordedRun({
    platform,
    options: toExportOptions(query.options, platform, tierOf(plan)),
    pastedHosts: platform.pastedHosts?.(query.target.params) ?? [],
    exchanges,
    known,
  });
  try {
    const counters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    const session = run.forPage({ signal: new AbortController().signal, counters, tries: 'once' });
    const page = await platform.fetchPage(cursor, session);
    const odd = unreadRow(page.gaps ?? []);
    return { failure: told, replayed: odd === null ? null : failureOf(odd), page, message: odd?.message ?? null };
  } catch (error) {
    return { failure: told, replayed: failureOf(error), page: null, message: asCommentdockError(error).message };
  } finally {
    await run.close();
  }
}

function failureOf(error: unknown): NonNullable<ReplayedPage['replayed']> {
  const { code } = asCommentdockError(error);
  return { code, path: error instanceof PlatformChanged ? error.path : null };
}
