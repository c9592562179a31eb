import { CommentdockError } from '#core/contract/error.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { Tier } from '#core/contract/tier.ts';
import type { ExportOptions, PlatformFacts } from '#core/platform-api/define.ts';

/**
 * What no schema can see: options that contradict each other or name something that is not there.
 * @throws CommentdockError INVALID_REQUEST with what to do
 */
export function checkJobOptions(
  options: JobOptions,
  known: { readonly vpnNames: readonly string[]; readonly poolUuids: readonly string[] },
): void {
  const { minTimestamp, maxTimestamp, vpn, pool, incremental, cursor, filter } = options;
  if (incremental === true && cursor !== undefined) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      '`options.incremental` begins with all rows of the export before, and `options.cursor` behind them. Leave one of them out.',
    );
  }
  if (incremental === true && Array.isArray(filter?.language)) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      '`options.filter.language`: an incremental export keeps its rows, and none can be left out by language. Leave the list out, or `options.incremental`.',
    );
  }
  if (minTimestamp !== undefined && maxTimestamp !== undefined && minTimestamp > maxTimestamp) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      '`options.minTimestamp` is later than `options.maxTimestamp`, so nothing could be exported. Swap them.',
    );
  }
  if (vpn !== undefined && !known.vpnNames.includes(vpn)) {
    throw new CommentdockError('INVALID_REQUEST', `There is no VPN location named "${vpn}". ${offer(known.vpnNames, 'options.vpn')}`);
  }
  if (pool !== undefined && !known.poolUuids.includes(pool)) {
    throw new CommentdockError('INVALID_REQUEST', `There is no proxy pool ${pool}. ${offer(known.poolUuids, 'options.pool')}`);
  }
}

/** The options as a platform sees them. `limit` is never above the tier's; a sort that the platform lacks is its default. */
export function toExportOptions(options: JobOptions, platform: PlatformFacts, tier: Tier): ExportOptions {
  const sort = options.sort === undefined ? undefined : (platform.sortAliases?.[options.sort] ?? options.sort);
  return {
    replies: options.replies ?? false,
    sort: sort !== undefined && platform.sorts?.includes(sort) ? sort : null,
    limit: Math.min(options.limit ?? tier.itemsPerExport, tier.itemsPerExport),
    minTimestamp: options.minTimestamp ?? null,
    maxTimestamp: options.maxTimestamp ?? null,
    countries: [...new Set((options.countries ?? []).map((country) => country.toLowerCase()))],
  };
}

function offer(names: readonly string[], option: string): string {
  return names.length === 0 ? `None is set up; leave \`${option}\` out.` : `Choose one of: ${names.join(', ')}.`;
}
