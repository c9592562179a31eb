import type { Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { askApi, followingPage, PER_PAGE } from '#core/platforms/gitlab/ask.ts';
import { awardItem, starItem, type Subject } from '#core/platforms/gitlab/items.ts';
import { awardsSchema, starrersSchema } from '#core/platforms/gitlab/wire.ts';

/** Emoji given to an issue or a merge request; stars of a project. */
export type LikesCursor =
  | { readonly list: 'awards'; readonly subject: Subject; readonly page: string }
  | { readonly list: 'stars'; readonly host: string; readonly path: string; readonly page: string };

export async function likesPage(cursor: LikesCursor, session: Session): Promise<Page<LikesCursor>> {
  const { page } = cursor;
  const { host, path } = cursor.list === 'awards' ? cursor.subject : cursor;
  const list = cursor.list === 'awards' ? `/${cursor.subject.kind}/${cursor.subject.number}/award_emoji` : '/starrers';
  const answer = await askApi({ host, path }, list, { per_page: PER_PAGE, page }, session);
  const [items, given] =
    cursor.list === 'awards'
      ? read(answer.json(awardsSchema), (row) => awardItem(row, host))
      : read(answer.json(starrersSchema), (row) => starItem(row, host));
  const next = followingPage(answer, page, given);
  return { items, next: next === null ? [] : [{ cursor: { ...cursor, page: next }, role: 'page' }], door: 'REST API' };
}

function read<R, T>(rows: readonly R[], item: (row: R) => T): readonly [T[], number] {
  return [readRows(rows, 'rows', item), rowsGiven(rows)];
}
