/** Start values and factors of two independent hashes, each over UTF-16 units. */
export const KEY_START_LOW = 0x811c9dc5;
export const KEY_START_HIGH = 0x9e3779b1;
export const KEY_FACTOR_LOW = 0x01000193;
export const KEY_FACTOR_HIGH = 0x5bd1e995;

const LOW_BITS = 2 ** 32;
const HIGH_MASK = 0x1fffff;

/** One whole number of 53 bits from the two hashes, never 0. */
export function joinedKey(low: number, high: number): number {
  const mixedLow = Math.imul(low ^ (low >>> 16), 0x85ebca6b);
  const mixedHigh = Math.imul(high ^ (high >>> 15), 0xc2b2ae35);
  return ((mixedHigh ^ (mixedHigh >>> 13)) & HIGH_MASK) * LOW_BITS + ((mixedLow ^ (mixedLow >>> 13)) >>> 0) || 1;
}

/**
 * A number that stands for a text: 53 bits, the same everywhere. Among a million texts two share one with a chance of 1 in
 * 18,000, so that tables keep numbers in place of texts.
 */
export function textKey(text: string): number {
  let low = KEY_START_LOW;
  let high = KEY_START_HIGH;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, KEY_FACTOR_LOW);
    high = Math.imul(high ^ unit, KEY_FACTOR_HIGH);
    high ^= high >>> 17;
  }
  return joinedKey(low, high);
}
