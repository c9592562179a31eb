import { TextPacker } from '#core/analysis/statistics/text-batch.ts';
import type { TextSink, TextStatistics } from '#core/analysis/statistics/statistics.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** UTF-16 units that cross at once. */
const BATCH_LENGTH = 64 * 1024;
/** Batches on their way at most: whoever reads faster than words are counted waits. */
const MOST_UNDER_WAY = 4;

/** Counts words in a thread of its own. Whoever adds texts calls `keepUp` now and then. */
export class WordThread implements TextSink, AsyncDisposable {
  readonly #thread = new CalledThread({ name: 'word', workerData: null, resourceLimits: ROW_MEMORY, restMs: null });
  readonly #packer = new TextPacker();
  #underWay: Promise<unknown>[] = [];

  add(text: string, item: number, language: string | null): void {
    this.#packer.add(text, item, language);
  }

  /** Sends what has gathered, and waits while too much is on its way. @throws CommentdockError INTERNAL where the thread died */
  async keepUp(): Promise<void> {
    if (this.#packer.length < BATCH_LENGTH) return;
    this.#send();
    if (this.#underWay.length > MOST_UNDER_WAY) await this.#underWay.shift();
  }

  async result(): Promise<TextStatistics> {
    this.#send();
    await Promise.all(this.#underWay);
    return (await this.#thread.call('result', null)) as TextStatistics;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.close();
  }

  #send(): void {
    const sent = this.#thread.call('add', this.#packer.take());
    // Its failure is that of whoever waits for it.
    sent.catch(() => undefined);
    this.#underWay.push(sent);
  }
}
