import type { PastedUrl, Target, TargetParams } from '#core/platforms/define.ts';

/** What an address names: one of the platform's targets, and its parameters. */
export interface Address<N extends string = string> {
  readonly target: N;
  readonly params: TargetParams;
}

/** Makes targets for a platform that reads all its addresses in one place, so that each is claimed by one target. */
export function targetsOf<N extends string>(
  addressOf: (url: PastedUrl) => Address<N> | null,
): (name: N, exports: Target['exports'], patterns: readonly string[], examples: Target['examples']) => Target {
  return (name, exports, patterns, examples) => ({
    name,
    patterns,
    examples,
    match(url) {
      const address = addressOf(url);
      return address?.target === name ? address.params : null;
    },
    exports,
  });
}
