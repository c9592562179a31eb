import { setImmediate as nextTurn } from 'node:timers/promises';
import { asCommentdockError, type CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord, JobTarget } from '#core/contract/job-record.ts';
import type { KeptExchange } from '#core/contract/kept-exchange.ts';
import { backoffMs, wait } from '#core/engine/backoff.ts';
import { type CommitContext, commitPage, cursorHash, entryFields, lookAhead, type RunTotals } from '#core/engine/commit.ts';
import { type Ledger, withGaps, withRoute, withTraffic } from '#core/engine/completeness.ts';
import { consequenceOf, DEAD_KIND_AFTER, DEAD_KIND_AFTER_IN_A_ROW } from '#core/engine/failure.ts';
import { FailedExchanges, PageExchanges } from '#core/engine/exchanges.ts';
import { Frontier } from '#core/engine/frontier.ts';
import { settleIncremental } from '#core/engine/gone.ts';
import { mayBeAsked, type RunHelp } from '#core/engine/help.ts';
import { accountDropped, incrementalReading } from '#core/engine/incremental-reading.ts';
import { leftOutBy } from '#core/engine/language-step.ts';
import type { PlatformLearnt } from '#core/engine/learnt.ts';
import { commits, type MeasuredCommit } from '#core/engine/measured-commits.ts';
import { fetchEntry } from '#core/engine/page-fetch.ts';
import { BEFORE_PAGES, type PageWatch } from '#core/engine/page-work.ts';
import type { EngineStore, FrontierEntry, RunSession, TrafficCounters } from '#core/engine/ports.ts';
import { PageAnswers, type RawKeeping, withAnswers } from '#core/engine/raw-answers.ts';
import type { RouteAccount } from '#core/engine/route-ports.ts';
import { isFirstList, readKey, startPosition } from '#core/engine/position.ts';
import type { ExportOptions, ExportRow, Page, PlatformDefinition, PlatformFacts } from '#core/platform-api/define.ts';

interface ExportRunParts {
  readonly store: EngineStore;
  readonly job: JobRecord;
  readonly platform: PlatformDefinition;
  readonly options: ExportOptions;
  readonly session: RunSession;
  readonly retryBudget: { left: number };
  /** Requests at once. */
  readonly lanes: number;
  readonly retryScale: number;
  /** What exports of the platform learn: stored with the pages. */
  readonly learnt: PlatformLearnt;
  /** Left out: nobody watches. */
  readonly watch?: PageWatch;
  /** Left out: all requests are made here. */
  readonly openHelp?: (onHelpers: () => void) => RunHelp;
  readonly onCommit: (job: JobRecord) => void;
  /** Left out: what the platform answers is not kept. */
  readonly raw?: RawKeeping;
  /** Told once, at the end, of the exchanges of pages that were given up. */
  readonly keep: (exchanges: readonly KeptExchange[]) => void;
}

/** What the platform declares about the list that was chosen. */
export function exportRowOf(platform: PlatformFacts, chosen: JobTarget): ExportRow {
  const target = platform.targets.find((candidate) => candidate.name === chosen.target);
  return target?.exports[chosen.selector] ?? { type: chosen.type };
}

interface Outcome {
  readonly entry: FrontierEntry;
  readonly traffic: TrafficCounters;
  readonly exchanges: PageExchanges;
  readonly result: { readonly page: Page; readonly raw: RawOfPage } | { readonly error: CommentdockError };
}

/** Null: they are not kept. */
type RawOfPage = Awaited<ReturnType<PageAnswers['packed']>> | null;

type PageVisit = Parameters<typeof fetchEntry>[2];

/** Why flying requests are aborted when nobody needs their answers any more. */
const NO_LONGER_NEEDED = new Error('the export needs no further answer');

/**
 * Fetches what one job still lacks: takes requests from the frontier, keeps `lanes` of them in the air, and stores each
 * answer before the requests that it opens are made.
 */
export class ExportRun {
  readonly #parts: ExportRunParts;
  readonly #context: CommitContext;
  readonly #frontier: Frontier;
  readonly #outcomes: Outcome[] = [];
  readonly #failed = new FailedExchanges();
  readonly #pageTries = new Map<number, number>();
  readonly #abort = new AbortController();
  readonly #sideAbort = new AbortController();
  readonly #side = { answered: 0, failed: 0, failedInARow: 0 };
  /** Routes that other machines took for it, by the names that people know. */
  readonly #routesOfOthers = new Set<string>();
  #totals: RunTotals;
  #help: RunHelp | null = null;
  /** Requests that are with other machines. */
  #asked = 0;
  #wake: () => void = () => undefined;

