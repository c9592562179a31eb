import { setImmediate as breathe } from 'node:timers/promises';
import { sentimentOf } from '#core/analysis/statistics/number-count.ts';
import type { RunFigures } from '#core/insight/ports.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import { type FactsById, findExport, limitOf } from '#core/insight/desk/stored-export.ts';
import type { Connection } from '#core/store/connection.ts';
import { type ChosenRows, chosenRows, readRevision, readRows, runsOfDataset } from '#core/store/dataset.ts';
import { changeInRun, isThere } from '#core/store/item-state.ts';
import { openReading, Readings, type StorePlace } from '#core/store/place.ts';

/** Addresses whose runs are remembered: little of each. */
const REMEMBERED = 20;
const ROWS_AT_ONCE = 500;

/** What is averaged of the rows of a run. NaN: it does not say. */
interface Said {
  readonly rating: number;
  readonly scale: number;
  readonly score: number;
}

/** Follows the runs of one address: how many rows there were, what became of them, how they were rated and judged. Rows that runs share are read once. */
export class RunDesk {
  readonly #readings: Readings;
  readonly #reader: Connection;
  readonly #factsById: FactsById;
  readonly #recent = new Recent<{ readonly revision: string; readonly runs: readonly RunFigures[] }>(REMEMBERED);

  constructor(place: StorePlace, factsById: FactsById) {
    this.#readings = new Readings(place);
    this.#reader = openReading(place);
    this.#factsById = factsById;
  }

  /** The oldest first; none of an export whose rows are its own alone. @throws CommentdockError RESOURCE_NOT_FOUND */
  async runs(guid: string): Promise<readonly RunFigures[]> {
    readRevision(this.#reader, guid);
    const guids = runsOfDataset(this.#reader, guid);
    const revision = JSON.stringify(guids.map((run) => readRevision(this.#reader, run)));
    const known = this.#recent.get(guids.join());
    if (known?.revision === revision) return known.runs;
    const runs = await this.#figures(guids);
    this.#recent.set(guids.join(), { revision, runs });
    return runs;
  }

  async #figures(guids: readonly string[]): Promise<readonly RunFigures[]> {
    using reading = this.#readings.open();
    const { connection } = reading;
    const said = new Map<number, Said>();
    const figures: RunFigures[] = [];
    for (const guid of guids) {
      const { job, platform } = await findExport(connection, guid, this.#factsById);
      const rows = chosenRows(connection, { id: job.id, limit: limitOf(job, platform) });
      await readNew(connection, { jobId: job.id, rows, said });
      figures.push({ guid, ...figuresOf(rows, said) });
      await breathe();
    }
    return figures;
  }
}

/** Reads what the rows say that no run before had. */
async function readNew(
  connection: Connection,
  { jobId, rows, said }: { readonly jobId: number; readonly rows: ChosenRows; readonly said: Map<number, Said> },
): Promise<void> {
  const seqs = Array.from(rows.seqs).filter((seq) => !said.has(seq));
  for (let start = 0; start < seqs.length; start += ROWS_AT_ONCE) {
    const some = seqs.slice(start, start + ROWS_AT_ONCE);
    const items = readRows(
      connection,
      jobId,
      some.map((seq) => ({ seq })),
    );
    for (const [at, item] of items.entries()) {
      const score = item === undefined ? null : sentimentOf(item).score;
      const { rating = null, ratingScale = null } = item ?? {};
      said.set(some[at] as number, { rating: rating ?? Number.NaN, scale: ratingScale ?? Number.NaN, score: score ?? Number.NaN });
    }
    await breathe();
  }
}

function figuresOf({ seqs, states }: ChosenRows, said: ReadonlyMap<number, Said>): Omit<RunFigures, 'guid'> {
  const counts = { rows: 0, new: 0, edited: 0, gone: 0 };
  const scales = new Set<number>();
  const [ratings, scores] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  for (const [at, seq] of seqs.entries()) {
    const state = states[at] as number;
    const change = changeInRun(state);
    if (change !== null) counts[change] += 1;
    if (!isThere(state)) continue;
    counts.rows += 1;
    const { rating = Number.NaN, scale = Number.NaN, score = Number.NaN } = said.get(seq) ?? {};
    if (!Number.isNaN(rating)) {
      ratings.sum += rating;
      ratings.count += 1;
      scales.add(scale);
    }
    if (Number.isNaN(score)) continue;
    scores.sum += score;
    scores.count += 1;
  }
  const mean = ({ sum, count }: typeof ratings): number | null => (count === 0 ? null : Math.round((sum / count) * 1_000) / 1_000);
  return { ...counts, averageRating: scales.size > 1 ? null : mean(ratings), averageSentiment: mean(scores) };
}
