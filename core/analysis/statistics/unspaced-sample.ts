import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { leans, type Side, tellingOf, ToneContrast } from '#core/analysis/statistics/tone-contrast.ts';
import type { StopWords } from '#core/analysis/statistics/stop-words.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

/** Cutting a text by a dictionary takes a hundred times as long as looking for blanks: so many texts are cut at most. */
const MOST_TEXTS = 10_000;
/** And of each so many UTF-16 units. */
const MOST_UNITS = 400;
const SHORTEST_WORD = 2;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of texts in scripts without blanks: of all texts, or of an even sample where they are too many. */
export class UnspacedSample {
  readonly #stopWords: StopWords;
  readonly #texts: { readonly text: string; readonly sentiment: Sentiment | null }[] = [];
  #seen = 0;
  #random = 1;

  constructor(stopWords: StopWords) {
    this.#stopWords = stopWords;
  }

  /** `runs`: what one item has in such scripts. */
  add(runs: readonly string[], sentiment: Sentiment | null): void {
    this.#seen += 1;
    const place = this.#texts.length < MOST_TEXTS ? this.#texts.length : this.#placeInSample();
    if (place < MOST_TEXTS) this.#texts[place] = { text: runs.join('\n').slice(0, MOST_UNITS), sentiment };
  }

  words({ words: size, telling }: Readonly<Record<'words' | 'telling', number>>): ExportStatistics['words'] {
    const words = new MostFrequent<string>();
    const tones = new ToneContrast();
    const segmenters = { ja: wordSegmenter('ja'), zh: wordSegmenter('zh') };
    for (const [index, { text, sentiment }] of this.#texts.entries()) {
      for (const { segment, isWordLike } of segmenters[KANA.test(text) ? 'ja' : 'zh'].segment(text)) {
        if (isWordLike !== true || segment.length < SHORTEST_WORD) continue;
        const key = textKey(segment);
        if (this.#stopWords.languagesOf(key) !== 0) continue;
        if (leans(sentiment)) tones.count(key, index + 1, sentiment);
        if (words.count(key, index + 1)) words.keep(key, segment);
      }
    }
    const isSample = this.#seen > MOST_TEXTS;
    const factor = isSample ? this.#seen / MOST_TEXTS : 1;
    const times = (count: number): number => Math.round(count * factor);
    const told = tellingOf(tones, words, telling);
    const side = (name: Side): ExportStatistics['words']['positive'] =>
      told[name].map(({ what, positive, negative, z }) => ({
        word: what,
        positive: times(positive),
        negative: times(negative),
        z,
        estimated: isSample,
      }));
    return {
      distinct: words.distinct,
      top: words.top(size, (word) => word).map(({ what, count }) => ({ word: what, count: times(count), estimated: isSample })),
      positive: side('positive'),
      negative: side('negative'),
    };
  }

  /** Each text seen so far is in the sample with the same chance. The same texts give the same sample. */
  #placeInSample(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * this.#seen);
  }
}

function wordSegmenter(language: string): Intl.Segmenter {
  return new Intl.Segmenter(language, { granularity: 'word' });
}
