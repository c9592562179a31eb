import type { WorldContent } from '#test/world/world.ts';
import { loadCases } from '#test/recordings/cases.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';

/** An export whose answers are known: a recorded one, or one that a simulator plays. */
export interface KnownExport {
  readonly name: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Made anew for every run: simulators count what they are asked. */
  readonly content: () => WorldContent;
}

/** Chats go on until somebody stops them. */
const LIVE = 'live';
const LIMIT = 2_000;

/** Every export of every platform that ends by itself; recorded ones where the recordings are on this machine. */
export function knownExports(): readonly KnownExport[] {
  const recorded = loadCases()
    .filter(({ expected }) => expected.options[LIVE] !== true)
    .map(({ name, folder, expected }): KnownExport => {
      return { name, url: expected.url, options: { limit: LIMIT, ...expected.options }, content: () => ({ cases: [folder] }) };
    });
  const simulated = SIMULATED_EXPORTS.filter(({ selector }) => selector !== LIVE).map((each): KnownExport => {
    const options = {
      limit: LIMIT,
      replies: true,
      ...(each.selector && { [each.selector]: true }),
      ...(each.cookies && { cookies: each.cookies }),
    };
    return { name: nameOf(each), url: each.url, options, content: () => ({ simulators: [each.world()] }) };
  });
  return [...recorded, ...simulated];
}
