import type { Item } from '#core/contract/item.ts';
import { type Sentiment, SENTIMENTS } from '#core/contract/sentiment.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

const FIRST_CAPACITY = 1_024;
/** Ratings of more different values than this are counted by whole numbers. */
const MOST_RATINGS = 101;
const NINE_TENTHS = 0.9;

/** Likes of all items: eight bytes each, for the median. */
export class LikesCount {
  readonly #size: number;
  #values = new Float64Array(FIRST_CAPACITY);
  #count = 0;
  #total = 0;
  #most: Item[] = [];

  /** `size`: how many of the most liked items are told. */
  constructor(size: number) {
    this.#size = size;
  }

  add(item: Item): void {
    const { likes } = item;
    if (likes === null) return;
    if (this.#count === this.#values.length) this.#grow();
    this.#values[this.#count] = likes;
    this.#count += 1;
    this.#total += likes;
    if (likes > 0 && (this.#most.length < this.#size || likes > (this.#most.at(-1)?.likes ?? 0))) {
      this.#most = [...this.#most, item].toSorted((a, b) => (b.likes ?? 0) - (a.likes ?? 0)).slice(0, this.#size);
    }
  }

  result(): ExportStatistics['likes'] {
    const sorted = this.#values.slice(0, this.#count).sort();
    const at = (place: number): number => sorted[place] as number;
    const middle = this.#count >> 1;
    const isThere = this.#count > 0;
    return {
      count: this.#count,
      total: this.#total,
      average: isThere ? rounded(this.#total / this.#count) : null,
      median: isThere ? (this.#count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2) : null,
      p90: isThere ? at(Math.ceil(this.#count * NINE_TENTHS) - 1) : null,
      most: this.#most.map(({ id, author, text, url, likes }) => ({
        id,
        username: author.username,
        name: author.name,
        text,
        permalink: url,
        likes: likes ?? 0,
      })),
    };
  }

  #grow(): void {
    const values = new Float64Array(this.#values.length * 2);
    values.set(this.#values);
    this.#values = values;
  }
}

/** How often each rating was given. */
export class RatingCount {
  #counts = new Map<string, { readonly rating: number; readonly scale: number | null; count: number }>();
  readonly #scales = new Set<number | null>();
  #count = 0;
  #sum = 0;
  #areWhole = false;

  add({ rating, ratingScale }: Pick<Item, 'rating' | 'ratingScale'>): void {
    if (rating === null) return;
    this.#count += 1;
    this.#sum += rating;
    this.#scales.add(ratingScale);
    this.#increase(rating, ratingScale, 1);
    if (!this.#areWhole && this.#counts.size > MOST_RATINGS) this.#makeWhole();
  }

  result(): ExportStatistics['ratings'] {
    const counts = [...this.#counts.values()].toSorted((a, b) => (a.scale ?? 0) - (b.scale ?? 0) || a.rating - b.rating);
    return { count: this.#count, average: this.#scales.size === 1 ? rounded(this.#sum / this.#count) : null, counts };
  }

  #increase(given: number, scale: number | null, by: number): void {
    const rating = this.#areWhole ? Math.round(given) : given;
    const key = `${rating}/${scale}`;
    const entry = this.#counts.get(key);
    if (entry === undefined) this.#counts.set(key, { rating, scale, count: by });
    else entry.count += by;
  }

  #makeWhole(): void {
    const fine = this.#counts;
    this.#areWhole = true;
    this.#counts = new Map();
    for (const { rating, scale, count } of fine.values()) this.#increase(rating, scale, count);
  }
}

/** Classes that an analysis gave the items. */
export class SentimentCount {
  readonly #counts: Record<Sentiment, number> = { positive: 0, negative: 0, neutral: 0, unclassified: 0 };
  #scores = 0;
  #sum = 0;

  add({ sentiment, score }: SaidOfItem): void {
    if (sentiment !== null) this.#counts[sentiment] += 1;
    if (score === null) return;
    this.#scores += 1;
    this.#sum += score;
  }

  result(): ExportStatistics['sentiment'] {
    const count = SENTIMENTS.reduce((sum, name) => sum + this.#counts[name], 0);
    return { count, ...this.#counts, average_score: this.#scores === 0 ? null : rounded(this.#sum / this.#scores) };
  }
}

/** What an analysis said of an item; null where it said nothing. */
interface SaidOfItem {
  readonly sentiment: Sentiment | null;
  /** From -1 to 1. */
  readonly score: number | null;
}

/** Reads what an analysis left on an item. */
export function sentimentOf({ extra }: Pick<Item, 'extra'>): SaidOfItem {
  const { sentiment, sentimentScore } = extra;
  const known = SENTIMENTS.find((name) => name === sentiment) ?? null;
  return { sentiment: known, score: typeof sentimentScore === 'number' ? sentimentScore : null };
}

/** Four places say enough, and read well. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
