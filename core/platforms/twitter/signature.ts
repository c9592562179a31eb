// The header by which X's own page signs its requests. Its ingredients stand in the page: a key, four drawings of the loading
// animation, and a script that says which of their numbers count. Worked out in public by others (antibot.blog, 2025).

/** The value of `x-client-transaction-id` for one request. */
export type Signer = (method: string, path: string) => Promise<string>;

export interface Ingredients {
  /** The page's site verification, as bytes. */
  readonly key: Uint8Array;
  /** The outlines of the animation, one for each drawing. */
  readonly outlines: readonly string[];
  /** Places in the key: the first chooses the row of an outline, the others the moment of the animation. */
  readonly places: readonly number[];
}

const EPOCH_MS = 1_682_924_400_000;
const SALT = 'obfiowerehiring';
const LAST_BYTE = 3;
const HASH_BYTES = 16;
const DRAWING_PLACE = 5;
const ROWS = 16;
const ANIMATION_MS = 4096;
const OUTLINE_HEAD = 9;
const LEAST_ROW = 11;

/** Null where the ingredients are not of the known form. */
export function signerOf(ingredients: Ingredients): Signer | null {
  const animation = animationKey(ingredients);
  if (animation === null) return null;
  const { key } = ingredients;
  return async (method, path) => {
    const seconds = Math.floor((Date.now() - EPOCH_MS) / 1000);
    const words = new TextEncoder().encode(`${method}!${path}!${seconds}${SALT}${animation}`);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', words)).subarray(0, HASH_BYTES);
    const time = [0, 8, 16, 24].map((shift) => (seconds >> shift) & 0xff);
    const [mask = 0] = crypto.getRandomValues(new Uint8Array(1));
    const bytes = [...key, ...time, ...digest, LAST_BYTE].map((byte) => byte ^ mask);
    return btoa(String.fromCharCode(mask, ...bytes)).replace(/=+$/, '');
  };
}

/** What the animation shows at the moment that the key names: a colour and a rotation, written in hexadecimal digits. */
export function animationKey({ key, outlines, places }: Ingredients): string | null {
  const [rowPlace, ...momentPlaces] = places;
  const digit = (place: number | undefined): number => (key[place ?? -1] ?? 0) % ROWS;
  const outline = outlines[(key[DRAWING_PLACE] ?? 0) % Math.max(1, outlines.length)];
  const row = outline?.slice(OUTLINE_HEAD).split('C')[digit(rowPlace)]?.match(/\d+/g)?.map(Number);
  if (row === undefined || row.length < LEAST_ROW || momentPlaces.length === 0) return null;
  const product = momentPlaces.reduce((time, place) => time * digit(place), 1);
  const moment = (Math.round(product / 10) * 10) / ANIMATION_MS;
  return frameAt(row, moment);
}

function frameAt(row: readonly number[], moment: number): string {
  const turn = Math.floor(scaled(row[6] ?? 0, 60, 360));
  const curve = row.slice(7, 11).map((value, index) => toHundredths(scaled(value, index % 2 === 1 ? -1 : 0, 1)));
  const progress = easing(curve, moment);
  const colour = [0, 1, 2].map((place) => between(row[place] ?? 0, row[place + 3] ?? 0, progress));
  const angle = (between(0, turn, progress) * Math.PI) / 180;
  const matrix = [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle)];
  const digits = [
    ...colour.map((value) => Math.round(Math.min(255, Math.max(0, value))).toString(16)),
    ...matrix.map((value) => hexadecimal(Math.abs(toHundredths(value)))),
    '0',
    '0',
  ];
  return digits.join('').replace(/[.-]/g, '');
}

function hexadecimal(value: number): string {
  return value.toString(16);
}

function scaled(value: number, least: number, most: number): number {
  return (value * (most - least)) / 255 + least;
}

function toHundredths(value: number): number {
  return Number(value.toFixed(2));
}

function between(from: number, to: number, progress: number): number {
  return from * (1 - progress) + to * progress;
}

/** A cubic Bézier curve of easing, as CSS has it; straight on outside of 0 to 1. */
function easing([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], time: number): number {
  if (time <= 0) return time * (x1 > 0 ? y1 / x1 : y1 === 0 && x2 > 0 ? y2 / x2 : 0);
  if (time >= 1) return 1 + (time - 1) * (x2 < 1 ? (y2 - 1) / (x2 - 1) : x2 === 1 && x1 < 1 ? (y1 - 1) / (x1 - 1) : 0);
  const at = (one: number, other: number, t: number): number => 3 * one * (1 - t) * (1 - t) * t + 3 * other * (1 - t) * t * t + t * t * t;
  let [start, end, middle] = [0, 1, 0.5];
  while (start < end) {
    middle = (start + end) / 2;
    const x = at(x1, x2, middle);
    if (Math.abs(time - x) < 1e-5) break;
    const before = [start, end];
    if (x < time) start = middle;
    else end = middle;
    if (before[0] === start && before[1] === end) break;
  }
  return at(y1, y2, middle);
}
