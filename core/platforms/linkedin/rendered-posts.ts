import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { madeUpId, tellApart } from '#core/platform-kit/hash.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { SITE } from '#core/platforms/linkedin/ask.ts';
import { timeOf } from '#core/platforms/linkedin/items.ts';
import { countedIn, MORE_MS, personIn, renderedAt, wordsIn } from '#core/platforms/linkedin/rendered.ts';
import type { PageAction, Session } from '#core/platform-api/session.ts';

const POST = 'div[role="article"]';
const MENU = 'button[aria-label^="Open control menu"]';
const NAMED = /^Open control menu for post by\s+(\S.{0,200})$/;
const ACTIVITY = /urn:li:activity:(\d+)/;
/** Posts that the page adds when its last one comes into view. */
const POSTS_A_STEP = 5;

/** The posts that the page of a person or a company shows after so many steps of scrolling. @throws PlatformChanged where it shows none */
export async function renderedPosts(path: string, steps: number, session: Session): Promise<readonly Item[]> {
  const further = Array.from({ length: steps }, (_, step): PageAction[] => [
    { reveal: `${POST} >> nth=-1`, optional: true, timeoutMs: MORE_MS },
    { waitFor: `${POST} >> nth=${(step + 1) * POSTS_A_STEP}`, optional: 'untilEnd', timeoutMs: MORE_MS },
  ]);
  const { page } = await renderedAt(session, path, `${POST} ${MENU}`, further.flat());
  const apart = tellApart();
  const posts = page.all(POST).filter((post) => post.first(MENU) !== null);
  if (posts.length === 0) throw new PlatformChanged(POST);
  return posts.map((post) => postOf(post, (id) => apart(id)));
}

function postOf(post: HtmlElement, apart: (id: string) => string): Item {
  const isOwn = (part: HtmlElement): boolean => part.closest('article') === null;
  const person = personIn(post);
  const name = NAMED.exec(post.first(MENU)?.attribute('aria-label')?.trim() ?? '')?.[1] ?? person.name;
  const text = wordsIn(post, isOwn);
  const named = [post, ...post.all('[data-urn]')].map((part) => ACTIVITY.exec(part.attribute('data-urn') ?? '')?.[1]);
  const activity = named.find((id) => id !== undefined) ?? null;
  return makeItem({
    id: activity ?? apart(madeUpId(person.url ?? name, text)),
    kind: 'post',
    author: { name, url: person.url },
    text,
    createdAt: timeOf(activity),
    likes: countedIn(post, 'reaction', isOwn),
    replyCount: countedIn(post, 'comment', isOwn),
    url: activity === null ? null : `${SITE}/feed/update/urn:li:activity:${activity}`,
    extra: { shares: countedIn(post, 'repost', isOwn) ?? undefined },
  });
}
