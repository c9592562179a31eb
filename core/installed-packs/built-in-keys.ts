/** Public keys whose packs every owner gets: a release names its own here. None so far. */
export const BUILT_IN_KEYS: readonly string[] = [];