  constructor(parts: ExportRunParts) {
    this.#parts = parts;
    const { store, job, platform, options } = parts;
    const [row, walk] = [exportRowOf(platform, job.target), platform.walk ?? 'lists'];
    const stored = store.jobs.ledger(job.id);
    const incremental = stored.incremental === undefined ? null : incrementalReading(store.living(job.id), walk, row);
    this.#context = { store: store.run(job.id), walk, options, row, barren: new Map(), lastRows: new Map(), incremental };
    const ledger = this.#seeded(stored);
    this.#context.store.recall();
    // Not what the job says: that is never more than the limit.
    this.#totals = { kept: this.#context.store.kept(), replies: job.replies, platformTotal: job.platformTotal, ledger };
    this.#frontier = new Frontier(this.#context.store.frontier());
  }

  /**
   * Runs until the frontier is empty or the limit is reached.
   * @throws CommentdockError what ended the job; the signal's reason. What was fetched is stored either way.
   */
  async fetchAll(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#abort.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#help = this.#parts.openHelp?.(() => this.#wake()) ?? null;
    try {
      while (!this.#limitReached()) {
        signal.throwIfAborted();
        this.#launch();
        // Nothing is under way and nothing may be taken: whatever is left stands beyond the limit.
        if (this.#frontier.flyingCount === 0) break;
        await this.#someOutcome(signal);
        if (this.#outcomes.length > 0) this.#settle();
      }
      await this.#finish(signal);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#abort.abort(NO_LONGER_NEEDED);
      await this.#help?.close();
      this.#parts.keep(this.#failed.list());
    }
  }

  /** Puts the first requests into the frontier, unless that is done. */
  #seeded(ledger: Ledger): Ledger {
    if (ledger.seeded) return ledger;
    const { store, platform, job, options } = this.#parts;
    const run = this.#context.store;
    const seeded = { ...ledger, seeded: true };
    this.#parts.watch?.of(job.id, BEFORE_PAGES).begin();
    store.transaction(() => {
      for (const [index, next] of platform.start(job.target, options).entries()) {
        const position = startPosition(index);
        run.addEntry({
          ...entryFields(next),
          position,
          readKey: readKey(this.#context.walk, position),
          cursorHash: cursorHash(next.cursor),
        });
      }
      store.jobs.update(job.id, { ledger: seeded });
    });
    return seeded;
  }

  #limitReached(): boolean {
    const { limit } = this.#parts.options;
    if (this.#totals.kept < limit) return false;
    const first = this.#frontier.first();
    return first === null || this.#context.store.keptBefore(first.readKey) >= limit;
  }

  #launch(): void {
    const { limit } = this.#parts.options;
    const room = (key: string): number =>
      limit - this.#totals.kept > this.#frontier.expectedTotal ? Number.POSITIVE_INFINITY : limit - this.#context.store.keptBefore(key);
    const { lanes } = this.#parts;
    const helpers = this.#help?.helpers ?? 0;
    for (;;) {
      const own = this.#frontier.flyingCount - this.#asked;
      const hasRoomThere = this.#asked < helpers * lanes;
      if (own >= lanes && !hasRoomThere) break;
      const entry = this.#frontier.take(room);
      if (entry === null) break;
      const isAskable = hasRoomThere && mayBeAsked(entry, this.#pageTries.get(entry.id) ?? 0);
      // As many here as at each of the others: what waits here for the pace of its host could be made elsewhere. The next page of a first list leads to all else.
      const isMadeHere = own < lanes && (!isAskable || isFirstList(entry.position) || own * helpers <= this.#asked);
      if (!isMadeHere && !isAskable) {
        this.#frontier.putBack(entry);
        break;
      }
      void this.#fly(entry, isMadeHere ? null : this.#help);
    }
    this.#help?.noteOpen(this.#frontier.size);
  }

  /** `help`: whoever is asked to make it. */
  async #fly(entry: FrontierEntry, help: RunHelp | null): Promise<void> {
    const traffic: TrafficCounters = { requests: 0, retries: 0, waits: 0, waitedMs: 0 };
    const exchanges = new PageExchanges(entry.cursor);
    const answers = this.#parts.raw === undefined ? null : new PageAnswers(exchanges, this.#totals.ledger.raw);
    const signal = entry.role === 'replies' ? AbortSignal.any([this.#abort.signal, this.#sideAbort.signal]) : this.#abort.signal;
    const tries = this.#pageTries.get(entry.id) ?? 0;
    try {
      if (tries > 0) await this.#waitBeforeRetry(tries, traffic, signal);
      else if (entry.afterMs > 0) await wait(entry.afterMs, signal);
      const visit = { counters: traffic, exchanges: answers ?? exchanges, signal };
      const page = await (help === null ? fetchEntry(this.#parts, entry, visit) : this.#askFor(entry, help, visit));
      const raw = (await answers?.packed()) ?? null;
      signal.throwIfAborted();
      this.#outcomes.push({ entry, traffic, exchanges, result: { page, raw } });
    } catch (error) {
      if (signal.aborted) return;
      this.#outcomes.push({ entry, traffic, exchanges, result: { error: asCommentdockError(error) } });
    }
    this.#wake();
  }

  /** Has another machine make it; what fails there is made here. */
  async #askFor(entry: FrontierEntry, help: RunHelp, visit: PageVisit): Promise<Page> {
    const { retryBudget } = this.#parts;
    const { id: entryId, cursor, role } = entry;
    this.#asked += 1;
    const asking = help.ask({ entryId, cursor, role, retriesLeft: retryBudget.left }, visit.signal);
    const answer = await asking.finally(() => (this.#asked -= 1));
    if (answer !== null) {
      for (const name of ['requests', 'retries', 'waits', 'waitedMs'] as const) visit.counters[name] += answer.traffic[name];
      retryBudget.left -= answer.traffic.retries;
      if (answer.route !== null) this.#routesOfOthers.add(answer.route);
    }
    if (answer?.kind === 'gone') throw new PlatformRefusal('NOT_FOUND', answer.detail);
    return answer?.kind === 'page' ? answer.page : fetchEntry(this.#parts, entry, visit);
  }

  async #waitBeforeRetry(tries: number, traffic: TrafficCounters, signal: AbortSignal): Promise<void> {
    const ms = backoffMs(tries, this.#parts.retryScale);
    traffic.retries += 1;
    traffic.waits += 1;
    traffic.waitedMs += ms;
    await wait(ms, signal);
  }

  async #someOutcome(signal: AbortSignal): Promise<void> {
    if (this.#outcomes.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      this.#abort.signal.addEventListener('abort', this.#wake, { once: true });
      await promise;
      this.#abort.signal.removeEventListener('abort', this.#wake);
    }
    // Answers that arrived together are stored together: one sync to disk for all of them.
    await nextTurn();
    signal.throwIfAborted();
  }

  #settle(): void {
    const outcomes = this.#outcomes.splice(0);
    const { store, job, options, learnt, onCommit } = this.#parts;
    let fatal: CommentdockError | null = null;
    const before = this.#totals.kept;
    const record = store.jobs.commit(job.id, () => {
      lookAhead(
        this.#context,
        outcomes.flatMap(({ entry, result }) => ('page' in result ? [{ entry, page: result.page }] : [])),
      );
      for (const outcome of outcomes) fatal = this.#settleOne(outcome) ?? fatal;
      const unsaved = learnt.takeUnsaved();
      if (unsaved !== null) store.learnt.replace(job.platform, unsaved);
      if (this.#repliesAreDead()) this.#giveUpReplies();
      this.#totals = { ...this.#totals, ledger: withRoute(this.#totals.ledger, this.#routesTaken()) };
      const { kept, replies, platformTotal, ledger } = this.#totals;
      const { incremental: account } = ledger;
      // What the run before had is there whatever the limit.
      const most = account === undefined ? options.limit : account.carry.rows + options.limit;
      const rows = account === undefined ? kept : account.carry.rows + account.fresh;
      return {
        exported: Math.min(rows, most) - leftOutBy(ledger.languages),
        replies: Math.min(replies, most),
        platformTotal,
        ledger,
      };
    });
    commits.publish({ answers: outcomes.length, items: this.#totals.kept - before } satisfies MeasuredCommit);
    onCommit(record);
    if (fatal !== null) throw fatal;
  }

  #routesTaken(): RouteAccount | undefined {
    const own = this.#parts.session.routes?.account();
    if (own === undefined) return undefined;
    const others = [...this.#routesOfOthers].filter((label) => !own.used.some((used) => used.label === label));
    return { ...own, used: [...others.map((label) => ({ label, end: null })), ...own.used] };
  }

  /** Returns the error that ends the job, if this outcome is one. */
  #settleOne({ entry, traffic, exchanges, result }: Outcome): CommentdockError | null {
    if ('page' in result) {
      const { totals, added } = commitPage(this.#context, this.#totals, entry, result.page, traffic);
      this.#totals = totals;
      this.#failed.noteRows(exchanges, result.page.gaps ?? []);
      this.#keepRaw(entry, result.raw);
      this.#leave(entry);
      for (const next of added) this.#frontier.add(next);
      if (entry.role === 'replies') this.#noteAnsweredThread();
      return null;
    }
    this.#totals = { ...this.#totals, ledger: withTraffic(this.#totals.ledger, traffic) };
    const tries = (this.#pageTries.get(entry.id) ?? 0) + 1;
    const consequence = consequenceOf(result.error, entry, tries, this.#parts.retryBudget.left);
    if (consequence.kind !== 'again') this.#failed.note(exchanges, result.error, consequence.kind === 'jobFails' ? 'jobFails' : 'gap');
    if (consequence.kind === 'jobFails') {
      // What an earlier run learnt may be the cause: the next one begins without it.
      if (result.error.code === 'PLATFORM_CHANGED') this.#parts.learnt.forget();
      return result.error;
    }
    if (consequence.kind === 'again') {
      this.#pageTries.set(entry.id, tries);
      this.#parts.retryBudget.left -= 1;
      this.#frontier.putBack(entry);
      return null;
    }
    this.#totals = { ...this.#totals, ledger: withGaps(this.#totals.ledger, [consequence.gap]) };
    if (entry.role === 'replies') this.#noteFailedThread(result.error);
    this.#drop(entry);
    return null;
  }

  /** In the transaction of their page. */
  #keepRaw(entry: FrontierEntry, answers: RawOfPage): void {
    const { raw: keeping, store, job } = this.#parts;
    if (answers === null || keeping === undefined) return;
    const { ledger } = this.#totals;
    const raw = withAnswers(ledger.raw, answers, keeping);
    if (answers.packed !== null && raw.pages > (ledger.raw?.pages ?? 0))
      store.rawAnswers.add(job.id, entry.readKey, keeping.seal(answers.packed));
    this.#totals = { ...this.#totals, ledger: { ...ledger, raw } };
  }

  #drop(entry: FrontierEntry): void {
    this.#leave(entry);
    this.#context.store.dropEntry(entry.id, cursorHash(entry.cursor));
    const { incremental } = this.#context;
    const { ledger } = this.#totals;
    if (incremental === null || ledger.incremental === undefined) return;
    const account = accountDropped(ledger.incremental, incremental, entry);
    this.#totals = { ...this.#totals, ledger: { ...ledger, incremental: account } };
  }

  /** The store gives ids out again, so that tries must not outlive their entry. */
  #leave(entry: FrontierEntry): void {
    this.#frontier.leave(entry);
    this.#pageTries.delete(entry.id);
  }

  #noteAnsweredThread(): void {
    this.#side.answered += 1;
    this.#side.failedInARow = 0;
  }

  #noteFailedThread(error: CommentdockError): void {
    this.#side.failed += 1;
    if (error.code !== 'NOT_FOUND') this.#side.failedInARow += 1;
  }

  #repliesAreDead(): boolean {
    const { answered, failed, failedInARow } = this.#side;
    return (answered === 0 && failed >= DEAD_KIND_AFTER) || failedInARow >= DEAD_KIND_AFTER_IN_A_ROW;
  }

  #giveUpReplies(): void {
    const dead = this.#frontier.all().filter((entry) => entry.role === 'replies');
    if (dead.length === 0) return;
    const count = dead.reduce((sum, entry) => sum + (entry.expect ?? 0), 0);
    const note = `${dead.length} further lists of replies were not asked for: the last ${this.#side.failedInARow || this.#side.failed} all failed alike`;
    this.#totals = { ...this.#totals, ledger: withGaps(this.#totals.ledger, [{ cause: 'blocked', count, note }]) };
    for (const entry of dead) this.#drop(entry);
    this.#sideAbort.abort(NO_LONGER_NEEDED);
  }

  async #finish(signal: AbortSignal): Promise<void> {
    const { store, job, options } = this.#parts;
    const surplus = Math.max(0, this.#totals.kept - options.limit);
    const left = this.#context.store.frontier().length;
    const limitReached = surplus > 0 || left > 0;
    const { wholeListRead: _, ...totals } = this.#totals.ledger;
    const read = { ...totals, limitReached, surplus, resumable: limitReached };
    const ledger: Ledger = limitReached ? read : { ...read, wholeListRead: true };
    // Rows that an earlier run of this export left out by their language stay out until they are chosen anew.
    const exported = Math.min(this.#totals.kept, options.limit) - leftOutBy(ledger.languages);
    const { incremental } = this.#context;
    const { incremental: account } = ledger;
    if (incremental === null || account === undefined) {
      store.jobs.update(job.id, { ledger, exported });
      return;
    }
    const end = {
      limit: options.limit,
      isWhole: !limitReached,
      readRows: this.#totals.kept,
      platformTotal: this.#totals.platformTotal,
    };
    const settled = await settleIncremental(account, incremental, end, { store, signal });
    const { rows, replies } = settled.tally;
    store.jobs.update(job.id, { ledger: { ...ledger, incremental: settled }, exported: rows, replies });
  }
}
