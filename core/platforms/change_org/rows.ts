import type { Gap, Page } from '#core/platform-api/define.ts';
import { commentItem, parentOf } from '#core/platforms/change_org/items.ts';
import type { Comment } from '#core/platforms/change_org/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** What the comments of one answer belong to. `starter`: id of the one who started the petition, null where nobody says. */
interface Petition {
  readonly slug: string;
  readonly starter: string | null;
}

/** Deleted ones stay in the list and have nothing in them; answers may stand among the others, wanted or not. */
export function rows(
  comments: readonly Comment[],
  { slug, starter }: Petition,
  session: Session,
): Pick<Page, 'items' | 'gaps' | 'mayRepeat'> {
  const there = comments.filter((comment) => !comment.deleted_at);
  const kept = there.filter((comment) => session.options.replies || parentOf(comment) === null);
  const gaps: readonly Gap[] = [
    { cause: 'deleted', count: comments.length - there.length },
    { cause: 'filtered', count: there.length - kept.length },
  ];
  return {
    items: readRows(kept, 'items', (comment) => commentItem(comment, slug, starter)),
    gaps: gaps.filter(({ count }) => count > 0),
    mayRepeat: kept.length === 0,
  };
}
