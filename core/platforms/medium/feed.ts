// The feed that every person has: open to all, and short. The door for stories where the others are shut.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '#core/platform-kit/xml.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export const FEED_DOOR = 'feed';
const STORY_ID = /\/p\/([0-9a-f]{8,12})$/;
/** A picture of one point that counts readers. */
const COUNTER = '/_/stat?';

/** The newest stories of a person, ten at most. @throws CommentdockError NOT_FOUND and what the session throws */
export async function feedOf(user: string, session: Session): Promise<readonly Item[]> {
  const { text } = await session.fetch({ url: `https://medium.com/feed/@${percentEncoded(user)}` });
  const [channel] = childrenOf(parseXml(text, 'rss'), 'channel');
  if (channel === undefined) throw new PlatformChanged('rss.channel');
  return readRows(childrenOf(channel, 'item'), 'rss.channel.item', (entry) => storyOf(entry, user, 'item'));
}

function storyOf(entry: XmlElement, user: string, at: string): Item {
  const id = STORY_ID.exec(textOf(entry, 'guid')?.trim() ?? '')?.[1];
  if (id === undefined) throw new PlatformChanged(`${at}.guid`);
  const content = textOf(entry, 'content:encoded') ?? textOf(entry, 'description') ?? '';
  const pictures = parseHtml(content)
    .all('img')
    .map((image) => image.attribute('src'))
    .filter((address) => address?.includes(COUNTER) !== true);
  const tags = childrenOf(entry, 'category').flatMap(({ text }) => orNull(text)?.trim() ?? []);
  return makeItem({
    id,
    kind: 'post',
    author: { name: orNull(textOf(entry, 'dc:creator')?.trim()), username: user, url: `https://medium.com/@${user}` },
    title: orNull(textOf(entry, 'title')),
    text: orNull(htmlToText(content)),
    createdAt: statedInstant(textOf(entry, 'pubDate'), `${at}.pubDate`),
    url: orNull(textOf(entry, 'link')?.trim().split('?')[0]),
    media: mediaOf(pictures),
    extra: { tags: tags.length === 0 ? undefined : tags },
  });
}
