import type { Job } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';

/** What became of a row since the run before, as its item says it. */
const CHANGES: ReadonlyMap<unknown, MessageKey> = new Map([
  ['new', 'change.new'],
  ['edited', 'change.edited'],
  ['gone', 'change.gone'],
]);

/** Null where nothing about the row changed, and of an export that compares with none. */
export function changeOf(extra: Readonly<Record<string, unknown>>): MessageKey | null {
  return CHANGES.get(extra['change']) ?? null;
}

/** What a run found against the one before it, in numbers; nothing of any other export. */
export function changeFacts({ incremental }: Pick<Job, 'incremental'>): readonly (readonly [MessageKey, number])[] {
  if (incremental === null || incremental.previous_guid === null) return [];
  return [
    ['change.new', incremental.new],
    ['change.edited', incremental.edited],
    ['change.gone', incremental.gone],
    ['change.unchanged', incremental.unchanged],
    ['change.goneEarlier', incremental.gone_earlier],
  ];
}
