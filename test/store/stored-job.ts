import { randomUUID } from 'node:crypto';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { EngineStore, ItemState } from '#core/engine/ports.ts';
import { makeItem } from '#core/platform-api/item.ts';

/** A stored item: an id, the id of what it answers, and whether the dates of the job leave it out. */
export interface StoredItem {
  readonly id: string;
  readonly parentId?: string;
  readonly state?: ItemState;
}

export function insertJob(store: EngineStore, fields: Partial<NewJob> = {}): JobRecord {
  const url = 'https://forum.example/1';
  const job: NewJob = {
    guid: randomUUID(),
    url,
    options: {},
    platform: 'forum',
    target: { target: 'thread', params: {}, type: 'comments', selector: 'own', url },
    plan: 'business',
    formats: ['json'],
    sandbox: false,
    batchId: null,
    tokenUuid: null,
    ...fields,
  };
  return store.jobs.insert(job, EMPTY_LEDGER);
}

/** Stores pages by their reading keys, in the order given. */
export function storePages(store: EngineStore, job: JobRecord, pages: Readonly<Record<string, readonly StoredItem[]>>): void {
  const run = store.run(job.id);
  store.transaction(() => {
    for (const [index, [readKey, items]] of Object.entries(pages).entries()) {
      const pageId = run.addPage(readKey, index);
      let kept = 0;
      for (const [position, { state = 'kept', ...fields }] of items.entries()) {
        if (run.addItem({ pageId, readKey, position }, itemOf(fields), state) === 'new' && state === 'kept') kept += 1;
      }
      run.setPageKept(pageId, kept);
    }
  });
}

function itemOf({ id, parentId }: Pick<StoredItem, 'id' | 'parentId'>): Item {
  return makeItem({ id, kind: parentId === undefined ? 'comment' : 'reply', parentId: parentId ?? null, text: `text of ${id}` });
}
