import type { AnswerCount } from '#core/analysis/statistics/answer-count.ts';
import { TallyTable } from '#core/analysis/statistics/tally-table.ts';
import { textKey } from '#core/analysis/text-key.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

/** Deeper is counted as this. */
const DEEPEST = 1_000;

/** A reply that came before what it answers: keys of both, and the number of who wrote it. */
type Early = readonly [own: number, parent: number, account: number];

/**
 * How deep replies stand, and whom they answer. A reply whose parent is not in the export counts as a reply to something at the top, and to nobody.
 */
export class ReplyDepth {
  readonly #answers: Pick<AnswerCount, 'count'>;
  /** Depth + 1 by the key of the id; beside it, the number of who wrote it. */
  readonly #depths = new TallyTable();
  #early: Early[] = [];
  readonly #counts: number[] = [];

  constructor(answers: Pick<AnswerCount, 'count'>) {
    this.#answers = answers;
  }

  /** @param account the number of who wrote it; 0: nobody who is named */
  add({ id, parentId, kind }: Pick<Item, 'id' | 'parentId' | 'kind'>, account: number): void {
    const own = textKey(id);
    if (parentId === null || kind !== 'reply') return this.#count(own, 0, account);
    const parent = textKey(parentId);
    if (this.#depths.get(parent) === 0) this.#early.push([own, parent, account]);
    else this.#countBelow([own, parent, account]);
  }

  /** Counts what came before its parent, once all is there. */
  settle(): void {
    for (let before = -1; this.#early.length !== before;) {
      before = this.#early.length;
      this.#early = this.#early.filter((early) => {
        const isLost = this.#depths.get(early[1]) === 0;
        if (!isLost) this.#countBelow(early);
        return isLost;
      });
      const roots = this.#roots();
      if (roots.length === 0 || this.#early.length !== before) continue;
      for (const [own, , account] of roots) this.#count(own, 1, account);
      const settled = new Set(roots);
      this.#early = this.#early.filter((early) => !settled.has(early));
    }
    // What is left answers each other in circles.
    for (const [own, , account] of this.#early) this.#count(own, 1, account);
    for (const [, parent, account] of this.#early) this.#answers.count(account, this.#depths.beside(parent));
    this.#early = [];
  }

  result(): ExportStatistics['depth'] {
    const counts = Array.from(this.#counts, (count = 0, depth) => ({ depth, count }));
    return { deepest: Math.max(0, counts.length - 1), counts };
  }

  /** Those among the early ones whose parents are nowhere in the export. */
  #roots(): readonly Early[] {
    const waiting = new Set(this.#early.map(([own]) => own));
    return this.#early.filter(([, parent]) => !waiting.has(parent));
  }

  #countBelow([own, parent, account]: Early): void {
    this.#answers.count(account, this.#depths.beside(parent));
    this.#count(own, Math.min(this.#depths.get(parent), DEEPEST), account);
  }

  #count(own: number, depth: number, account: number): void {
    this.#depths.set(own, depth + 1, account);
    this.#counts[depth] = (this.#counts[depth] ?? 0) + 1;
  }
}
