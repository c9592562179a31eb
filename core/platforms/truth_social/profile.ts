// Posts of an account: asked for by the API, and where that is shut heard while its page is scrolled.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { mostTelling } from '#core/platform-kit/most-telling.ts';
import { SITE } from '#core/platforms/truth_social/address.ts';
import { ask, TELLING } from '#core/platforms/truth_social/ask.ts';
import type { HeardCursor, PostsCursor } from '#core/platforms/truth_social/cursor.ts';
import { heardPage } from '#core/platforms/truth_social/heard.ts';
import { postItem } from '#core/platforms/truth_social/items.ts';
import { type Account, ownerSchema, statusesSchema } from '#core/platforms/truth_social/wire.ts';

const PER_PAGE = 20;
const IS_PRIVATE = 'This account is locked: Truth Social shows its posts to its followers only.';

/**
 * A page of posts, the newest first.
 * @throws CommentdockError NOT_FOUND, PRIVATE, CAPTCHA, BLOCKED, LOGIN_REQUIRED, RATE_LIMITED, PLATFORM_CHANGED, BROWSER_MISSING
 */
export async function postsPage(cursor: PostsCursor, session: Session): Promise<Page<PostsCursor | HeardCursor>> {
  const { user, below } = cursor;
  const page = `${SITE}/@${user}`;
  const asked = cursor.account === null ? await ask(session, `/api/v1/accounts/lookup?acct=${user}`, page) : null;
  if (asked !== null && 'refusals' in asked) return heardInstead(user, asked.refusals, session);
  const owner = asked?.answer.json(ownerSchema) ?? null;
  const account = cursor.account ?? owner?.id ?? '';
  const query = `limit=${PER_PAGE}&exclude_replies=${!session.options.replies}&with_muted=true${below === null ? '' : `&max_id=${below}`}`;
  const found = await ask(session, `/api/v1/accounts/${account}/statuses?${query}`, page);
  if ('refusals' in found) {
    if (owner !== null && found.refusals.some(({ code }) => code === 'BLOCKED')) expectOpen(owner);
    if (below !== null) throw mostTelling(found.refusals, TELLING);
    return heardInstead(user, found.refusals, session);
  }
  const statuses = found.answer.json(statusesSchema);
  const last = statuses.at(-1)?.id;
  if (owner !== null && rowsGiven(statuses) === 0) expectOpen(owner);
  return {
    items: readRows(statuses, '$', postItem),
    next: last === undefined ? [] : [{ cursor: { ...cursor, account, below: last }, role: 'page' }],
    ...(owner === null ? {} : { total: owner.statuses_count ?? null }),
    door: found.door,
  };
}

/** @throws PlatformRefusal PRIVATE */
function expectOpen({ locked, statuses_count: posts }: Account): void {
  if (locked === true && (posts ?? 0) > 0) throw new PlatformRefusal('PRIVATE', IS_PRIVATE);
}

/** The last door. What it fails with is told together with what the others said. */
async function heardInstead(user: string, refusals: readonly CommentdockError[], session: Session): Promise<Page<HeardCursor>> {
  const first: HeardCursor = { list: 'posts heard', of: { user }, owner: null, taken: 0, heard: 'nothing' };
  const page = await orShut(heardPage(first, session));
  if (!(page instanceof CommentdockError)) return page;
  if (page.code === 'NOT_FOUND' || page.code === 'RATE_LIMITED') throw page;
  // A page that asks for nothing says less than the doors that were asked.
  throw mostTelling(page.code === 'LOGIN_REQUIRED' && refusals.length > 0 ? refusals : [...refusals, page], TELLING);
}
