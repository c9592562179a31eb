// Parts of an answer that come later ("@defer", "@stream"), put where they belong.
import type { RelayPart } from '#core/platform-kit/families/meta/relay.ts';

export interface AssembledAnswer {
  /** `data` of the first part, completed by the later ones. */
  readonly data: unknown;
  /** `data` of the later parts that name no place in it. */
  readonly loose: readonly unknown[];
}

type Branch = Record<string | number, unknown>;

/** The whole answer. The parts themselves are changed by it. */
export function assembled([first, ...later]: readonly [RelayPart, ...RelayPart[]]): AssembledAnswer {
  const loose = later.filter(({ data, path }) => !isPlaced(first.data, path ?? [], data)).map(({ data }) => data);
  return { data: first.data, loose };
}

function isPlaced(root: unknown, path: readonly (string | number)[], data: unknown): boolean {
  const last = path.at(-1);
  if (last === undefined || !isBranch(data)) return false;
  let holder: unknown = root;
  for (const step of path.slice(0, -1)) holder = isBranch(holder) ? holder[step] : undefined;
  if (!isBranch(holder)) return false;
  // A list that is streamed grows by one; a hole in it would say that something is missing.
  if (Array.isArray(holder) && !(Number(last) <= holder.length)) return false;
  const place = holder[last];
  if (isBranch(place)) merge(place, data);
  else holder[last] = data;
  return true;
}

function merge(place: Branch, data: Branch): void {
  for (const [key, value] of Object.entries(data)) {
    const there = place[key];
    if (isBranch(there) && isBranch(value) && !Array.isArray(there)) merge(there, value);
    else place[key] = value;
  }
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null;
}
