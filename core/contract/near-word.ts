/** So many slips of the finger still count as meaning the same word. */
const MOST_SLIPS = 2;
/** Of shorter ones a slip makes any other. */
const SHORTEST = 3;
/** Longer words are no slip of anything. */
const LONGEST = 100;

/** The known word that is probably meant by another one: of a short word one letter may be wrong, of one of eight and more two. Null: none. */
export function nearWord(word: string, known: readonly string[]): string | null {
  if (word.length > LONGEST) return null;
  const ranked = known
    .map((name) => ({ name, slips: slipsBetween(word, name) }))
    .filter(({ name, slips }) => slips <= slipsIn(name))
    .toSorted((a, b) => a.slips - b.slips);
  return ranked[0]?.name ?? null;
}

function slipsIn({ length }: string): number {
  return length < SHORTEST ? 0 : Math.min(MOST_SLIPS, Math.max(1, Math.floor(length / 4)));
}

/** Insertions, deletions, replacements and swaps of neighbours from one text to the other. */
function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
