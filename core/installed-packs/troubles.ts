import { type PackAside, packInUse, type PacksState, readState } from '#core/installed-packs/state.ts';

/** Of what the owner did not ask for. */
const REASONS: Readonly<Partial<Record<PackAside['why'], string>>> = {
  failures: 'three exports in a row failed within it',
  silent: 'its code does not say whose an address is',
  damage: 'its file is damaged or gone',
};

/** What went wrong with packs and nothing has come after, in words: each with the platform. */
export function packTroubles(state: PacksState, builtIn: ReadonlySet<string>): readonly { readonly id: string; readonly words: string }[] {
  return Object.entries(state.platforms).flatMap(([id, { packs, aside }]) => {
    const last = aside.at(-1);
    const reason = last === undefined ? undefined : REASONS[last.why];
    if (last === undefined || reason === undefined || packs.some(({ installedAtMs }) => installedAtMs > last.asideAtMs)) return [];
    const now = packInUse(state, id, builtIn.has(id));
    const rest =
      now !== null ? `The pack ${now.version} is in use.` : builtIn.has(id) ? 'The built-in one is in use.' : 'There is no other one.';
    return [{ id, words: `The pack ${last.version} of ${id} was put aside: ${reason}. ${rest}` }];
  });
}

/** Those of a data folder, for processes too that do not hold it; one that cannot be read has none. */
export function troublesIn(dataDir: string, builtIn: readonly string[]): readonly string[] {
  try {
    return packTroubles(readState(dataDir).state, new Set(builtIn)).map(({ words }) => words);
  } catch {
    return [];
  }
}
