import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { SentimentLedger } from '#core/engine/sentiment-account.ts';
import type { SentimentJudge, SentimentStore, TextToJudge } from '#core/engine/sentiment-ports.ts';

/** Rows looked at in one go for those without a verdict. */
const ROWS_AT_ONCE = 500;
/** A text that gets no verdict so often is `unclassified`. */
const TRIES = 2;
/** So many answers in a row that cannot be read end the run: each of them costs. */
const UNREADABLE_IN_A_ROW = 8;

interface SentimentRunParts {
  readonly store: EngineStore;
  readonly job: JobRecord;
  /** Which rows the files have. */
  readonly choice: { readonly limit: number; readonly order: 'tree' | 'served' };
  readonly judge: SentimentJudge;
  readonly onCommit: (job: JobRecord) => void;
}

/** A request to make. `tries`: how often its texts were asked for before. */
interface Ask {
  readonly key: string;
  readonly seqs: readonly number[];
  readonly tries: number;
}

interface Outcome {
  readonly ask: Ask;
  readonly result: { readonly answer: Awaited<ReturnType<SentimentJudge['judge']>> } | { readonly error: CommentdockError };
}

type Found = SentimentVerdict & { readonly seq: number };

const UNCLASSIFIED: SentimentVerdict = { sentiment: 'unclassified', score: null };
const NO_LONGER_NEEDED = new Error('the judging needs no further answer');

/**
 * Judges the rows of one export that have no verdict yet. A request that costs is noted before it is made, and its note goes in
 * the transaction that stores its verdicts: what was answered is never asked for again, and what was cut off is asked for under
 * the same key.
 */
export class SentimentRun {
  readonly #parts: SentimentRunParts;
  readonly #store: SentimentStore;
  readonly #rows: Float64Array;
  readonly #queue: Ask[];
  /** Rows of cut-off requests: these are asked for as they were. */
  readonly #cutOff: ReadonlySet<number>;
  readonly #abort = new AbortController();
  readonly #outcomes: Outcome[] = [];
  #ready: number[] = [];
  #looked = 0;
  #flying = 0;
  #unreadable = 0;
  #ledger: SentimentLedger;
  #wake: () => void = () => undefined;

  constructor(parts: SentimentRunParts) {
    this.#parts = parts;
    const { store, job, judge, choice } = parts;
    this.#store = store.sentiments(job.id);
    // Only where some rows count does it matter which come first: the order of a tree takes its time.
    this.#rows =
      judge.maxRows === Infinity ? this.#store.rows({ ...choice, order: 'served' }) : this.#store.rows(choice).slice(0, judge.maxRows);
    const { queue, ledger } = store.transaction(() => this.#begin());
    this.#queue = queue;
    this.#cutOff = new Set(queue.flatMap(({ seqs }) => seqs));
    this.#ledger = ledger;
  }

  /** @throws CommentdockError where the judge gives up; the signal's reason. What was judged is stored either way. */
  async judgeAll(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#abort.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        signal.throwIfAborted();
        this.#launch();
        if (this.#flying === 0 && this.#outcomes.length === 0) break;
        await this.#someOutcome(signal);
        this.#settle();
      }
      this.#end({ state: 'done', note: null, shown: true });
    } catch (error) {
      // A quit is no end: the next start goes on.
      const isQuit = signal.aborted && !(signal.reason instanceof CommentdockError);
      if (!isQuit) this.#end({ state: 'incomplete', note: signal.aborted ? 'It was stopped.' : asCommentdockError(error).message });
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#abort.abort(NO_LONGER_NEEDED);
    }
  }

