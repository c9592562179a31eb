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
  if (typeof root !== 'object' || root === null) return [];
  return fits(root) ? [root] : Object.values(root).flatMap((part) => everyOf(part, fits));
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
