import { z } from 'zod';
import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { findCount } from '#core/platform-kit/numbers.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { withoutPreview } from '#core/platforms/telegram/channel.ts';
import { commentOf, MESSAGE } from '#core/platforms/telegram/message.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `before` is the oldest comment that was seen; null for the newest page. */
export type CommentsCursor = {
  readonly list: 'comments';
  readonly name: string;
  readonly post: string;
  readonly before: string | null;
};

/** What a request for older comments takes of the widget's page; it changes from page to page. */
interface Form {
  readonly api: string;
  readonly fields: Readonly<Record<'peer' | 'top_msg_id' | 'discussion_hash', string>>;
}

/** The widget: its answer as a tree, and the form in it. */
interface Widget {
  readonly page: HtmlElement;
  readonly form: Form | null;
}

const PER_PAGE = 50;
const COMMENT = `${MESSAGE}[data-post-id]`;
const HEADER = '.tgme_post_discussion_header .js-header, .tgme_post_discussion_header_wrap .js-header';
const NO_DISCUSSION = '.tme_no_messages_found';
const NOTHING_YET = /\bno comments\b|\bcomments? yet\b/i;
const OLDER = '.tme_messages_more[data-before]';
const INIT = /TWidgetAuth\.init\(\s*/;
const FORM = 'discussion form';

const initSchema = z.object({ api_url: z.url() });
const olderSchema = z.object({
  ok: z.union([z.boolean(), z.int()]).nullish(),
  comments_html: z.string().nullish(),
  comments_cnt: z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
});

/** A page of the discussion below a post: the newest comments first, the oldest first within each page. */
export async function commentsPage(cursor: CommentsCursor, session: Session): Promise<Page<CommentsCursor>> {
  if (cursor.before !== null) return olderPage({ ...cursor, before: cursor.before }, session);
  const { page, form } = await askWidget(cursor, session);
  session.forget(FORM);
  if (form !== null) await session.once(FORM, () => Promise.resolve(form));
  const header = page.first(HEADER);
  const total = header === null ? null : (findCount(header.text())?.value ?? null);
  const comments = readComments(page, cursor, form, session);
  if (comments.seen === 0) checkEmpty(page, total, header !== null && form !== null);
  return { ...comments.page, total: total ?? (header === null ? null : 0) };
}

/** The form is asked for anew where it is no longer taken: a cursor may be days old. */
async function olderPage(cursor: CommentsCursor & { readonly before: string }, session: Session): Promise<Page<CommentsCursor>> {
  for (let isSecond = false; ; isSecond = true) {
    const form = await session.once(FORM, async () => (await askWidget(cursor, session)).form);
    if (form === null) throw new PlatformChanged(`input[name=discussion_hash]`);
    const answer = await session.fetch({
      method: 'POST',
      url: form.api,
      headers: { 'x-requested-with': 'XMLHttpRequest', referer: widgetUrl(cursor) },
      form: { method: 'loadComments', ...form.fields, before_id: cursor.before },
    });
    const { ok, comments_html: html, comments_cnt: total } = answer.json(olderSchema);
    if (ok && typeof html === 'string') {
      const { page } = readComments(parseHtml(html), cursor, form, session);
      return typeof total === 'number' ? { ...page, total } : page;
    }
    if (isSecond) throw new IncompleteAnswer('Telegram did not hand out older comments.');
    session.forget(FORM);
  }
}

/** @throws PlatformRefusal NOT_FOUND, PRIVATE */
async function askWidget(cursor: CommentsCursor, session: Session): Promise<Widget> {
  const answer = await session.fetch({
    url: `https://t.me/${cursor.name}/${cursor.post}`,
    query: { embed: 1, discussion: 1, comments_limit: PER_PAGE },
  });
  const page = parseHtml(answer.text);
  if (page.first('.tgme_widget_message_error')) throw new PlatformRefusal('NOT_FOUND');
  if (!page.first(`.tgme_post_discussion, ${COMMENT}, ${NO_DISCUSSION}`)) throw withoutPreview(page);
  return { page, form: formOf(page) };
}

function widgetUrl({ name, post }: CommentsCursor): string {
  return `https://t.me/${name}/${post}?embed=1&discussion=1&comments_limit=${PER_PAGE}`;
}

function formOf(page: HtmlElement): Form | null {
  const valueOf = (name: string): string | null => page.first(`input[name="${name}"]`)?.attribute('value') ?? null;
  const [peer, root, hash] = [valueOf('peer'), valueOf('top_msg_id'), valueOf('discussion_hash')];
  if (peer === null || root === null || hash === null) return null;
  const init = page.all('script').flatMap((script) => jsonBehind(script.rawText, INIT) ?? [])[0];
  const { api_url: api } = readWire(initSchema, init, 'TWidgetAuth.init');
  return { api, fields: { peer, top_msg_id: root, discussion_hash: hash } };
}

function readComments(page: HtmlElement, cursor: CommentsCursor, form: Form | null, { options }: Session) {
  const root = form?.fields.top_msg_id ?? null;
  const rows = page.all(COMMENT);
  const items = readRows(rows, COMMENT, (row) => commentOf(row, { ...cursor, root }) ?? []).flat();
  const before = page.first(OLDER)?.attribute('data-before') || null;
  const goesOn = before !== null && (cursor.before === null || Number(before) < Number(cursor.before));
  const result: Page<CommentsCursor> = {
    items: options.replies ? items : items.filter((item) => item.parentId === null),
    next: goesOn ? [{ cursor: { ...cursor, before }, role: 'page' }] : [],
    door: 'discussion widget',
    mayRepeat: goesOn,
  };
  return { page: result, seen: rows.length };
}

/**
 * `isOpen`: a discussion is named, and takes comments.
 * @throws PlatformRefusal COMMENTS_DISABLED; IncompleteAnswer where comments are counted and none is shown
 */
function checkEmpty(page: HtmlElement, total: number | null, isOpen: boolean): void {
  const words = page.first(NO_DISCUSSION)?.text();
  if (words !== undefined && !isOpen && !NOTHING_YET.test(words)) throw new PlatformRefusal('COMMENTS_DISABLED', disabled(words));
  if (total !== null && total > 0) throw new IncompleteAnswer(`Telegram counts ${total} comments and shows none.`);
}

function disabled(words: string): string {
  return `This post has no discussion that can be read without Telegram's app${words === '' ? '' : ` ("${words}")`}.`;
}
