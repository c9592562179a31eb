import type { Job } from '#renderer/client/queries.ts';

/** Lists of accounts, which have no texts. */
const WITHOUT_TEXTS: ReadonlySet<Job['export_type']> = new Set(['followers', 'following', 'likes', 'shares']);

/** False while rows are still to come. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queueing' && status !== 'progress';
}

/** Another text as soon as the rows of an export may be others. */
export function revisionOf({ status, retry, exported_at: at }: Pick<Job, 'status' | 'retry' | 'exported_at'>): string {
  return [status, retry, at ?? ''].join(' ');
}

/** True where rows can be judged and read. */
export function mayHaveTexts({ export_type: type }: Pick<Job, 'export_type'>): boolean {
  return !WITHOUT_TEXTS.has(type);
}
