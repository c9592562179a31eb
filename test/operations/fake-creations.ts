import type { CreationLog } from '#core/owner/ports.ts';

/** What tokens created, in memory. */
export function fakeCreations(): CreationLog {
  const rows = new Map<string, { readonly atMs: number; readonly inBatch: boolean }>();
  const coming = new Set<string>();
  const newestFirst = (): { readonly atMs: number; readonly inBatch: boolean }[] => [...rows.values()].toSorted((a, b) => b.atMs - a.atMs);
  return {
    newest: (kind, count) =>
      newestFirst()
        .filter(({ inBatch }) => kind === 'all' || !inBatch)
        .slice(0, count)
        .map(({ atMs }) => atMs),
    countSince: (fromMs) => newestFirst().filter(({ atMs }) => atMs > fromMs).length,
    add: (guids, creation) => guids.forEach((guid) => rows.set(guid, creation) && coming.add(guid)),
    coming: () => [...coming],
    arrived: (guids) => guids.forEach((guid) => coming.delete(guid)),
    remove: async (guids) => guids.forEach((guid) => rows.delete(guid)),
    prune: (untilMs) => [...rows].filter(([, { atMs }]) => atMs <= untilMs).forEach(([guid]) => rows.delete(guid)),
    transaction: async (work) => work(),
  };
}
