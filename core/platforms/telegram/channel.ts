import { PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { MESSAGE, postOf } from '#core/platforms/telegram/message.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `before` is the smallest number that was seen; null for the newest page. */
export type ChannelCursor = { readonly list: 'channel'; readonly name: string; readonly before: number | null };

const LANDING = '.tgme_page';
const NOTHING_FOUND = '.tme_no_messages_found';
const THROTTLED = 'Telegram shows no posts at all, as it does after many quick requests. Wait some minutes, then retry.';

/** A page of a channel's web preview: the oldest post comes first in it, and last in the export. */
export async function channelPage({ list, name, before }: ChannelCursor, session: Session): Promise<Page<ChannelCursor>> {
  const answer = await session.fetch({ url: `https://t.me/s/${name}`, query: { before: before ?? undefined } });
  const page = parseHtml(answer.text);
  const messages = page.all(MESSAGE);
  if (!isPreview(answer, page)) throw withoutPreview(page);
  if (messages.length === 0) return emptyPage(page, before);
  const oldest = Math.min(...readRows(messages, MESSAGE, numberOf));
  const goesOn = page.first('.tme_messages_more[data-before]') !== null && oldest > 1 && (before === null || oldest < before);
  return {
    items: readRows(messages, MESSAGE, (message) => postOf(message, name) ?? [])
      .flat()
      .toReversed(),
    next: goesOn ? [{ cursor: { list, name, before: oldest }, role: 'page' }] : [],
    dateOrder: 'newestFirst',
    door: 'web preview',
    mayRepeat: goesOn,
  };
}

/** The address that answered lost its `/s/` where there is no preview. */
function isPreview(answer: Answer, page: HtmlElement): boolean {
  return /^\/s\//i.test(new URL(answer.url).pathname) && page.first(`${MESSAGE}, ${NOTHING_FOUND}, .tgme_channel_info`) !== null;
}

/** Why there is no preview, by the page that stands in its stead. */
export function withoutPreview(page: HtmlElement): Error {
  if (page.first('.tgme_page_title'))
    return new PlatformRefusal(
      'PRIVATE',
      'This is a group, a person, a bot, or a channel that shows no web preview. Telegram gives its messages to its members only.',
    );
  return page.first(LANDING) ? new PlatformRefusal('NOT_FOUND') : new PlatformChanged(LANDING);
}

/** @throws ThrottledFailure where a whole channel is said to be empty */
function emptyPage(page: HtmlElement, before: number | null): Page<ChannelCursor> {
  const saysNothingFound = page.first(NOTHING_FOUND) !== null;
  if (before === null && saysNothingFound) throw new ThrottledFailure(THROTTLED);
  const gap: Gap = {
    cause: 'notServed',
    count: 0,
    note: `Telegram shows no posts before number ${before}. There may be some: it says the same after many quick requests.`,
  };
  return { items: [], gaps: saysNothingFound ? [gap] : [], door: 'web preview' };
}

function numberOf(message: HtmlElement): number {
  const id = Number(message.attribute('data-post')?.split('/').at(-1));
  if (!Number.isInteger(id)) throw new PlatformChanged(`${MESSAGE}[data-post]`);
  return id;
}
