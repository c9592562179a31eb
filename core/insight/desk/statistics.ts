import { setImmediate as breathe } from 'node:timers/promises';
import { StatisticsCount } from '#core/analysis/statistics/statistics.ts';
import { loadStopWords } from '#core/analysis/statistics/stop-words.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { ExportStatistics, TimeBucket } from '#core/contract/statistics.ts';
import type { Connection } from '#core/store/connection.ts';
import { readAgain, readCounted } from '#core/store/counted-items.ts';
import { readRevision } from '#core/store/dataset.ts';
import { openReading, Readings, type StorePlace } from '#core/store/place.ts';
import { Recent } from '#core/insight/desk/recent.ts';
import { type FactsById, findExport, limitOf } from '#core/insight/desk/stored-export.ts';

/** Statistics of so many exports are remembered: a few kilobytes each. */
const REMEMBERED = 50;
/** Others in the thread get their turn after so many pages. */
const PAGES_AT_ONCE = 20;

/** Counts exports, each once as long as it does not change. */
export class StatisticsDesk {
  readonly #readings: Readings;
  readonly #factsById: FactsById;
  /** Tells whether what is remembered still holds. What is counted has one of its own, and what it reads does not stay in memory. */
  readonly #reader: Connection;
  readonly #recent = new Recent<{ readonly revision: string; readonly counted: Promise<ExportStatistics> }>(REMEMBERED);

  constructor(place: StorePlace, factsById: FactsById) {
    this.#factsById = factsById;
    this.#readings = new Readings(place);
    this.#reader = openReading(place);
  }

  /** @throws CommentdockError RESOURCE_NOT_FOUND, INVALID_REQUEST for a time zone that is none */
  async count(guid: string, timeZone: string, bucket: TimeBucket | null): Promise<ExportStatistics> {
    const revision = readRevision(this.#reader, guid);
    const name = `${guid} ${timeZone} ${bucket ?? ''}`;
    const known = this.#recent.get(name);
    if (known !== null && known.revision === revision) return known.counted;
    const counted = this.#countNow(guid, timeZone, bucket);
    this.#recent.set(name, { revision, counted });
    counted.catch(() => this.#recent.remove(name));
    return counted;
  }

  async #countNow(guid: string, timeZone: string, bucket: TimeBucket | null): Promise<ExportStatistics> {
    const stopWords = await loadStopWords();
    const count = startCount(() => new StatisticsCount({ timeZone, stopWords, bucket }), timeZone);
    using reader = this.#readings.open();
    const { job, platform } = await findExport(reader.connection, guid, this.#factsById);
    let pages = 0;
    for (const items of readCounted(reader.connection, { id: job.id, limit: limitOf(job, platform) })) {
      count.add(items);
      pages += 1;
      if (pages % PAGES_AT_ONCE === 0) await breathe();
    }
    for (const items of readAgain(reader.connection, job, count.pagesToLearn())) count.learn(items);
    return count.result();
  }
}

function startCount(start: () => StatisticsCount, timeZone: string): StatisticsCount {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommentdockError('INVALID_REQUEST', `timezone: "${timeZone}" is not the name of a time zone, such as Europe/Berlin.`, {
      cause: error,
    });
  }
}
