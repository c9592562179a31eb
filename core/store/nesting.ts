/** How rows hang together, by their place in the file, from 0 on. */
export interface Nesting {
  /** 0: answers nothing that stands above it; 1: a reply to such a row; and so on, 255 at most. */
  readonly depths: Uint8Array;
  /** Rows directly behind it that answer it, or what answers it. */
  readonly below: Uint32Array;
}

const DEEPEST = 255;
/** As statistics count. */
const DEEPEST_TOLD = 1_000;
const TOP = -1;
const WALKED = { never: 0, now: 1, settled: 2, inCircle: 3 } as const;

/**
 * @param places where each row of the file stands in reading order
 * @param parents by place in reading order, that of the parent; null: the file is no tree
 */
export function nestingOf(places: Uint32Array, parents: Int32Array | null): Nesting {
  const depths = new Uint8Array(places.length);
  const below = new Uint32Array(places.length);
  if (parents === null) return { depths, below };
  const open: number[] = [];
  const close = (end: number): void => {
    const row = open.pop() as number;
    below[row] = end - row - 1;
  };
  for (let row = 0; row < places.length; row += 1) {
    const parent = parents[places[row] as number] as number;
    while (open.length > 0 && places[open.at(-1) as number] !== parent) close(row);
    depths[row] = Math.min(open.length, DEEPEST);
    open.push(row);
  }
  while (open.length > 0) close(places.length);
  return { depths, below };
}

/**
 * How deep each row stands, by place in reading order: 0 at the top, 1 a reply to that, and so on. A reply to what is not among the chosen rows, or to
 * what answers it in a circle, is at 1.
 * @param reply 1 for replies
 * @param parents the place of what each answers; -1: it is not there
 * @param isChosen 1 for rows of the files
 */
export function depthsOf(reply: Uint8Array, parents: Int32Array, isChosen: Uint8Array): Uint16Array {
  const depths = new Uint16Array(reply.length);
  const states = new Uint8Array(reply.length);
  const above = (at: number): number => {
    const parent = reply[at] === 0 ? TOP : (parents[at] as number);
    return parent === TOP || isChosen[parent] === 0 ? TOP : parent;
  };
  const way: number[] = [];
  for (let row = 0; row < reply.length; row += 1) {
    let at = row;
    for (; at !== TOP && states[at] === WALKED.never; at = above(at)) {
      states[at] = WALKED.now;
      way.push(at);
    }
    // Back on the way itself, or at what leads there.
    const isCircle = at !== TOP && states[at] !== WALKED.settled;
    for (let next = way.pop(); next !== undefined; next = way.pop()) {
      states[next] = isCircle ? WALKED.inCircle : WALKED.settled;
      const parent = above(next);
      if (reply[next] === 1) depths[next] = isCircle || parent === TOP ? 1 : Math.min((depths[parent] as number) + 1, DEEPEST_TOLD);
    }
  }
  return depths;
}
