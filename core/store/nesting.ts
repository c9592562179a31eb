/** How rows hang together, by their place in the file, from 0 on. */
export interface Nesting {
  /** 0: answers nothing that stands above it; 1: a reply to such a row; and so on, 255 at most. */
  readonly depths: Uint8Array;
  /** Rows directly behind it that answer it, or what answers it. */
  readonly below: Uint32Array;
}

const DEEPEST = 255;

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
