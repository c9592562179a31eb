import { type Sentiment, SENTIMENTS } from '#core/contract/sentiment.ts';

/** What a reader says and what a classifier said of the same comment. */
interface Judgement {
  readonly expected: Sentiment;
  readonly found: Sentiment;
}

/** Both from 0 to 1. */
export interface Figures {
  readonly accuracy: number;
  /** The mean of the three classes' F1, each class counting alike. `unclassified` is a miss for the class that it should have been. */
  readonly macroF1: number;
}

/** @param judgements at least one of each class */
export function figuresOf(judgements: readonly Judgement[]): Figures {
  const right = judgements.filter(({ expected, found }) => expected === found).length;
  const classes = SENTIMENTS.filter((sentiment) => sentiment !== 'unclassified');
  const f1 = classes.map((sentiment) => f1Of(sentiment, judgements));
  return { accuracy: right / judgements.length, macroF1: f1.reduce((sum, each) => sum + each, 0) / f1.length };
}

function f1Of(sentiment: Sentiment, judgements: readonly Judgement[]): number {
  const expected = judgements.filter((each) => each.expected === sentiment).length;
  const found = judgements.filter((each) => each.found === sentiment).length;
  const both = judgements.filter((each) => each.expected === sentiment && each.found === sentiment).length;
  return both === 0 ? 0 : (2 * both) / (expected + found);
}
