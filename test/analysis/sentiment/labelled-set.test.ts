import Comparison from 'sentiment';
import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { describe, expect, it } from 'vitest';
import { openBuiltInAnalyzer } from '#core/analysis/sentiment/analyzer.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import { type Part, readLabelled } from '#test/analysis/sentiment/labelled-set.ts';
import { figuresOf } from '#test/bench/sentiment-figures.ts';

const analyzer = openBuiltInAnalyzer();

/** Macro-F1 on one part of a language's comments. */
function macroF1(language: string, of: Part, classify: (text: string) => Sentiment): number {
  const comments = readLabelled(language).filter(({ part }) => part === of);
  return figuresOf(comments.map(({ text, sentiment }) => ({ expected: sentiment, found: classify(text) }))).macroF1;
}

function bySign(score: number, threshold: number): Sentiment {
  if (score >= threshold) return 'positive';
  return score <= -threshold ? 'negative' : 'neutral';
}

describe.each(analyzer.languages)('the labelled comments in %s', (language) => {
  const comments = readLabelled(language);

  it('are 200 or more, balanced in every part, and none twice', () => {
    expect(comments.length).toBeGreaterThanOrEqual(200);
    for (const part of ['development', 'held-out', 'fresh']) {
      const counts = ['positive', 'negative', 'neutral'].map(
        (label) => comments.filter((each) => each.part === part && each.sentiment === label).length,
      );
      expect(new Set(counts).size).toBe(1);
    }
    expect(new Set(comments.map(({ text }) => text.toLowerCase())).size).toBe(comments.length);
  });

  it('are told apart well enough', () => {
    const classify = (text: string) => analyzer.classify(text, language).sentiment;
    expect(macroF1(language, 'held-out', classify)).toBeGreaterThan(0.8);
    // What it reaches, not what is asked of it: docs/sentiment.md says where it falls short.
    expect(macroF1(language, 'fresh', classify)).toBeGreaterThan(0.4);
  });
});

it.each(['held-out', 'fresh'] as const)('English is at least 8 points ahead of the packages it is compared with: %s', (part) => {
  const comparison = new Comparison();
  const ours = macroF1('en', part, (text) => analyzer.classify(text, 'en').sentiment);
  const vader = macroF1('en', part, (text) => bySign(SentimentIntensityAnalyzer.polarity_scores(text).compound, 0.05));
  const sentiment = macroF1('en', part, (text) => bySign(comparison.analyze(text).score, 1));
  expect(ours).toBeGreaterThan(Math.max(vader, sentiment) + 0.08);
});

describe('the figures', () => {
  it('are means over the three classes', () => {
    const judgements = [
      { expected: 'positive', found: 'positive' },
      { expected: 'positive', found: 'unclassified' },
      { expected: 'negative', found: 'negative' },
      { expected: 'neutral', found: 'negative' },
    ] as const;
    const { accuracy, macroF1 } = figuresOf(judgements);
    expect(accuracy).toBe(0.5);
    expect(macroF1).toBeCloseTo((2 / 3 + 2 / 3 + 0) / 3);
  });
});
