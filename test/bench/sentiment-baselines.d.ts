/** The parts of untyped packages that the bench uses. */
declare module 'vader-sentiment' {
  export const SentimentIntensityAnalyzer: { polarity_scores(text: string): { readonly compound: number } };
}

declare module 'sentiment' {
  export default class Sentiment {
    analyze(text: string): { readonly score: number; readonly comparative: number };
  }
}
