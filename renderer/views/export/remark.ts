import type { FoundRow } from '#renderer/client/queries.ts';

/** What people said of a row. */
interface Remark {
  readonly starred: boolean;
  readonly note: string | null;
  readonly tags: readonly string[];
}

const NOTHING: Remark = { starred: false, note: null, tags: [] };

/** As its item says it. */
export function remarkOf({ extra }: FoundRow['item']): Remark {
  return { ...NOTHING, ...(extra['remark'] as Partial<Remark> | undefined) };
}

/** The same in one line. */
export function remarkWords(item: FoundRow['item']): string {
  const { starred, note, tags } = remarkOf(item);
  return [starred ? '★' : '', tags.join(', '), note === null ? '' : '✎'].filter((part) => part !== '').join(' ');
}

/** A line of tags, as people type it. */
export function tagsIn(line: string): string[] {
  return [...new Set(line.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}
