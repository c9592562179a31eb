import { PlatformChanged } from '#core/contract/error.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { type Comment, commentSchema } from '#core/platforms/quora/wire.ts';
import { readRowsBelow } from '#core/platform-api/odd-rows.ts';

/** A comment, and what it answers: null for what is commented on itself. */
export interface Placed {
  readonly comment: Comment;
  readonly id: string;
  readonly parent: string | null;
}

/** The node of a comment is base64 of its type and number: `Comment@10:254_113579378`. */
const NODE = /^Comment@\d+:\d+_(\d+)$/;

/**
 * Comments, each followed by the replies that came with it, down to the last level. Of the third there is a preview alone: node, text and
 * author.
 * @throws PlatformChanged
 */
export function* threadOf(nodes: readonly unknown[], parent: string | null, at: string): Generator<Placed> {
  const waiting = placedIn(nodes, parent, at).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const below = (next.comment.repliesConnection?.edges ?? []).map(({ node }) => node ?? null);
    waiting.push(...placedIn(below, next.id, at).toReversed());
  }
}

function placedIn(nodes: readonly unknown[], parent: string | null, at: string): Placed[] {
  return readRowsBelow(
    nodes.filter((node) => node !== null),
    at,
    (node) => {
      const comment = readWire(commentSchema, node, '');
      return { comment, id: idOf(comment), parent };
    },
  );
}

function idOf({ commentId, id }: Comment): string {
  const number = commentId ?? numberIn(id ?? '');
  if (number === null) throw new PlatformChanged('commentId');
  return number;
}

function numberIn(node: string): string | null {
  try {
    return NODE.exec(atob(node))?.[1] ?? null;
  } catch {
    return null;
  }
}
