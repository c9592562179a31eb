import type { FoundRow } from '#renderer/client/queries.ts';

/** A row as the table shows it. */
export interface ThreadRow {
  readonly row: FoundRow;
  /** 0 at the top level. */
  readonly depth: number;
  /** Replies below it among those that were loaded. */
  readonly replies: number;
}

/**
 * The rows without those below a folded one. In the files a parent comes before its replies, so that one walk is enough; in
 * any other order a reply may come first, and is then shown at the top level.
 */
export function threadRows(rows: readonly FoundRow[], folded: ReadonlySet<string>): readonly ThreadRow[] {
  const depths = new Map<string, number>();
  const hidden = new Set<string>();
  const replies = new Map<string, number>();
  for (const { item } of rows) if (item.parentId !== null) replies.set(item.parentId, (replies.get(item.parentId) ?? 0) + 1);
  return rows.flatMap((row) => {
    const { id, parentId } = row.item;
    const depth = parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1;
    depths.set(id, depth);
    const isHidden = parentId !== null && (hidden.has(parentId) || (folded.has(parentId) && depths.has(parentId)));
    if (isHidden) hidden.add(id);
    return isHidden ? [] : [{ row, depth, replies: replies.get(id) ?? 0 }];
  });
}
