import type { PastedUrl, Target, TargetParams } from '#core/platform-api/define.ts';

/** What an address names: which of a platform's targets, and its parameters. */
export interface NamedPlace<K extends string> {
  readonly kind: K;
  readonly params: TargetParams;
}

/** From a function that reads every address of a platform, the `match` of each of its targets. */
export function matcherOf<K extends string>(
  placeAt: (url: PastedUrl) => NamedPlace<K> | null,
): (kind: NoInfer<K>) => (url: PastedUrl) => TargetParams | null {
  return (kind) => (url) => {
    const place = placeAt(url);
    return place?.kind === kind ? place.params : null;
  };
}

/** Makes targets for a platform that reads all its addresses in one place: each is claimed by the one whose name is its kind. */
export function targetsOf<K extends string>(
  placeAt: (url: PastedUrl) => NamedPlace<K> | null,
): (name: NoInfer<K>, exports: Target['exports'], patterns: readonly string[], examples: Target['examples']) => Target {
  const matching = matcherOf(placeAt);
  return (name, exports, patterns, examples) => ({ name, patterns, examples, match: matching(name), exports });
}
