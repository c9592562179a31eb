import type { Selector } from '#core/contract/options.ts';
import type { Simulator } from '#test/world/simulator.ts';

/** An export that a platform's simulator can answer from its first request to its last, small and of several pages: a row of its `exports.ts`. */
export interface OwnExport {
  readonly url: string;
  readonly selector?: Selector;
  /** Where the export goes another way with a login, though it needs none. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** A fresh world: simulators may count what they are asked. */
  readonly world: () => Simulator;
}

export interface SimulatedExport extends OwnExport {
  readonly platform: string;
}
