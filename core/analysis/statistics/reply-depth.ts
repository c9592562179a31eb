import { TallyTable } from '#core/analysis/statistics/tally-table.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

/** Deeper is counted as this. */
const DEEPEST = 1_000;

/** How deep replies stand. A reply whose parent is not in the export counts as a reply to something at the top. */
export class ReplyDepth {
  /** Depth + 1 by the key of the id. */
  readonly #depths = new TallyTable();
  /** Pairs of keys, id and parent, of those that came before their parent. */
  #early: (readonly [own: number, parent: number])[] = [];
  readonly #counts: number[] = [];

  add({ id, parentId, kind }: Pick<Item, 'id' | 'parentId' | 'kind'>): void {
    const own = textKey(id);
    if (parentId === null || kind !== 'reply') return this.#count(own, 0);
    const parent = textKey(parentId);
    const above = this.#depths.get(parent);
    if (above === 0) this.#early.push([own, parent]);
    else this.#count(own, Math.min(above, DEEPEST));
  }

  result(): ExportStatistics['depth'] {
    this.#settleEarly();
    const counts = Array.from(this.#counts, (count = 0, depth) => ({ depth, count }));
    return { deepest: Math.max(0, counts.length - 1), counts };
  }

  #settleEarly(): void {
    for (let before = -1; this.#early.length !== before;) {
      before = this.#early.length;
      this.#early = this.#early.filter(([own, parent]) => {
        const above = this.#depths.get(parent);
        if (above > 0) this.#count(own, Math.min(above, DEEPEST));
        return above === 0;
      });
      const [first, ...others] = this.#roots();
      if (first === undefined || this.#early.length !== before) continue;
      for (const own of [first, ...others]) this.#count(own, 1);
      const settled = new Set([first, ...others]);
      this.#early = this.#early.filter(([own]) => !settled.has(own));
    }
    for (const [own] of this.#early) this.#count(own, 1);
    this.#early = [];
  }

  /** Those among the early ones whose parents are nowhere in the export. */
  #roots(): readonly number[] {
    const waiting = new Set(this.#early.map(([own]) => own));
    return this.#early.filter(([, parent]) => !waiting.has(parent)).map(([own]) => own);
  }

  #count(own: number, depth: number): void {
    this.#depths.set(own, depth + 1);
    this.#counts[depth] = (this.#counts[depth] ?? 0) + 1;
  }
}
