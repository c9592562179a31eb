import type { WireComment } from '#core/platforms/soundcloud/wire.ts';

/** A comment that may be answered later: its position in the track, its author's handle in lower case, its id. */
export type Head = readonly [timestamp: number | null, handle: string, id: string];

/** So many heads go along from page to page. Replies follow their parent at once, so that these are many threads. */
const MOST_HEADS = 1000;
const LEADING_HANDLE = /^\s*@([\w-]+)/;

/**
 * SoundCloud does not say what a reply answers: it stands at the same position of the track, behind its parent, and
 * begins with the parent's `@handle`. The first comment that fits is the parent.
 * @param heads of the pages before
 * @returns for each comment its parent's id or null; the heads for the next page
 */
export function findParents(
  comments: readonly WireComment[],
  heads: readonly Head[],
): { readonly parents: (string | null)[]; readonly heads: Head[] } {
  const known = new Map(heads.map((head) => [keyOf(head[0], head[1]), head]));
  const parents = comments.map((comment) => {
    const timestamp = comment.timestamp ?? null;
    const handle = LEADING_HANDLE.exec(comment.body ?? '')?.[1]?.toLowerCase();
    const parent = handle === undefined ? undefined : known.get(keyOf(timestamp, handle));
    const author = comment.user?.permalink?.toLowerCase();
    if (author !== undefined && !known.has(keyOf(timestamp, author)))
      known.set(keyOf(timestamp, author), [timestamp, author, String(comment.id)]);
    return parent?.[2] ?? null;
  });
  return { parents, heads: [...known.values()].slice(-MOST_HEADS) };
}

function keyOf(timestamp: number | null, handle: string): string {
  return `${timestamp}@${handle}`;
}
