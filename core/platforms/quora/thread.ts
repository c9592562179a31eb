import { PlatformChanged } from '#core/contract/error.ts';
import { readWire } from '#core/platforms/kit/wire.ts';
import { type Comment, commentSchema } from '#core/platforms/quora/wire.ts';

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
  const waiting = nodes.map((node) => ({ node, parent })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.node === null) continue;
    const comment = readWire(commentSchema, next.node, at);
    const id = idOf(comment, at);
    yield { comment, id, parent: next.parent };
    for (const { node } of (comment.repliesConnection?.edges ?? []).toReversed()) waiting.push({ node, parent: id });
  }
}

function idOf({ commentId, id }: Comment, at: string): string {
  const number = commentId ?? numberIn(id ?? '');
  if (number === null) throw new PlatformChanged(`${at}.commentId`);
  return number;
}

function numberIn(node: string): string | null {
  try {
    return NODE.exec(atob(node))?.[1] ?? null;
  } catch {
    return null;
  }
}
