// The comments on a page of the Archive, and the names of those who left kudos.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { picturesIn } from '#core/platform-kit/media.ts';
import { absoluteAddress, percentEncoded } from '#core/platform-kit/web-address.ts';
import { writtenTimeOf } from '#core/platforms/ao3/written-time.ts';

export const SITE = 'https://archiveofourown.org';

const ROW = 'li.comment[id^="comment_"]';
const ROW_ID = /^comment_(\d{1,15})$/;
/** What stands in the place of replies beyond the depth of the page. */
const CUT = 'li.comment:not([id]) a[href*="/comments/"]';
const CUT_ID = /\/comments\/(\d{1,15})(?=[?#]|$)/;
const USER = /\/users\/([^/?#]{1,100})/;
/** The link to the rest of the names has an id. */
const KUDOS = '#kudos p.kudos a:not([id])';

/** The id of a comment's element; null for any other element. */
export function commentIdOf(tag: string, attributes: Readonly<Record<string, string>>): string | null {
  return tag === 'li' && hasClass(attributes, 'comment') ? (ROW_ID.exec(attributes['id'] ?? '')?.[1] ?? null) : null;
}

/** True for a list of comments: the whole, or what answers the comment before it. */
export function isThread(tag: string, attributes: Readonly<Record<string, string>>): boolean {
  return tag === 'ol' && hasClass(attributes, 'thread');
}

function hasClass(attributes: Readonly<Record<string, string>>, name: string): boolean {
  return attributes['class']?.split(/\s+/).includes(name) === true;
}

/** All comments of a page, deleted and hidden ones too. */
export function commentsIn(page: HtmlElement): readonly HtmlElement[] {
  return page.all(ROW);
}

/** The comments of which the page leaves out what is below them, in the order of the page. */
export function cutThreadsIn(page: HtmlElement): string[] {
  return page.all(CUT).flatMap((link) => CUT_ID.exec(link.attribute('href') ?? '')?.[1] ?? []);
}

/** The users who wrote the work; empty where the page does not say. */
export function makersOf(page: HtmlElement): ReadonlySet<string> {
  const inHead = page.all('h3.byline a[rel~="author"]');
  const links = inHead.length > 0 ? inHead : page.all('a[rel~="author"]');
  return new Set(links.flatMap((link) => userOf(link) ?? []));
}

/**
 * What a row says; null for one that is deleted or hidden.
 * @throws PlatformChanged for a row of another form
 */
export function commentOf(row: HtmlElement, parents: ReadonlyMap<string, string | null>, makers: ReadonlySet<string>): Item | null {
  const id = ROW_ID.exec(row.attribute('id') ?? '')?.[1];
  const byline = row.first('h4.byline');
  if (id === undefined) throw new PlatformChanged('id');
  if (byline === null) {
    if (row.first('p')?.text().startsWith('(') === true) return null;
    throw new PlatformChanged('h4.byline');
  }
  const body = row.first('blockquote');
  if (body === null) throw new PlatformChanged('blockquote');
  const classes = row.attribute('class') ?? '';
  const { createdAt, zone } = writtenTimeOf(byline.first('.posted'));
  const author = authorOf(byline);
  const parentId = parents.get(id) ?? null;
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: { ...author, avatarUrl: pictureOf(row.first('.icon img.icon')) },
    text: orNull(body.text()),
    createdAt,
    createdAtPrecision: 'minute',
    url: `${SITE}/comments/${id}`,
    media: picturesIn(body, SITE),
    isEdited: row.first('p.edited') !== null,
    isAuthorPost: makers.size === 0 ? null : author.username != null && makers.has(author.username),
    extra: {
      chapter: orNull(byline.first('.parent a')?.text()) ?? undefined,
      unreviewed: classes.split(/\s+/).includes('unreviewed') || undefined,
      timezone: zone,
    },
  });
}

/** A guest, somebody unnamed and an account that is gone have no link. */
function authorOf(byline: HtmlElement): Partial<Author> {
  const link = byline.first('a[href*="/users/"]');
  const username = link === null ? null : userOf(link);
  if (link === null || username === null)
    return { name: orNull(byline.text({ omit: (tag, { class: names }) => tag === 'span' && names !== undefined })) };
  return { name: pseudOf(link.text()), username, url: absoluteAddress(link.attribute('href'), SITE) };
}

/** "Pseud (user)" where the two differ. */
function pseudOf(words: string): string | null {
  const bracket = words.lastIndexOf(' (');
  return orNull(bracket > 0 && words.endsWith(')') ? words.slice(0, bracket) : words);
}

function userOf(link: HtmlElement): string | null {
  const name = USER.exec(link.attribute('href') ?? '')?.[1];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The site's own picture, which stands for none, is a path. */
function pictureOf(image: HtmlElement | null): string | null {
  const address = URL.parse(image?.attribute('src') ?? '');
  return address === null || !address.protocol.startsWith('http') || address.pathname.startsWith('/images/')
    ? null
    : (image?.attribute('src') ?? null);
}

/** Those who left kudos under their names, the newest first. */
export function kudosIn(page: HtmlElement): Item[] {
  return readRows(page.all(KUDOS), 'kudos', (link) => {
    const username = userOf(link);
    const name = orNull(link.text());
    if (username === null || name === null) throw new PlatformChanged('href');
    const url = absoluteAddress(`/users/${percentEncoded(username)}`, SITE);
    return makeItem({ id: username, kind: 'like', author: { name, username, url }, url });
  });
}
