/**
 * The value under `key` that lies nearest to the root (of several at one depth the first), among those that `fits` takes; undefined where
 * there is none. For answers in which the place of a part changes and its name does not.
 */
export function shallowest(root: unknown, key: string, fits: (value: unknown) => boolean = isPresent): unknown {
  let level: readonly unknown[] = [root];
  while (level.length > 0) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const found = (value as Readonly<Record<string, unknown>>)[key];
      if (!Array.isArray(value) && found !== undefined && fits(found)) return found;
      for (const part of Object.values(value)) below.push(part);
    }
    level = below;
  }
  return undefined;
}

function isPresent(value: unknown): boolean {
  return value !== null;
}