  #begin(): { readonly queue: Ask[]; readonly ledger: SentimentLedger } {
    const { store, job, judge } = this.#parts;
    const { name, label } = judge;
    const queue = this.#store.cutOff(name).map(({ key, seqs }) => ({ key, seqs, tries: TRIES - 1 }));
    const before = store.jobs.ledger(job.id);
    const ledger: SentimentLedger = {
      ...this.#store.tally(name),
      name,
      label,
      state: 'running',
      total: this.#rows.length,
      note: null,
      shown: before.sentiment?.shown ?? false,
    };
    store.jobs.update(job.id, { ledger: { ...before, sentiment: ledger } });
    return { queue, ledger };
  }

  /** Takes as many requests as may be made at once. */
  #launch(): void {
    const { store, judge } = this.#parts;
    const fresh: Ask[] = [];
    const asks: Ask[] = [];
    while (this.#flying + asks.length < judge.requestsAtOnce) {
      const waiting = this.#queue.shift();
      const ask = waiting ?? this.#nextAsk();
      if (ask === null) break;
      asks.push(ask);
      if (waiting === undefined) fresh.push(ask);
    }
    if (judge.isPaid && fresh.length > 0) store.transaction(() => fresh.forEach((ask) => this.#store.addRequest(ask, judge.name)));
    for (const ask of asks) void this.#fly(ask);
  }

  /** The next rows without a verdict; null where there are none left. */
  #nextAsk(): Ask | null {
    const { judge } = this.#parts;
    while (this.#ready.length < judge.textsPerRequest && this.#looked < this.#rows.length) {
      const rows = [...this.#rows.subarray(this.#looked, this.#looked + ROWS_AT_ONCE)];
      this.#looked += rows.length;
      this.#ready.push(...this.#store.unjudged(rows, judge.name).filter((seq) => !this.#cutOff.has(seq)));
    }
    const seqs = this.#ready.splice(0, judge.textsPerRequest);
    return seqs.length === 0 ? null : newAsk(seqs, 0);
  }

  async #fly(ask: Ask): Promise<void> {
    this.#flying += 1;
    const { judge } = this.#parts;
    const { signal } = this.#abort;
    try {
      const texts = this.#store.texts(ask.seqs);
      const spoken = texts.filter(saysSomething);
      const answer = spoken.length === 0 ? [] : await judge.judge({ key: ask.key, texts: spoken }, signal);
      signal.throwIfAborted();
      this.#outcomes.push({ ask, result: { answer: answer === null ? null : inTheirPlaces(texts, answer) } });
    } catch (error) {
      if (!signal.aborted) this.#outcomes.push({ ask, result: { error: asCommentdockError(error) } });
    }
    this.#flying -= 1;
    this.#wake();
  }

  async #someOutcome(signal: AbortSignal): Promise<void> {
    if (this.#outcomes.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const wake = (): void => resolve();
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      signal.removeEventListener('abort', wake);
    }
    await nextTurn();
    signal.throwIfAborted();
  }

  /** Stores what came, in one transaction. */
  #settle(): void {
    const outcomes = this.#outcomes.splice(0);
    const { store, job, judge, onCommit } = this.#parts;
    let fatal: CommentdockError | null = null;
    const record = store.transaction(() => {
      for (const { ask, result } of outcomes) {
        if ('error' in result) fatal ??= result.error;
        else this.#settleOne(ask, result.answer);
      }
      return store.jobs.update(job.id, { ledger: { ...store.jobs.ledger(job.id), sentiment: this.#ledger } });
    });
    onCommit(record);
    if (fatal !== null) throw fatal;
    if (this.#unreadable < UNREADABLE_IN_A_ROW) return;
    throw new CommentdockError('PLATFORM_CHANGED', `${judge.label} answers in a form that cannot be read. Check its address and model.`);
  }

  #settleOne({ key, seqs, tries }: Ask, answer: readonly (SentimentVerdict | null)[] | null): void {
    const { judge } = this.#parts;
    this.#store.dropRequest(key);
    this.#unreadable = answer === null ? this.#unreadable + 1 : 0;
    if (answer === null && seqs.length > 1) {
      const half = Math.ceil(seqs.length / 2);
      this.#askAgain([newAsk(seqs.slice(0, half), tries), newAsk(seqs.slice(half), tries)]);
      return;
    }
    const found: Found[] = [];
    const again: Ask[] = [];
    for (const [index, seq] of seqs.entries()) {
      const verdict = answer?.[index] ?? (tries + 1 < TRIES ? null : UNCLASSIFIED);
      if (verdict === null) again.push(newAsk([seq], tries + 1));
      else found.push({ seq, ...verdict });
    }
    this.#store.save(judge.name, found);
    this.#askAgain(again);
    const { judged, unclassified } = this.#ledger;
    const more = found.filter(({ sentiment }) => sentiment === 'unclassified').length;
    this.#ledger = { ...this.#ledger, judged: judged + found.length, unclassified: unclassified + more };
  }

  #askAgain(asks: readonly Ask[]): void {
    const { judge } = this.#parts;
    if (judge.isPaid) for (const ask of asks) this.#store.addRequest(ask, judge.name);
    this.#queue.push(...asks);
  }

  #end(patch: Partial<SentimentLedger>): void {
    const { store, job } = this.#parts;
    this.#ledger = { ...this.#ledger, ...patch };
    store.transaction(() => store.jobs.update(job.id, { ledger: { ...store.jobs.ledger(job.id), sentiment: this.#ledger } }));
  }
}

function newAsk(seqs: readonly number[], tries: number): Ask {
  return { key: randomUUID(), seqs, tries };
}

function saysSomething({ text }: TextToJudge): boolean {
  return text.trim() !== '';
}

/** What says nothing is not sent: nobody could tell. */
function inTheirPlaces(texts: readonly TextToJudge[], answer: readonly (SentimentVerdict | null)[]): readonly (SentimentVerdict | null)[] {
  let next = 0;
  return texts.map((text) => {
    if (!saysSomething(text)) return UNCLASSIFIED;
    const verdict = answer[next] ?? null;
    next += 1;
    return verdict;
  });
}
