import { IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { askGraph, SITE, type Voyage } from '#core/platforms/linkedin/ask.ts';
import { nextOf } from '#core/platforms/linkedin/comments.ts';
import { reactionItem, timeOf, withoutQuery } from '#core/platforms/linkedin/items.ts';
import { picturesIn } from '#core/platforms/linkedin/pictures.ts';
import { unlessGone } from '#core/platforms/linkedin/rendered.ts';
import { renderedReactions } from '#core/platforms/linkedin/rendered-thread.ts';
import { askByUrn, PER_PAGE, type ThreadCursor } from '#core/platforms/linkedin/thread.ts';
import { activityOf, actorOf, postUrl, updateOf } from '#core/platforms/linkedin/updates.ts';
import { encoded, entityOf, untold } from '#core/platforms/linkedin/voyage.ts';
import { memberSchema, reactionSchema, type WireUpdate } from '#core/platforms/linkedin/wire.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** Where the header of an update says who reposted, and its actor is the one whose post it was. */
const ACTOR = 'ACTOR_COMPONENT';

/** Who reacted to a post, and how; or who reposted it. */
export async function accountsPage(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  if (session.cookie(SITE, 'li_at') === null) throw new PlatformRefusal('LOGIN_REQUIRED');
  if (cursor.rendered !== undefined) return renderedReactions(cursor, session);
  const calls = accountsByCall(cursor, session);
  return cursor.start > 0 || cursor.list === 'shares' ? calls : unlessGone(calls, () => renderedReactions(cursor, session));
}

async function accountsByCall(cursor: ThreadCursor, session: Session): Promise<Page<ThreadCursor>> {
  const list = cursor.list === 'shares' ? 'shares' : 'likes';
  const parameter = list === 'shares' ? 'targetUrn' : 'threadUrn';
  const { urn, voyage } = await askByUrn(cursor, session, (name) =>
    askGraph(session, list, `(count:${PER_PAGE},start:${cursor.start},${parameter}:${encoded(name)})`, cursor.path),
  );
  if (cursor.start === 0 && voyage.urns.length === 0 && (voyage.total ?? 0) > 0)
    throw new IncompleteAnswer(`LinkedIn counts ${voyage.total} ${list} and shows none.`);
  const read = readRows(voyage.urns, '*elements', (each) => (list === 'shares' ? shareOf(each, voyage) : likeOf(each, voyage)));
  const found = read.filter((item) => item !== null);
  return {
    items: found,
    gaps: untold(read.length - found.length),
    next: nextOf({ ...cursor, urn }, voyage),
    total: voyage.total,
    mayRepeat: voyage.total !== null,
    door: 'web API',
  };
}

function likeOf(urn: string, voyage: Voyage): Item | null {
  const reaction = entityOf(voyage, urn, reactionSchema);
  return reaction === null ? null : reactionItem(reaction);
}

/** A repost is a post of its own where something was said with it; else the post itself under a header that names who reposted it. */
function shareOf(urn: string, voyage: Voyage): Item | null {
  const update = updateOf(urn, voyage);
  if (update === null) return null;
  const named = update.metadata?.actionsPosition === ACTOR ? null : namedIn(update, voyage);
  if (named !== null) return accountItem(named.author, named.headline, {});
  const activity = activityOf(update);
  const id = orNull(update.actor?.backendUrn ?? update.actor?.urn);
  return accountItem({ ...actorOf(update), id }, orNull(update.actor?.description?.text), {
    createdAt: timeOf(activity),
    words: orNull(update.commentary?.text?.text) ?? undefined,
    shareUrl: postUrl(update) ?? undefined,
  });
}

function namedIn({ header }: WireUpdate, voyage: Voyage): { readonly author: Partial<Author>; readonly headline: string | null } | null {
  const mentions = header?.text?.attributesV2 ?? [];
  const mention = mentions.find(
    ({ detailData }) => detailData?.['*profileFullName'] ?? detailData?.['*companyName'] ?? detailData?.['*profileMention'],
  );
  const urn =
    mention?.detailData?.['*profileFullName'] ?? mention?.detailData?.['*companyName'] ?? mention?.detailData?.['*profileMention'];
  if (!urn) return null;
  const member = entityOf(voyage, urn, memberSchema);
  const start = mention?.start ?? 0;
  const written = mention?.length ? header?.text?.text?.slice(start, start + mention.length) : null;
  const fullName = [member?.firstName, member?.lastName].filter(Boolean).join(' ');
  const own = member?.publicIdentifier ? `${SITE}/in/${member.publicIdentifier}` : withoutQuery(member?.url);
  const linked = withoutQuery(header?.navigationContext?.actionTarget ?? header?.imageNavigationContext?.actionTarget);
  return {
    author: {
      id: urn,
      name: orNull(fullName) ?? orNull(member?.name) ?? orNull(written),
      username: orNull(member?.publicIdentifier),
      url: own ?? linked,
      avatarUrl: picturesIn(header?.image)[0] ?? null,
    },
    headline: orNull(member?.headline),
  };
}

/** Known by the whole urn, as where they react: a person and a company may have the same number. */
function accountItem(
  author: Partial<Author>,
  headline: string | null,
  {
    createdAt = null,
    ...extra
  }: { readonly createdAt?: string | null; readonly words?: string | undefined; readonly shareUrl?: string | undefined },
): Item {
  const id = author.id ?? author.url ?? null;
  if (id === null) throw new PlatformChanged('included.Update.actor');
  return makeItem({ id, kind: 'share', author, text: headline, createdAt, url: author.url ?? null, extra });
}
