import type { PastedUrl, Target, TargetParams } from '#core/platform-api/define.ts';

/** What an address names: which of a platform's targets, and its parameters. */
export interface NamedPlace<K extends string> {
  readonly kind: K;
  readonly params: TargetParams;
}

/**
 * Makes targets for a platform that reads all its addresses in one place: each is claimed by the one whose name is its kind. `refuses`
 * says why a selector has no list.
 */
export function targetsOf<K extends string>(
  placeAt: (url: PastedUrl) => NamedPlace<K> | null,
): (
  name: NoInfer<K>,
  exports: Target['exports'],
  patterns: readonly string[],
  examples: Target['examples'],
  refuses?: Target['refuses'],
) => Target {
  return (name, exports, patterns, examples, refuses) => ({
    name,
    patterns,
    examples,
    match: (url) => {
      const place = placeAt(url);
      return place?.kind === name ? place.params : null;
    },
    exports,
    ...(refuses && { refuses }),
  });
}
