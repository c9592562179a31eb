import { hash } from 'node:crypto';
import type { Item } from '#core/contract/item.ts';
import { NO_REMARK, type Remark, withRemark } from '#core/contract/remark.ts';
import type { KeptRemark, RemarkStore } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { PLACE, SAME_LIST } from '#core/store/place-of-list.ts';

const LISTED = `status <> '${REMOVED}'`;
const PLACED = `SELECT COALESCE(member_uuid, '') AS owner, ${PLACE} AS place FROM jobs`;
const IN_PLACE = 'FROM remarks WHERE owner = ? AND place = ?';

interface Placed {
  readonly owner: string;
  /** Null: of an export that is gone. */
  readonly place: string | null;
}

interface RemarkRow {
  item_id: string;
  starred: number;
  note: string | null;
  tags: string;
  at_ms: number;
}

/** Remarks for the API thread, which alone writes them. */
export function createRemarkStore(connection: Connection): RemarkStore {
  const placed = connection.prepare<[string], Placed>(`${PLACED} WHERE guid = ? AND ${LISTED}`);
  const page = connection.prepare<unknown[], RemarkRow>(`SELECT * ${IN_PLACE} ORDER BY at_ms DESC, item_id LIMIT ? OFFSET ?`);
  const count = connection.prepare<[string, string], number>(`SELECT COUNT(*) ${IN_PLACE}`).pluck();
  const tags = connection.prepare<[string, string], { tag: string; rows: number }>(
    `SELECT tag.value AS tag, COUNT(*) AS rows FROM remarks, json_each(remarks.tags) AS tag WHERE owner = ? AND place = ?
     GROUP BY tag.value ORDER BY tag.value`,
  );
  const these = theseRemarks(connection);
  const drop = connection.prepare<[string, string, string]>(`DELETE ${IN_PLACE} AND item_id IN (SELECT value FROM json_each(?))`);
  const set = connection.prepare<unknown[]>(
    `INSERT INTO remarks (owner, place, item_id, starred, note, tags, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, place, item_id)
     DO UPDATE SET starred = excluded.starred, note = excluded.note, tags = excluded.tags, at_ms = excluded.at_ms`,
  );
  const alike = connection
    .prepare<[string, string, string], string>(
      `SELECT guid ${SAME_LIST} AND files <> '[]' AND status IN ('done', 'stopped', 'error') ORDER BY id`,
    )
    .pluck();
  const keyOf = (guid: string): readonly [string, string] | null => keyOfPlace(placed.get(guid));
  return {
    list(guid, { page: number, limit }) {
      const key = keyOf(guid);
      if (key === null) return { total: 0, tags: [], remarks: [] };
      const remarks = page.all(...key, limit, (number - 1) * limit).map(toRemark);
      return { total: count.get(...key) ?? 0, tags: tags.all(...key), remarks };
    },
    set(guid, ids, change, atMs) {
      const key = keyOf(guid);
      if (key === null) return [];
      return connection
        .transaction(() => {
          const before = new Map(these.all(...key, JSON.stringify(ids)).map((row) => [row.item_id, toRemark(row)]));
          const changed = ids.map((id): KeptRemark => ({ ...change(before.get(id) ?? NO_REMARK), id, atMs }));
          const empty = changed.filter(saysNothing).map(({ id }) => id);
          if (empty.length > 0) drop.run(...key, JSON.stringify(empty));
          for (const remark of changed)
            if (!saysNothing(remark)) set.run(...key, remark.id, Number(remark.starred), remark.note, JSON.stringify(remark.tags), atMs);
          return changed;
        })
        .immediate();
    },
    withFiles(guid) {
      const { owner, place } = placed.get(guid) ?? {};
      return owner === undefined || place == null ? [] : alike.all(place, place, owner);
    },
  };
}

function saysNothing({ starred, note, tags }: Remark): boolean {
  return !starred && note === null && tags.length === 0;
}

/** Rows of a job with what people said of them. */
export function remarkLinks(connection: Connection, jobId: number): (items: readonly Item[]) => readonly Item[] {
  // Most folders have none at all: then nothing else is asked.
  const placed = connection.prepare<[number], Placed>(`${PLACED} WHERE id = ? AND EXISTS (SELECT 1 FROM remarks)`);
  const key = keyOfPlace(placed.get(jobId));
  if (key === null || connection.prepare<[string, string]>(`SELECT 1 ${IN_PLACE} LIMIT 1`).get(...key) === undefined)
    return (items) => items;
  const these = theseRemarks(connection);
  return (items) => {
    const found = new Map(these.all(...key, JSON.stringify(items.map(({ id }) => id))).map((row) => [row.item_id, toRemark(row)]));
    if (found.size === 0) return items;
    return items.map((item) => {
      const remark = found.get(item.id);
      if (remark === undefined) return item;
      const { starred, note, tags } = remark;
      return withRemark(item, { starred, note, tags });
    });
  };
}

/** Ids of the rows of which people said what `isWished` takes. */
export function remarkedIds(connection: Connection, guid: string, isWished: (remark: Remark) => boolean): readonly string[] {
  const placed = connection.prepare<[string], Placed>(`${PLACED} WHERE guid = ? AND ${LISTED}`).get(guid);
  const key = keyOfPlace(placed);
  if (key === null) return [];
  const all = connection.prepare<[string, string], RemarkRow>(`SELECT * ${IN_PLACE}`).all(...key);
  return all
    .map(toRemark)
    .filter(isWished)
    .map(({ id }) => id);
}

/** What people said of rows goes with the last export that has them. Belongs into a transaction. */
export function remarkRemoval(connection: Connection): (jobId: number) => void {
  const placed = connection.prepare<[number], Placed>(`${PLACED} WHERE id = ? AND EXISTS (SELECT 1 FROM remarks)`);
  const others = connection.prepare<[string, string, string, number]>(`SELECT 1 ${SAME_LIST} AND id <> ? LIMIT 1`);
  const drop = connection.prepare<[string, string]>(`DELETE ${IN_PLACE}`);
  return (jobId) => {
    const found = placed.get(jobId);
    const key = keyOfPlace(found);
    if (found?.place == null || key === null || others.get(found.place, found.place, found.owner, jobId) !== undefined) return;
    drop.run(...key);
  };
}

function theseRemarks(connection: Connection) {
  return connection.prepare<[string, string, string], RemarkRow>(`SELECT * ${IN_PLACE} AND item_id IN (SELECT value FROM json_each(?))`);
}

function keyOfPlace(placed: Placed | undefined): readonly [owner: string, place: string] | null {
  return placed === undefined || placed.place === null ? null : [placed.owner, hash('sha256', placed.place, 'base64url')];
}

function toRemark({ item_id: id, starred, note, tags, at_ms: atMs }: RemarkRow): KeptRemark {
  return { id, starred: starred === 1, note, tags: JSON.parse(tags) as string[], atMs };
}
