import type { Candidate, MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { TallyTable } from '#core/analysis/statistics/tally-table.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';

/** What comes in fewer rows of a class tells nothing of it. */
const FEWEST_ROWS = 5;
/** Beyond chance, at 95%. */
const LEAST_Z = 1.96;
/** The prior weighs as much as this share of the words of both classes, and as so many words at most. */
const PRIOR_SHARE = 0.1;
const MOST_PRIOR_WORDS = 500;

const SIDES = ['positive', 'negative'] as const;
export type Side = (typeof SIDES)[number];

/** Whether a row is of one of the classes that are held against each other. */
export function leans(sentiment: Sentiment | null): sentiment is Side {
  return sentiment === 'positive' || sentiment === 'negative';
}

/** What stands out in the rows of one class, against those of the other. */
interface Telling<T> {
  readonly what: T;
  /** Rows of each class that have it. */
  readonly positive: number;
  readonly negative: number;
  /** By how many standard deviations it leans to its class. */
  readonly z: number;
}

/** What leans to either class, what leans most first. */
type TellingBySide<T> = Readonly<Record<Side, readonly Telling<T>[]>>;

/**
 * Which words stand out in positive rows, and which in negative ones. Shares of rare words are chance, and those of common ones lean little: so words
 * are ranked by their log-odds ratio under an informative Dirichlet prior, which is how often they come in all rows, in standard deviations
 * (B. L. Monroe, M. P. Colaresi, K. M. Quinn, "Fightin' Words", Political Analysis 16(4), 2008, equations 16, 18, 22). A word counts once in a row. Kept
 * are two numbers for each word of judged rows, and no text.
 */
export class ToneContrast {
  readonly #tallies: Readonly<Record<Side, TallyTable>> = { positive: new TallyTable(), negative: new TallyTable() };
  readonly #totals: Record<Side, number> = { positive: 0, negative: 0 };

  /** Counts `key` once in each round, which is of rows of this class. */
  count(key: number, round: number, side: Side): void {
    if (this.#tallies[side].addOnce(key, round) > 0) this.#totals[side] += 1;
  }

  /**
   * Of the candidates those that lean to a class.
   * @param total what all words of all rows add up to, those that are no candidates too
   * @param rank by which ties go
   */
  telling<T>(
    candidates: readonly Candidate<T>[],
    { total, size, rank }: { readonly total: number; readonly size: number; rank(what: T): string },
  ): TellingBySide<T> {
    const { positive: inPositive, negative: inNegative } = this.#totals;
    if (inPositive === 0 || inNegative === 0) return { positive: [], negative: [] };
    const priorWords = Math.min(MOST_PRIOR_WORDS, (inPositive + inNegative) * PRIOR_SHARE);
    const leaning = candidates.map(({ key, what, count }) => {
      const [positive, negative] = [this.#tallies.positive.get(key), this.#tallies.negative.get(key)];
      const prior = (priorWords * count) / total;
      const odds = (rows: number, all: number): number => Math.log((rows + prior) / (all + priorWords - rows - prior));
      const spread = Math.sqrt(1 / (positive + prior) + 1 / (negative + prior));
      return { what, positive, negative, z: (odds(positive, inPositive) - odds(negative, inNegative)) / spread };
    });
    const byRank = (a: Telling<T>, b: Telling<T>): number => (rank(a.what) < rank(b.what) ? -1 : 1);
    const of = (side: Side, sign: 1 | -1): readonly Telling<T>[] =>
      leaning
        .filter((one) => one[side] >= FEWEST_ROWS && one.z * sign >= LEAST_Z)
        .map((one) => ({ ...one, z: one.z * sign }))
        .toSorted((a, b) => b.z - a.z || byRank(a, b))
        .slice(0, size);
    return { positive: of('positive', 1), negative: of('negative', -1) };
  }
}

/** What stands out among the most frequent, rounded as it is told. */
export function tellingOf(tones: ToneContrast, counted: MostFrequent<string>, size: number): TellingBySide<string> {
  const { positive, negative } = tones.telling(counted.candidates(), { total: counted.total, size, rank: (word) => word });
  const told = (all: readonly Telling<string>[]) => all.map(({ z, ...rest }) => ({ ...rest, z: Math.round(z * 100) / 100 }));
  return { positive: told(positive), negative: told(negative) };
}
