import { accountKey, AnswerCount, authorKey } from '#core/analysis/statistics/answer-count.ts';
import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { LikesCount, RatingCount, rounded, SentimentCount, sentimentOf } from '#core/analysis/statistics/number-count.ts';
import { ReplyDepth } from '#core/analysis/statistics/reply-depth.ts';
import type { StopWords } from '#core/analysis/statistics/stop-words.ts';
import { TimeCount } from '#core/analysis/statistics/time-count.ts';
import { WordCount } from '#core/analysis/statistics/words.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Author, Item } from '#core/contract/item.ts';
import { type ExportStatistics, TIME_BUCKETS, type TimeBucket } from '#core/contract/statistics.ts';

/** How long the lists are. */
const TOP = { authors: 20, words: 50, emoji: 20, telling: 20, languages: 30, liked: 5 } as const;
const FILES: ExportStatistics['media']['files'] = { image: 0, video: 0, audio: 0, file: 0 };

interface StatisticsWish {
  /** IANA name. @see Zone */
  readonly timeZone: string;
  readonly stopWords: StopWords;
  /** Nothing over time is counted in finer ones; left out: as fine as dates and range are. */
  readonly bucket?: TimeBucket | null;
}

/**
 * Counts the items of an export as they come by, page by page: what is kept is small beside them. Any order gives the same counts. Some few
 * pages are looked at once more, for names: those of `pagesToLearn`.
 */
export class StatisticsCount {
  readonly #time: TimeCount;
  readonly #words: WordCount;
  readonly #ratings = new RatingCount();
  readonly #sentiment = new SentimentCount();
  readonly #likes = new LikesCount(TOP.liked);
  readonly #answers = new AnswerCount();
  readonly #depth = new ReplyDepth(this.#answers);
  readonly #authors = new MostFrequent<Author>();
  readonly #languages = new MostFrequent<string>();
  readonly #files = { ...FILES };
  #items = 0;
  #replies = 0;
  #unknownAuthors = 0;
  #withLanguage = 0;
  #withMedia = 0;

  /** @throws RangeError for a time zone that is none */
  constructor({ timeZone, stopWords, bucket }: StatisticsWish) {
    this.#time = new TimeCount(timeZone, bucket ?? TIME_BUCKETS[0]);
    this.#words = new WordCount(stopWords);
  }

  /** The items of the next page. */
  add(items: readonly Item[]): void {
    this.#answers.beginPage();
    for (const item of items) this.#addItem(item);
  }

  /** After the last page: those that `learn` is to be given, by their place among all, from 0 on. */
  pagesToLearn(): readonly number[] {
    this.#depth.settle();
    return this.#answers.pagesToLearn();
  }

  learn(items: readonly Item[]): void {
    this.#answers.learn(items);
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
      words: this.#words.words(TOP),
      emoji: this.#words.emoji(TOP),
      depth: this.#depth.result(),
      answered: this.#answers.result(),
      media: { count: this.#withMedia, share: this.#items === 0 ? 0 : rounded(this.#withMedia / this.#items), files: { ...this.#files } },
      likes: this.#likes.result(),
    };
  }

  #addItem(item: Item): void {
    this.#items += 1;
    if (item.kind === 'reply') this.#replies += 1;
    const said = sentimentOf(item);
    const account = accountKey(item.author);
    this.#time.add(item, said.sentiment);
    this.#ratings.add(item);
    this.#sentiment.add(said);
    this.#likes.add(item);
    this.#depth.add(item, this.#answers.numberOf(account));
    if (account === null) this.#unknownAuthors += 1;
    else if (this.#authors.count(account, this.#items)) this.#authors.keep(account, item.author);
    if (item.media.length > 0) this.#withMedia += 1;
    for (const { type } of item.media) this.#files[type] += 1;
    const language = languageOf(item);
    if (language !== null) {
      this.#withLanguage += 1;
      const tag = textKey(language);
      if (this.#languages.count(tag, this.#items)) this.#languages.keep(tag, language);
    }
    if (item.title !== null || item.text !== null)
      this.#words.add(textOf(item), { item: this.#items, language, sentiment: said.sentiment });
  }
}

/** The language without its region: `pt-BR` is `pt`. */
export function languageOf({ language }: Pick<Item, 'language'>): string | null {
  return language === null || language === '' ? null : (language.split(/[-_]/)[0] as string).toLowerCase();
}

function named({ name, username, id, url }: Author): Pick<Author, 'name' | 'username' | 'id' | 'url'> {
  return { name, username, id, url };
}

function textOf({ title, text }: Item): string {
  return title === null ? (text ?? '') : `${title}\n${text ?? ''}`;
}
