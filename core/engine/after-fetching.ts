import type { JobRecord } from '#core/contract/job-record.ts';
import { MediaStep } from '#core/engine/media-step.ts';
import { SentimentStep } from '#core/engine/sentiment-step.ts';

type Parts = ConstructorParameters<typeof SentimentStep>[0] & ConstructorParameters<typeof MediaStep>[0];

/** What is done once all rows of an export are here, one after the other. */
export class AfterFetching {
  readonly sentiment: SentimentStep;
  readonly media: MediaStep;
  readonly #store: Parts['store'];

  constructor(parts: Parts) {
    this.#store = parts.store;
    this.sentiment = new SentimentStep(parts);
    this.media = new MediaStep(parts);
  }

  /** @throws CommentdockError DISK; the signal's reason */
  async doAll(guid: string, signal: AbortSignal, onCommit: (job: JobRecord) => void): Promise<void> {
    for (const step of [this.sentiment, this.media]) {
      const job = this.#store.jobs.find(guid);
      // Another machine removed it meanwhile: whoever notes the end finds out.
      if (job !== null) await step.afterFetching(job, signal, onCommit);
    }
  }
}
