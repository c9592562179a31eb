import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { tierOf } from '#core/contract/tier.ts';
import { exportRowOf } from '#core/engine/export-run.ts';
import { chooseLanguages } from '#core/engine/language-step.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { Reprocessing, SentimentPort } from '#core/engine/sentiment-ports.ts';
import { SentimentRun } from '#core/engine/sentiment-run.ts';
import { doInSlices } from '#core/engine/slices.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';

interface SentimentStepParts {
  readonly store: EngineStore;
  /** Left out: nothing is judged here. */
  readonly sentiment?: SentimentPort;
  platformOf(job: JobRecord): Promise<PlatformDefinition>;
}

/** What is done with the items of an export once they are all here. */
export class SentimentStep {
  readonly #parts: SentimentStepParts;

  constructor(parts: SentimentStepParts) {
    this.#parts = parts;
  }

  /**
   * As the options of the job want it. A judge that gives up does not take the export with it: the ledger says what is lacking.
   * @throws the signal's reason
   */
  async afterFetching(job: JobRecord, signal: AbortSignal, onCommit: (job: JobRecord) => void): Promise<void> {
    const { store } = this.#parts;
    const { sentiment = false, language = false } = job.options.filter ?? {};
    try {
      await this.judge(job, { sentiment, language }, signal, onCommit);
    } catch (error) {
      if (signal.aborted || !(error instanceof CommentdockError)) throw error;
      const ledger = store.jobs.ledger(job.id);
      if (ledger.sentiment === undefined) throw error;
      store.jobs.update(job.id, { ledger: { ...ledger, sentiment: { ...ledger.sentiment, shown: true } } });
    }
  }

  /** @throws CommentdockError what the judge gives up with; the signal's reason */
  async judge(
    job: JobRecord,
    wish: Pick<Reprocessing, 'sentiment' | 'language'>,
    signal: AbortSignal,
    onCommit: (job: JobRecord) => void,
  ): Promise<void> {
    const { store, sentiment, platformOf } = this.#parts;
    const isAsked = wish.sentiment || wish.language !== false;
    // A judged text has a language as well: the column costs nothing more then.
    if (isAsked) store.jobs.update(job.id, { ledger: { ...store.jobs.ledger(job.id), language: true } });
    if (!isAsked) return;
    const platform = await platformOf(job);
    const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
    const { order = 'tree' } = exportRowOf(platform, job.target);
    const choice = { limit, order };
    if (wish.language !== false) {
      const wanted = wish.language === true ? null : wish.language;
      await chooseLanguages({ store, job, choice, wanted, languagesOf: (texts) => readers(sentiment).languagesOf(texts) }, signal);
    }
    if (!wish.sentiment) return;
    const judge = await readers(sentiment).judgeFor(job);
    await this.#inherit(job, judge.name, signal);
    const run = new SentimentRun({ store, job, choice, judge, onCommit });
    await run.judgeAll(signal);
  }

  /** What the last export of the series was told by this judge. */
  async #inherit({ id, guid, series }: JobRecord, judge: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#parts;
    if (typeof series !== 'string') return;
    const { base = null } = store.jobs.ledger(id).incremental ?? {};
    const former = series === guid ? store.jobs.find(base?.guid ?? '') : store.jobs.lastDone(series, id);
    if (former !== null) await doInSlices(() => store.sentiments(id).inheritance(former.id, judge), store, signal);
  }
}

function readers(sentiment: SentimentPort | undefined): SentimentPort {
  if (sentiment !== undefined) return sentiment;
  throw new CommentdockError('INTERNAL', 'Nobody is here who could read texts.');
}
