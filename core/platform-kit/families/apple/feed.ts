// The feed of customer reviews that Apple's stores have for apps, podcasts and films alike.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from '#core/platform-kit/xml.ts';
import type { Answer, PlatformRequest } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** The feed gives no more than this many pages. */
export const MOST_FEED_PAGES = 10;

export type FeedForm = 'json' | 'xml';
export type FeedOrder = 'mostrecent' | 'mosthelpful';

interface FeedPlace {
  /** The number of an app or a show. */
  readonly app: string;
  readonly country: string;
  readonly order: FeedOrder;
  readonly form: FeedForm;
  /** Counts from 1. */
  readonly page: number;
}

const AUTHOR_ID = /\/id(\d+)/;
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);

/** One review of either form. The entry of the app or show itself has no rating. */
const entrySchema = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  uri: z.string().nullish(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  updated: z.string().nullish(),
  'im:rating': wholeNumber,
  'im:version': z.string().nullish(),
  'im:voteSum': wholeNumber.nullish(),
  'im:voteCount': wholeNumber.nullish(),
  href: z.string().nullish(),
});
type Entry = z.infer<typeof entrySchema>;

const labelled = z
  .object({ label: z.string().nullish() })
  .transform(({ label }) => label)
  .nullish();
const linkSchema = z.object({ attributes: z.object({ href: z.string().nullish() }).nullish() });

const jsonEntrySchema = z.object({
  id: labelled,
  author: z.object({ name: labelled, uri: labelled }).nullish(),
  title: labelled,
  content: labelled,
  updated: labelled,
  'im:rating': labelled,
  'im:version': labelled,
  'im:voteSum': labelled,
  'im:voteCount': labelled,
  link: z.union([linkSchema, z.array(linkSchema).transform(([first]) => first)]).nullish(),
});
/** The first entry may be the app or show itself. */
const OF_APP = 'im:name';
const anyEntrySchema = z.record(z.string(), z.unknown());
const jsonFeedSchema = z.object({
  feed: z.object({ entry: z.union([z.array(anyEntrySchema), anyEntrySchema.transform((entry) => [entry])]).nullish() }),
});

export function feedRequest({ country, page, app, order, form }: FeedPlace): PlatformRequest {
  return { url: `https://itunes.apple.com/${country}/rss/customerreviews/page=${page}/id=${app}/sortby=${order}/${form}` };
}

/**
 * The reviews of a feed page, in its order.
 * @throws PlatformChanged
 */
export function readFeed(answer: Answer, { form, country }: FeedPlace): Item[] {
  const entries = form === 'json' ? jsonEntries(answer) : xmlEntries(answer);
  return readRows(entries, 'feed.entry', (entry, index) => toItem(readWire(entrySchema, entry, `feed.entry.${index}`), country));
}

function jsonEntries(answer: Answer): unknown[] {
  const entries = answer.json(jsonFeedSchema).feed.entry ?? [];
  return readRows(
    entries.filter((entry) => entry[OF_APP] === undefined),
    'feed.entry',
    (entry, index) => {
      const { author, link, ...fields } = readWire(jsonEntrySchema, entry, `feed.entry.${index}`);
      return { ...fields, name: author?.name, uri: author?.uri, href: link?.attributes?.href };
    },
  );
}

function xmlEntries(answer: Answer): unknown[] {
  const feed = parseXml(answer.text, 'feed');
  if (feed.name !== 'feed') throw new PlatformChanged('feed');
  return childrenOf(feed, 'entry')
    .filter((entry) => childrenOf(entry, OF_APP).length === 0)
    .map((entry) => {
      const author = childrenOf(entry, 'author')[0];
      return {
        id: textOf(entry, 'id')?.trim(),
        name: textOf(author, 'name'),
        uri: textOf(author, 'uri'),
        title: textOf(entry, 'title'),
        content: childrenOf(entry, 'content').find((content) => content.attributes.get('type') === 'text')?.text,
        updated: textOf(entry, 'updated'),
        ...textsOf(entry, ['im:rating', 'im:version', 'im:voteSum', 'im:voteCount']),
        href: childrenOf(entry, 'link')[0]?.attributes.get('href'),
      };
    });
}

function textsOf(element: XmlElement, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, textOf(element, name)?.trim()]));
}

function toItem(entry: Entry, country: string): Item {
  const uri = orNull(entry.uri);
  return makeItem({
    id: entry.id,
    kind: 'review',
    author: { name: orNull(entry.name), url: uri, id: AUTHOR_ID.exec(uri ?? '')?.[1] ?? null },
    title: orNull(entry.title),
    text: entry.content ?? '',
    createdAt: statedInstant(entry.updated, 'feed.entry.updated'),
    rating: entry['im:rating'],
    ratingScale: 5,
    likes: entry['im:voteSum'] ?? null,
    url: orNull(entry.href),
    extra: {
      appVersion: orNull(entry['im:version']) ?? undefined,
      voteCount: entry['im:voteCount'] ?? undefined,
      country,
    },
  });
}
