// The posts on a page of itch.io.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { picturesIn } from '#core/platform-kit/media.ts';
import { parentsOf } from '#core/platform-kit/reply-outline.ts';
import { absoluteAddress, withScheme } from '#core/platform-kit/web-address.ts';
import { idSchema, readJson, readWire } from '#core/platform-kit/wire.ts';

export const SITE = 'https://itch.io';

/** A link to what a page leaves out of a thread. `under`: the post that it answers. */
export interface Cut {
  readonly url: string;
  readonly under: string | null;
}

const ROW = '.community_post[id^="post-"]';
const ROW_ID = /^post-(\d{1,15})$/;
const MORE = '.view_more_replies';
/** Stands among the posts for the place of such a link. */
const MORE_ID = 'more ';
const PICTURE = /url\(\s{0,9}["']?([^"')]{1,2000})/;
const PLAYER = /\bsrc="([^"]{1,2000})"/;
const EMBED = '[data-embed_code], iframe[src]';
const NO_TEXT = new Set(['button', 'iframe']);

const dataSchema = z.object({ user_id: idSchema.nullish() });

/** All posts of a page, deleted ones too. */
export function postsIn(page: HtmlElement): readonly HtmlElement[] {
  return page.all(ROW);
}

/** Which post each post of the page answers, and its links to more, by their number on the page. */
export function outlineOf(page: HtmlElement): ReadonlyMap<string, string | null> {
  let links = 0;
  return parentsOf(page, {
    row: (_tag, attributes) => {
      const names = attributes['class']?.split(/\s+/) ?? [];
      if (names.includes('view_more_replies')) {
        links += 1;
        return `${MORE_ID}${links}`;
      }
      return names.includes('community_post') ? (ROW_ID.exec(attributes['id'] ?? '')?.[1] ?? null) : null;
    },
    list: (_tag, attributes) => attributes['class']?.split(/\s+/).includes('community_post_replies') === true,
  });
}

/** The links to more of a thread, in the order of the page. */
export function cutsIn(page: HtmlElement, parents: ReadonlyMap<string, string | null>, base: string): Cut[] {
  return page.all(MORE).flatMap((element, index) => {
    const url = absoluteAddress(element.first('a')?.attribute('href'), base);
    return url === null ? [] : [{ url: url.split('#', 1)[0] ?? url, under: parents.get(`${MORE_ID}${index + 1}`) ?? null }];
  });
}

/** The number of the creator whose page it is; null where it does not say. */
export function creatorOf(page: HtmlElement): string | null {
  return orNull(page.first('.follow_user_btn[data-user_id]')?.attribute('data-user_id'));
}

/**
 * What a post says; null for one that is deleted.
 * @throws PlatformChanged for a row of another form
 */
export function postOf(row: HtmlElement, parents: ReadonlyMap<string, string | null>, creator: string | null): Item | null {
  const id = ROW_ID.exec(row.attribute('id') ?? '')?.[1];
  if (id === undefined) throw new PlatformChanged('id');
  if (row.matches('.is_deleted')) return null;
  const body = row.first('.post_body');
  if (body === null) throw new PlatformChanged('.post_body');
  const written = row.first('.post_date')?.attribute('title')?.trim().replace(' ', 'T') ?? '';
  const writer = row.first('.post_author a');
  const url = absoluteAddress(writer?.attribute('href'), SITE);
  const stated = row.attribute('data-post');
  const number = stated === null ? null : (readWire(dataSchema, readJson(stated, 'data-post'), 'data-post').user_id ?? null);
  const parentId = parents.get(id) ?? null;
  const embeds = playersIn(body);
  const createdAt = statedInstant(written, '.post_date');
  if (createdAt === null) throw new PlatformChanged('.post_date');
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: {
      name: orNull(writer?.text()),
      username: orNull(/\/([^/]+)\/?$/.exec(URL.parse(url ?? '')?.pathname ?? '')?.[1]),
      id: number,
      url,
      avatarUrl: pictureOf(row),
    },
    text: orNull(body.text({ omit: (tag) => NO_TEXT.has(tag) }).replaceAll('\u{a0}', ' ')),
    createdAt,
    likes: votesIn(row, '.upvotes'),
    dislikes: votesIn(row, '.downvotes'),
    url: `${SITE}/post/${id}`,
    media: picturesIn(body, SITE),
    isEdited: row.first('.edit_message') !== null,
    isAuthorPost: number === null || creator === null ? null : number === creator,
    extra: { embeds: embeds.length > 0 ? embeds : undefined },
  });
}

/** The site's own pictures, which stand for none, are paths. */
function pictureOf(row: HtmlElement): string | null {
  const address = PICTURE.exec(row.first('.post_avatar')?.attribute('style') ?? '')?.[1]?.trim() ?? '';
  return address.startsWith('http') ? address : null;
}

/** "(+3)"; nothing where nobody voted. */
function votesIn(row: HtmlElement, selector: string): number {
  return Number(/\d{1,9}/.exec(row.first(selector)?.text() ?? '')?.[0] ?? 0);
}

/** Addresses of players, of which the page shows a button at first. */
function playersIn(body: HtmlElement): string[] {
  return body.all(EMBED).flatMap((element) => {
    const address = element.attribute('src') ?? PLAYER.exec(element.attribute('data-embed_code') ?? '')?.[1];
    return withScheme(address) ?? [];
  });
}
