import type { Job } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { type Change, CHANGES } from '#renderer/views/export/filters.ts';

/** What became of a row since the run before, as its item says it. Null where nothing did, and of an export that compares with none. */
export function changeOf(extra: Readonly<Record<string, unknown>>): Change | null {
  return CHANGES.find((change) => change === extra['change']) ?? null;
}

/** What a run found against the one before it; null of any other export. */
function comparisonOf({ incremental }: Pick<Job, 'incremental'>): NonNullable<Job['incremental']> | null {
  return incremental === null || incremental.previous_guid === null ? null : incremental;
}

/** The same in numbers; nothing of any other export. */
export function changeFacts(job: Pick<Job, 'incremental'>): readonly (readonly [MessageKey, number])[] {
  const found = comparisonOf(job);
  if (found === null) return [];
  return [
    ['change.new', found.new],
    ['change.edited', found.edited],
    ['change.gone', found.gone],
    ['change.unchanged', found.unchanged],
    ['change.goneEarlier', found.gone_earlier],
  ];
}

/** How many rows a filter for each change finds; null of any other export. */
export function changeCounts(job: Pick<Job, 'incremental'>): Readonly<Record<Change, number>> | null {
  const found = comparisonOf(job);
  return found === null ? null : { new: found.new, edited: found.edited, gone: found.gone + found.gone_earlier };
}
