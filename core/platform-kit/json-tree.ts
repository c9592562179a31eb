/**
 * The value under `key` that lies nearest to the root (of several at one depth the first), among those that `fits` takes; undefined where
 * there is none. For answers in which the place of a part changes and its name does not.
 */
export function shallowest(root: unknown, key: string, fits: (value: unknown) => boolean = isPresent): unknown {
  for (const holder of holdersIn(root)) {
    const found = (holder as Readonly<Record<string, unknown>>)[key];
    if (!Array.isArray(holder) && found !== undefined && fits(found)) return found;
  }
  return undefined;
}

/** The object or array nearest to the root that `fits` takes, itself included; undefined where there is none. For parts whose name changes, too. */
export function nearest(root: unknown, fits: (value: object) => boolean): object | undefined {
  for (const holder of holdersIn(root)) if (fits(holder)) return holder;
  return undefined;
}

/** Every object and array that `fits` takes, in the order of the text; what lies within one of them is left alone. */
export function everyOf(root: unknown, fits: (value: object) => boolean): readonly object[] {
  const found: object[] = [];
  // What is still to be looked at, the next one last: no recursion, as an answer may be nested without end.
  const waiting = [root];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (fits(part)) found.push(part);
    else for (const inner of Object.values(part).reverse()) waiting.push(inner);
  }
  return found;
}

/** The value with its names written as calls of an API have them, at every level: `voteupCount` as `voteup_count`. */
export function underscored(root: unknown): unknown {
  const top = { value: root };
  // Copies whose parts are still those of the value: no recursion, as an answer may be nested without end.
  const waiting: Record<string, unknown>[] = [top];
  for (let copy = waiting.pop(); copy !== undefined; copy = waiting.pop()) {
    for (const [name, part] of Object.entries(copy)) {
      if (typeof part !== 'object' || part === null) continue;
      const inner = Array.isArray(part) ? [...(part as unknown[])] : withUnderscores(part);
      copy[name] = inner;
      waiting.push(inner as Record<string, unknown>);
    }
  }
  return top.value;
}

function withUnderscores(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), part as unknown]),
  );
}

/** Objects and arrays, those of one depth after another. */
function* holdersIn(root: unknown): Generator<object> {
  let level: readonly unknown[] = [root];
  while (level.length > 0) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      yield value;
      for (const part of Object.values(value)) below.push(part);
    }
    level = below;
  }
}

function isPresent(value: unknown): boolean {
  return value !== null;
}
