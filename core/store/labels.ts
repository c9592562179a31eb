import type { Labels } from '#core/contract/labels.ts';
import type { Ledger } from '#core/engine/completeness.ts';
import type { LabelStore, UsedLabel } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { soughtAs } from '#core/store/sought-jobs.ts';

/** Words of the partial indexes (0038.sql). */
const LISTED = `status <> '${REMOVED}'`;
const SEEN = '(member_uuid = ? OR shared = 1)';

export function createLabelStore(connection: Connection): LabelStore {
  const set = connection.prepare<unknown[]>(`UPDATE jobs SET title = ?, folder = ?, tags = ?, said = ? WHERE guid = ? AND ${LISTED}`);
  const ledger = connection.prepare<[string], { ledger: string }>('SELECT ledger FROM jobs WHERE guid = ?');
  const all = usedLabels(connection, LISTED);
  const seen = usedLabels(connection, `${LISTED} AND ${SEEN}`);
  return {
    set(guid, labels) {
      const { about } = JSON.parse(ledger.get(guid)?.ledger ?? '{}') as Partial<Ledger>;
      set.run(labels.title, labels.folder, JSON.stringify(labels.tags), saidOf(labels, about?.title ?? null), guid);
    },
    used: (memberUuid) => (memberUuid === null ? all() : seen(memberUuid)),
  };
}

function usedLabels(connection: Connection, which: string): (...values: readonly string[]) => ReturnType<LabelStore['used']> {
  const folders = connection.prepare<string[], UsedLabel>(
    `SELECT folder AS name, COUNT(*) AS exports FROM jobs WHERE folder IS NOT NULL AND ${which} GROUP BY folder ORDER BY folder`,
  );
  const tags = connection.prepare<string[], UsedLabel>(
    `SELECT tag.value AS name, COUNT(*) AS exports FROM jobs, json_each(jobs.tags) AS tag
     WHERE jobs.tags <> '[]' AND ${which} GROUP BY tag.value ORDER BY tag.value`,
  );
  return (...values) => ({ folders: folders.all(...values), tags: tags.all(...values) });
}

/** What people said of an export, and its page of itself: what it is looked for by. @param pageTitle null: no answer has said one */
export function saidOf({ title, folder, tags }: Labels, pageTitle: string | null): string {
  return [title, folder, ...tags, pageTitle]
    .filter((part) => part !== null)
    .map(soughtAs)
    .join(' ');
}
