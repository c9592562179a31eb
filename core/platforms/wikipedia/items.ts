import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { type HtmlTextRules, htmlToText } from '#core/platform-kit/html-text.ts';
import type { Contribution, Revision, ThreadItem } from '#core/platforms/wikipedia/wire.ts';

/** A link to a note below the page. */
const NOTE = /(?:^|\s)reference(?:\s|$)/;
/** A link to the editor of a section. */
const EDITOR = /(?:^|\s)mw-editsection(?:\s|$)/;
const TEXT_RULES: HtmlTextRules = {
  omit: (tag, { class: names = '' }) => (tag === 'sup' && NOTE.test(names)) || EDITOR.test(names),
};
const FIXED_BLANK = /\u00a0|&(?:nbsp|#160|#x0*a0);/gi;

/** Where a list of threads stands. */
interface Talk {
  readonly host: string;
  readonly title: string;
}
/** What stands above a thread item. */
interface Above {
  readonly heading: ThreadItem | null;
  readonly comment: ThreadItem | null;
}

/** All comments below the headings of a page, an answer behind what it answers. @param replies whether answers to comments are wanted */
export function commentsOf(threads: readonly ThreadItem[], talk: Talk, replies: boolean): readonly Item[] {
  return threads.flatMap((thread) => below(thread, { heading: null, comment: null }));

  /** No deeper than an answer may be nested. */
  function below(thread: ThreadItem, above: Above): Item[] {
    const isHeading = thread.type === 'heading';
    if (!isHeading && above.comment !== null && !replies) return [];
    const inner = isHeading ? { heading: thread, comment: null } : { ...above, comment: thread };
    const answers = (thread.replies ?? []).flatMap((answer) => below(answer, inner));
    return isHeading ? answers : [commentItem(thread, above, talk), ...answers];
  }
}

function commentItem(comment: ThreadItem, { heading, comment: parent }: Above, { host, title }: Talk): Item {
  return makeItem({
    id: comment.id,
    parentId: parent?.id ?? null,
    kind: parent === null ? 'comment' : 'reply',
    author: { ...authorOf(host, comment.author), name: orNull(comment.displayName) },
    text: plain(comment.html),
    createdAt: isoFromText(comment.timestamp),
    createdAtPrecision: comment.timestamp ? 'minute' : null,
    replyCount: (comment.replies ?? []).filter(({ type }) => type === 'comment').length,
    title: heading === null ? null : plain(heading.html),
    url: `https://${host}/wiki/${underscored(title)}#${comment.id}`,
    extra: { level: comment.level ?? undefined, headingId: heading?.id },
  });
}

/** How many comments the outermost headings say there are below them; null where none says so. */
export function statedTotal(threads: readonly ThreadItem[]): number | null {
  const counts = threads.flatMap(({ commentCount }) => (commentCount == null ? [] : [commentCount]));
  return counts.length === 0 ? null : counts.reduce((sum, each) => sum + each, 0);
}

/** @param title of the page, where all of the list are changes of one */
export function editItem(edit: Revision | Contribution, host: string, title: string | null): Item {
  const user = edit.userhidden ? null : edit.user;
  return makeItem({
    id: edit.revid,
    kind: 'post',
    author: { ...authorOf(host, user), id: orNull(user) === null || !edit.userid ? null : String(edit.userid) },
    text: edit.commenthidden ? null : orNull(edit.comment),
    createdAt: isoFromText(edit.timestamp),
    title: title ?? ('title' in edit ? orNull(edit.title) : null),
    url: `https://${host}/w/index.php?diff=${edit.revid}`,
    extra: {
      parentRevision: edit.parentid == null ? undefined : String(edit.parentid),
      size: edit.size ?? undefined,
      sizeDiff: ('sizediff' in edit ? edit.sizediff : null) ?? undefined,
      minor: edit.minor ?? undefined,
      tags: edit.tags ?? undefined,
    },
  });
}

function authorOf(host: string, given: string | null | undefined): Partial<Author> {
  const username = orNull(given);
  return { username, url: username === null ? null : `https://${host}/wiki/User:${underscored(username)}` };
}

function underscored(title: string): string {
  return title.replaceAll(' ', '_');
}

function plain(html: string | null | undefined): string | null {
  return orNull(htmlToText((html ?? '').replace(FIXED_BLANK, ' '), TEXT_RULES));
}
