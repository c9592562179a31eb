import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { LikesCount, RatingCount, rounded, SentimentCount } from '#core/analysis/statistics/number-count.ts';
import { ReplyDepth } from '#core/analysis/statistics/reply-depth.ts';
import type { StopWords } from '#core/analysis/statistics/stop-words.ts';
import { TimeCount } from '#core/analysis/statistics/time-count.ts';
import { WordCount } from '#core/analysis/statistics/words.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

/** How long the lists are. */
const TOP = { authors: 20, words: 50, emoji: 20, languages: 30, liked: 5 } as const;
const FILES: ExportStatistics['media']['files'] = { image: 0, video: 0, audio: 0, file: 0 };

interface StatisticsWish {
  /** IANA name. @see Zone */
  readonly timeZone: string;
  readonly stopWords: StopWords;
}

/**
 * Counts the items of an export as they come by: what is kept is small beside them. Any order gives the same counts.
 */
export class StatisticsCount {
  readonly #time: TimeCount;
  readonly #words: WordCount;
  readonly #ratings = new RatingCount();
  readonly #sentiment = new SentimentCount();
  readonly #likes = new LikesCount(TOP.liked);
  readonly #depth = new ReplyDepth();
  readonly #authors = new MostFrequent<Author>();
  readonly #languages = new MostFrequent<string>();
  readonly #files = { ...FILES };
  #items = 0;
  #replies = 0;
  #unknownAuthors = 0;
  #withLanguage = 0;
  #withMedia = 0;

  /** @throws RangeError for a time zone that is none */
  constructor({ timeZone, stopWords }: StatisticsWish) {
    this.#time = new TimeCount(timeZone);
    this.#words = new WordCount(stopWords);
  }

  add(items: readonly Item[]): void {
    for (const item of items) this.#addItem(item);
  }

  result(): ExportStatistics {
    return {
      items: this.#items,
      replies: this.#replies,
      time: this.#time.result(),
      ratings: this.#ratings.result(),
      sentiment: this.#sentiment.result(),
      languages: {
        count: this.#withLanguage,
        distinct: this.#languages.distinct,
        top: this.#languages.top(TOP.languages, (tag) => tag).map(({ what, count }) => ({ language: what, count })),
      },
      authors: {
        distinct: this.#authors.distinct,
        unknown: this.#unknownAuthors,
        top: this.#authors.top(TOP.authors, authorKey).map(({ what, count }) => ({ ...named(what), count })),
      },
      words: this.#words.words(TOP.words),
      emoji: this.#words.emoji(TOP.emoji),
      depth: this.#depth.result(),
      media: { count: this.#withMedia, share: this.#items === 0 ? 0 : rounded(this.#withMedia / this.#items), files: { ...this.#files } },
      likes: this.#likes.result(),
    };
  }

  #addItem(item: Item): void {
    this.#items += 1;
    if (item.kind === 'reply') this.#replies += 1;
    this.#time.add(item);
    this.#ratings.add(item);
    this.#sentiment.add(item);
    this.#likes.add(item);
    this.#depth.add(item);
    this.#addAuthor(item.author);
    if (item.media.length > 0) this.#withMedia += 1;
    for (const { type } of item.media) this.#files[type] += 1;
    const language = languageOf(item);
    if (language !== null) {
      this.#withLanguage += 1;
      const tag = textKey(language);
      if (this.#languages.count(tag, this.#items)) this.#languages.keep(tag, language);
    }
    if (item.title !== null || item.text !== null) this.#words.add(textOf(item), this.#items, language);
  }

  #addAuthor(author: Author): void {
    const who = authorKey(author);
    const key = textKey(who);
    if (who === '') this.#unknownAuthors += 1;
    else if (this.#authors.count(key, this.#items)) this.#authors.keep(key, author);
  }
}

/** The language without its region: `pt-BR` is `pt`. */
export function languageOf({ language }: Pick<Item, 'language'>): string | null {
  return language === null || language === '' ? null : (language.split(/[-_]/)[0] as string).toLowerCase();
}

/** Who wrote it, by the best that the platform says; empty where it says nothing. */
function authorKey({ id, username, url, name }: Author): string {
  return id ?? username ?? url ?? name ?? '';
}

function named({ name, username, id, url }: Author): Pick<Author, 'name' | 'username' | 'id' | 'url'> {
  return { name, username, id, url };
}

function textOf({ title, text }: Item): string {
  return title === null ? (text ?? '') : `${title}\n${text ?? ''}`;
}
