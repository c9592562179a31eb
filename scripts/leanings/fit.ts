/** A text as it is learnt from. */
export interface Example {
  /** Its words, each once. */
  readonly keys: readonly string[];
  /** What the lexicon makes of it. */
  readonly opinion: number;
  /** 0: negative, 1: neutral, 2: positive. */
  readonly label: 0 | 1 | 2;
  /** How much its set counts. */
  readonly share: number;
  readonly set: number;
}

/** What was learnt. */
export interface Fitted {
  readonly weights: ReadonlyMap<string, number>;
  /** Of the lexicon, in the same measure. */
  readonly opinion: number;
}

const LEAST_TEXTS = 5;
const PENALTY = 20;
const ROUNDS = 250;
/** Of Adam (Kingma and Ba 2015). */
const [STEP, FIRST_DECAY, SECOND_DECAY, TINY] = [0.03, 0.9, 0.999, 1e-9];
const START = { opinion: 0.5, below: -0.7, above: 0.7 };

/** What changes from round to round: weights of words, then that of the lexicon and the two borders between the classes. */
interface Model {
  readonly parameters: Float64Array;
  readonly words: readonly string[];
}

interface Row {
  readonly places: Int32Array;
  readonly opinion: number;
  readonly label: 0 | 1 | 2;
  readonly weight: number;
}

/**
 * Ordinal regression (McCullagh 1980): one sum of what the lexicon says and a weight for each word, and two borders on it. Large weights cost.
 * The same examples give the same weights.
 */
export function fit(examples: readonly Example[]): Fitted {
  const words = frequentWords(examples);
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const rows = weighed(examples).map(({ keys, opinion, label, weight }) => ({
    places: Int32Array.from(keys.flatMap((key) => placeOf.get(key) ?? [])),
    opinion,
    label,
    weight,
  }));
  const model = { words, parameters: new Float64Array(words.length + 3) };
  model.parameters.set([START.opinion, START.below, START.above], words.length);
  const [first, second] = [new Float64Array(words.length + 3), new Float64Array(words.length + 3)];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = slopeOf(model, rows);
    for (let at = 0; at < slope.length; at += 1) {
      first[at] = FIRST_DECAY * (first[at] ?? 0) + (1 - FIRST_DECAY) * (slope[at] ?? 0);
      second[at] = SECOND_DECAY * (second[at] ?? 0) + (1 - SECOND_DECAY) * (slope[at] ?? 0) ** 2;
      const size = Math.sqrt((second[at] ?? 0) / (1 - SECOND_DECAY ** round)) + TINY;
      model.parameters[at] = (model.parameters[at] ?? 0) - (STEP * (first[at] ?? 0)) / (1 - FIRST_DECAY ** round) / size;
    }
  }
  return {
    weights: new Map(words.map((word, at) => [word, model.parameters[at] ?? 0])),
    opinion: model.parameters[words.length] ?? 0,
  };
}

function frequentWords(examples: readonly Example[]): readonly string[] {
  const texts = new Map<string, number>();
  for (const { keys } of examples) for (const key of keys) texts.set(key, (texts.get(key) ?? 0) + 1);
  return [...texts].flatMap(([word, count]) => (count >= LEAST_TEXTS ? [word] : []));
}

/** Each class of a set counts alike, and each set for its share. */
function weighed(examples: readonly Example[]): readonly (Example & { readonly weight: number })[] {
  const keyOf = ({ set, label }: Example): string => `${set} ${label}`;
  const counts = new Map<string, number>();
  for (const example of examples) counts.set(keyOf(example), (counts.get(keyOf(example)) ?? 0) + 1);
  return examples.map((example) => ({ ...example, weight: (examples.length * example.share) / 3 / (counts.get(keyOf(example)) ?? 1) }));
}

function slopeOf({ parameters, words }: Model, rows: readonly Row[]): Float64Array {
  const size = words.length;
  const slope = new Float64Array(parameters.length);
  for (const { places, opinion, label, weight } of rows) {
    let sum = (parameters[size] ?? 0) * opinion;
    for (const place of places) sum += parameters[place] ?? 0;
    const { ofSum, ofBelow, ofAbove } = pulls(sum - (parameters[size + 1] ?? 0), sum - (parameters[size + 2] ?? 0), label);
    slope[size] = (slope[size] ?? 0) + weight * ofSum * opinion;
    slope[size + 1] = (slope[size + 1] ?? 0) + weight * ofBelow;
    slope[size + 2] = (slope[size + 2] ?? 0) + weight * ofAbove;
    for (const place of places) slope[place] = (slope[place] ?? 0) + weight * ofSum;
  }
  for (let at = 0; at < size; at += 1) slope[at] = (slope[at] ?? 0) + PENALTY * (parameters[at] ?? 0);
  return slope;
}

/** How the loss of a text changes with its sum and with the borders. @param below how far the sum is above the lower border; `above`: above the upper one */
function pulls(below: number, above: number, label: 0 | 1 | 2): { ofSum: number; ofBelow: number; ofAbove: number } {
  const [notNegative, positive] = [1 / (1 + Math.exp(-below)), 1 / (1 + Math.exp(-above))];
  if (label === 0) return { ofSum: notNegative, ofBelow: -notNegative, ofAbove: 0 };
  if (label === 2) return { ofSum: positive - 1, ofBelow: 0, ofAbove: 1 - positive };
  const neutral = Math.max(TINY, notNegative - positive);
  const [lower, upper] = [(notNegative * (1 - notNegative)) / neutral, (positive * (1 - positive)) / neutral];
  return { ofSum: upper - lower, ofBelow: lower, ofAbove: -upper };
}
