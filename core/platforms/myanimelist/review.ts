/** What both doors say of a review in the same way. */
export const SCALE = 10;

/** In the order in which pages count them. */
const REACTIONS = ['nice', 'loveIt', 'funny', 'confusing', 'informative', 'wellWritten', 'creative'] as const;

export type Reactions = { readonly overall: number | null } & Readonly<Partial<Record<(typeof REACTIONS)[number], number>>>;

export function reactionsOf(overall: number | null, counts: readonly (number | null | undefined)[]): Reactions {
  const known = REACTIONS.flatMap((name, index) => {
    const count = counts[index];
    return count == null ? [] : [[name, count] as const];
  });
  return { overall, ...Object.fromEntries(known) };
}

export function urlOfReview(id: string): string {
  return `https://myanimelist.net/reviews.php?id=${id}`;
}
