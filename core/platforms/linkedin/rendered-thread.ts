import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { madeUpId, tellApart } from '#core/platform-kit/hash.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { datedOf } from '#core/platforms/linkedin/public-page.ts';
import {
  commentIn,
  countedIn,
  MORE_MS,
  moreSteps,
  personIn,
  type Rendered,
  renderedAt,
  wordsIn,
} from '#core/platforms/linkedin/rendered.ts';
import type { ThreadCursor } from '#core/platforms/linkedin/thread.ts';
import type { PageAction, Session } from '#core/platform-api/session.ts';

const DOOR = 'rendered page';
const COMMENTS_READY = 'main article, main [aria-label^="Comment on"]';
const MORE = /\b(?:load|show|view|see) (?:more comments|previous replies|more replies)\b/i;
const MORE_BUTTON = `button:text-matches("${MORE.source.replaceAll('\\', '\\\\')}", "i")`;
const CLICK_MORE: PageAction = { click: MORE_BUTTON, optional: 'untilEnd', timeoutMs: MORE_MS };
const PERSON = 'a[href*="/in/"], a[href*="/company/"]';
const DIALOGS = '[role="dialog"], dialog, [aria-modal="true"]';
/** The dialog has been without a role since May 2026. The tab in it kept its label. */
const ALL_TAB = 'button[aria-label$=" All reactions"]';
const REACTION_COUNT = 'main :is(button, [role="button"], a):text-matches("^\\\\s*\\\\d[\\\\d.,]*\\\\s+reactions?\\\\s*$", "i")';
const ROW = `:is(${DIALOGS}, :has(${ALL_TAB}):not(main):not(:has(main))) a[href*="/in/"]`;
/** Rows that a dialog adds when its last one comes into view. */
const ROWS_A_STEP = 10;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/celebrate|clap/i, 'PRAISE'],
  [/support|care/i, 'EMPATHY'],
  [/love|heart/i, 'APPRECIATION'],
  [/insightful|light/i, 'INTEREST'],
  [/funny|laugh/i, 'ENTERTAINMENT'],
  [/like|thumb/i, 'LIKE'],
];
const NOT_ALL = 'The page of LinkedIn shows no more of this list, however often it is asked to.';

/** The comments that the page of a post or an article shows to people who are logged in, all that its buttons bring. */
export async function renderedComments(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  const steps = cursor.rendered ?? 0;
  const clicks = Array.from({ length: steps }, () => CLICK_MORE);
  const rendered = await renderedAt(session, cursor.path, COMMENTS_READY, clicks);
  const { page } = rendered;
  const items = commentsOn(rendered).filter(({ parentId }) => session.options.replies || parentId === null);
  const isPost = page.first('main [aria-label^="Comment on"], main button[aria-label^="React Like"]') !== null;
  if (items.length === 0 && !isPost) throw new PlatformChanged('main article');
  const total = countedIn(page, 'comment', () => true);
  const hasMore = page.all('button, [role="button"]').some((button) => MORE.test(button.text()));
  return pageWith({ cursor, items, total, hasMore, steps });
}

/** Who reacted, from the list that opens with a click on their number. */
export async function renderedReactions(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  const steps = cursor.rendered ?? 0;
  const further = Array.from({ length: steps }, (_, step): PageAction[] => [
    { reveal: `${ROW} >> nth=-1`, optional: true, timeoutMs: MORE_MS },
    { waitFor: `${ROW} >> nth=${(step + 1) * ROWS_A_STEP}`, optional: 'untilEnd', timeoutMs: MORE_MS },
  ]);
  const opening: PageAction[] = [{ click: REACTION_COUNT }, { waitFor: ROW, optional: true }];
  const { page } = await renderedAt(session, cursor.path, REACTION_COUNT, [...opening, ...further.flat()]);
  const dialog = dialogIn(page);
  if (dialog === null) throw new PlatformChanged('dialog of reactions');
  const items = reactionsIn(dialog);
  const total = countedIn(page, 'reaction', (part) => part.closest('article') === null);
  return pageWith({ cursor, items, total, hasMore: items.length < (total ?? Infinity) && items.length > 0, steps });
}

function pageWith(read: {
  readonly cursor: ThreadCursor;
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly steps: number;
}): Page<ThreadCursor> {
  const { cursor, items, total, hasMore, steps } = read;
  const further = hasMore ? moreSteps(steps) : null;
  const missing = Math.max(0, (total ?? 0) - items.length);
  const gaps: Gap[] = hasMore && further === null ? [{ cause: 'notServed', count: missing, note: NOT_ALL }] : [];
  return { items, total, gaps, next: further === null ? [] : [{ cursor: { ...cursor, rendered: further }, role: 'page' }], door: DOOR };
}

function commentsOn({ page, seenAt }: Rendered): Item[] {
  const apart = tellApart();
  let above: string | null = null;
  // The post itself may be an article of its own name, and a frame without a name may wait for what comes into it.
  const articles = page.all('article').filter((article) => {
    const urn = article.attribute('data-id');
    return urn === null ? article.first(PERSON) !== null : commentIn(article) !== null;
  });
  return readRows(articles, 'article', (article) => {
    const isOwn = (part: HtmlElement): boolean => part.closest('article')?.attribute('data-id') === article.attribute('data-id');
    const isReply = article.matches('article article');
    const number = commentIn(article);
    // What hangs on an odd one hangs on no other.
    if (!isReply) above = number;
    const { name, url } = personIn(article, isOwn);
    // Without a writer nothing tells the words of the comment from those about its writer.
    if (url === null) throw new PlatformChanged('a[href]');
    const text = wordsIn(article, isOwn);
    const id = number ?? apart(madeUpId(url, text));
    if (!isReply) above = id;
    const parentId = isReply ? above : null;
    const time = article.first('time');
    return makeItem({
      id,
      parentId,
      kind: parentId === null ? 'comment' : 'reply',
      author: { name, url },
      text,
      ...datedOf({ id: number, age: time?.text().trim() ?? null }, seenAt),
      likes: countedIn(article, 'reaction', isOwn),
    });
  });
}

function dialogIn(page: HtmlElement): HtmlElement | null {
  const named = page.all(DIALOGS).find((each) => each.first(PERSON) !== null);
  return named ?? page.first(ALL_TAB)?.closest(':has(a[href*="/in/"])') ?? null;
}

function reactionsIn(dialog: HtmlElement): Item[] {
  const rows = dialog.all('li').filter((row) => row.first(PERSON) !== null);
  const items = new Map<string, Item>();
  for (const row of rows) {
    const { name, url } = personIn(row);
    if (url === null || items.has(url)) continue;
    const pictured = row.all('img[alt]').map((picture) => picture.attribute('alt') ?? '');
    const kind = pictured.flatMap((words) => KINDS.find(([form]) => form.test(words))?.[1] ?? [])[0];
    items.set(url, makeItem({ id: url, kind: 'like', author: { name, id: url, url }, url, extra: { reactionType: kind } }));
  }
  return [...items.values()];
}
