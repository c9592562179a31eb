import type { ModelManifest } from '#core/analysis/neural/manifest.ts';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';

type Label = ModelManifest['labels'][number];

/**
 * What the numbers that a model gives for its labels say: the class that is likeliest in all, and how much likelier praise is than blame.
 * @throws Error where they are not one finite number for each label
 */
export function verdictOf(logits: ArrayLike<number>, labels: readonly Label[]): SentimentVerdict {
  const numbers = Array.from(logits);
  if (numbers.length !== labels.length) throw new Error(`it gave ${numbers.length} numbers for ${labels.length} labels`);
  if (!numbers.every(Number.isFinite)) throw new Error('it gave what is no number');
  const highest = Math.max(...numbers);
  const weights = numbers.map((each) => Math.exp(each - highest));
  const whole = weights.reduce((sum, each) => sum + each, 0);
  const shareOf = (wanted: Label): number => weights.reduce((sum, each, at) => sum + (labels[at] === wanted ? each : 0), 0) / whole;
  const [negative, neutral, positive] = [shareOf('negative'), shareOf('neutral'), shareOf('positive')];
  // Adding nothing turns a negative zero into one without a sign.
  const score = Math.round((positive - negative) * 1_000) / 1_000 + 0;
  if (score > 0 && positive > neutral) return { sentiment: 'positive', score };
  return { sentiment: score < 0 && negative > neutral ? 'negative' : 'neutral', score };
}
