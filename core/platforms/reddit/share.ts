import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { type Address, listingAt, threadAt, userAt } from '#core/platforms/reddit/address.ts';
import { isRedirect } from '#core/platform-api/refusal.ts';
import { askAsIs } from '#core/platforms/reddit/ask.ts';
import { cursorOf, type ListingCursor, type RedditCursor, type ShareCursor, type ThreadCursor } from '#core/platforms/reddit/cursor.ts';
import { SITE } from '#core/platforms/reddit/items.ts';
import { fetchListing } from '#core/platforms/reddit/listings.ts';
import { fetchThread } from '#core/platforms/reddit/threads.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Asks where an app's share link leads, and gives the first page of what it finds there. */
export async function fetchShare(cursor: ShareCursor, session: Session): Promise<Page<RedditCursor>> {
  const answer = await askAsIs(session, { url: `${SITE}${cursor.path}` });
  const location = isRedirect(answer.status) ? answer.headers['location'] : undefined;
  const target = location === undefined || !URL.canParse(location, SITE) ? null : targetOf(new URL(location, SITE));
  if (!target)
    throw new PlatformRefusal('NOT_FOUND', 'This share link leads nowhere. Open it in a browser and paste the address you arrive at.');
  return target.at === 'thread' ? fetchThread(target, session) : fetchListing(target, session);
}

/** What the link leads to; its own query is tracking and dropped. */
function targetOf(url: URL): ThreadCursor | ListingCursor | null {
  const address: Address = { host: url.hostname.replace(/^www\./, ''), path: url.pathname, query: new URLSearchParams() };
  const thread = threadAt(address);
  if (thread) return cursorOf('thread', thread, 'comments') as ThreadCursor;
  const listing = listingAt(address);
  if (listing) return cursorOf('listing', listing, 'posts') as ListingCursor;
  const comments = userAt(address, ['comments']);
  if (comments) return cursorOf('userComments', comments, 'comments') as ListingCursor;
  const user = userAt(address, [undefined, 'submitted']);
  return user ? (cursorOf('user', user, 'posts') as ListingCursor) : null;
}
