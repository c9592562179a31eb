import type { NewJob } from '#core/contract/job-record.ts';
import { REMOVED } from '#core/store/job-status.ts';

/** The list that an export reads: of each further one of it the same. */
export const PLACE = "platform || ' ' || (target ->> '$.type') || ' ' || (target ->> '$.params')";
/** What of it the index has (0038.sql). */
const START_OF_PLACE = `substr(${PLACE}, 1, 500)`;
/** The exports of one list and one owner; parameters: the list, twice, and the member, empty for the owner of the data folder. */
export const SAME_LIST = `FROM jobs WHERE status <> '${REMOVED}' AND ${START_OF_PLACE} = substr(?, 1, 500) AND ${PLACE} = ? AND COALESCE(member_uuid, '') = ?`;

/** `PLACE` of an export that is not stored yet. */
export function placeOf({ platform, target }: Pick<NewJob, 'platform' | 'target'>): string {
  return `${platform} ${target.type} ${JSON.stringify(target.params)}`;
}
