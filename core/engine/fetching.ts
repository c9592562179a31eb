import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { exchangeOf, type KeptExchange } from '#core/contract/kept-exchange.ts';
import { tierOf } from '#core/contract/tier.ts';
import { carryOver } from '#core/engine/carry.ts';
import type { Chances } from '#core/engine/chances.ts';
import { originNote, withNotes, withRoute } from '#core/engine/completeness.ts';
import { BEFORE_PAGES } from '#core/engine/page-work.ts';
import type { EngineParts } from '#core/engine/engine-parts.ts';
import { ExportRun } from '#core/engine/export-run.ts';
import { type HelpDesk, seatsFor } from '#core/engine/help.ts';
import { HelpSession } from '#core/engine/help-session.ts';
import {
  allowanceNote,
  expectLogin,
  expiryNote,
  forTarget,
  isLoggedIn,
  loginOf,
  type RunLogin,
  savedFor,
  withLoginAdvice,
} from '#core/engine/login.ts';
import { untilOpened, windowProfileOf } from '#core/engine/owner-waits.ts';
import type { LearntBook } from '#core/engine/learnt.ts';
import type { NetworkPort, RunSession } from '#core/engine/ports.ts';
import type { RawKeeping } from '#core/engine/raw-answers.ts';
import { routeWish } from '#core/engine/route-wish.ts';
import { toExportOptions } from '#core/engine/selection.ts';
import { lackingWindow, type WindowNews } from '#core/engine/window-ports.ts';
import type { ExportOptions, PlatformDefinition } from '#core/platform-api/define.ts';

/** How a run asks its platform. `waits`: not before its owner opens a window. */
export type Way = 'plain' | 'window' | 'waits';

interface FetchWork {
  readonly job: JobRecord;
  readonly platform: PlatformDefinition;
  readonly way: Way;
  readonly signal: AbortSignal;
  readonly onCommit: (job: JobRecord) => void;
  /** Told of whose profile it has, and of its window where it has one. */
  readonly onSession: (profile: string, session: RunSession) => void;
  readonly news: WindowNews;
  /** Null: there is nobody who could help. */
  readonly help: HelpDesk | null;
}

/** Of one export, for files beside its rows. */
const RETRIES_OF_FILES = 100;

type SessionWish = Parameters<NetworkPort['openSession']>[0];

/** Fetches what a job still lacks, under the login that there is for it. */
export class Fetching {
  readonly #parts: EngineParts;
  readonly #chances: Chances;
  readonly #learnt: LearntBook;

  constructor(parts: EngineParts, chances: Chances, learnt: LearntBook) {
    this.#parts = parts;
    this.#chances = chances;
    this.#learnt = learnt;
  }

  /** @throws CommentdockError what ended the job; the signal's reason. What was fetched is stored either way. */
  async fetchAll(work: FetchWork): Promise<void> {
    const { store } = this.#parts;
    const { platform, way, signal, onCommit } = work;
    const job = await carryOver({ store, job: work.job, platform, onCommit }, signal);
    if (way === 'waits') throw untilOpened(platform.name);
    const login = loginOf(this.#parts, job, platform);
    try {
      // In a window a person may log in.
      if (way === 'plain') expectLogin(platform, login);
      else this.#expectWindow();
      const { limit } = toExportOptions(job.options, platform, tierOf(job.plan));
      const notes = [
        ...expiryNote(platform, login),
        ...allowanceNote(platform, login, limit),
        ...originNote(platform, store.jobs.ledger(job.id)),
      ];
      store.jobs.update(job.id, { ledger: withNotes(store.jobs.ledger(job.id), notes) });
      await this.#fetchAs(login, { ...work, job });
    } catch (error) {
      const told = withLoginAdvice(error, platform, login);
      if (told !== error && login.account !== null) this.#parts.accounts?.needsLogin(login.account);
      throw told;
    }
  }

  #expectWindow(): void {
    const lacking = lackingWindow(this.#parts.network);
    if (lacking !== null) throw new PlatformRefusal('BLOCKED', lacking);
  }

  /** A full disk costs the report of a failure, never the export. */
  #keep({ id, guid }: JobRecord, exchanges: readonly KeptExchange[]): void {
    const { store, sealing } = this.#parts;
    if (sealing === undefined) return;
    const sealed = exchanges.map((exchange) => sealing.seal(exchangeOf(guid), JSON.stringify(exchange)));
    try {
      store.transaction(() => store.exchanges.replace(id, sealed));
    } catch (error) {
      if (!(error instanceof CommentdockError && error.code === 'DISK')) throw error;
    }
  }

  /** Null where nobody asks for it. */
  #rawKeeping({ guid, options }: JobRecord, login: Pick<RawKeeping, 'isLoggedIn'>): RawKeeping | null {
    const { sealing } = this.#parts;
    if (options.keepRaw !== true || sealing === undefined) return null;
    return { seal: (packed) => sealing.sealPacked(exchangeOf(guid), packed), ...login };
  }

  async #fetchAs(login: RunLogin, { job, platform, way, signal, onCommit, onSession, news, help: desk }: FetchWork): Promise<void> {
    const { store, retryScale, lanes } = this.#parts;
    const { retryBudget } = this.#chances.of(job.guid);
    // What follows is the platform's own work, before any of its pages.
    this.#parts.watch?.of(job.id, BEFORE_PAGES).begin();
    const profile = windowProfileOf(job, login.account?.uuid ?? null);
    const opened = await this.#openSession(job, platform, {
      cookies: login.cookies,
      savedCookies: savedFor(platform, job.target, login),
      userAgent: job.options.userAgent ?? login.account?.userAgent ?? null,
      retryBudget,
      ...routeWish(job, store.jobs.ledger(job.id)),
      ...(way === 'window' ? { window: { profile, url: job.target.url, ...news } } : {}),
    });
    const { session } = opened;
    try {
      onSession(profile, session);
      store.jobs.update(job.id, { ledger: withRoute(store.jobs.ledger(job.id), session.routes?.account()) });
      const raw = this.#rawKeeping(job, { isLoggedIn: isLoggedIn(login) || way === 'window' });
      // What others are answered stays with them.
      const seats = desk === null || raw !== null ? 0 : seatsFor({ platform, login, session, desk });
      const run = new ExportRun({
        ...opened,
        store,
        job,
        platform,
        retryBudget,
        retryScale,
        onCommit,
        ...(raw === null ? {} : { raw }),
        keep: (exchanges) => this.#keep(job, exchanges),
        // One page after the other, as whoever sits in front of a window reads.
        lanes: way === 'window' ? 1 : (lanes ?? platform.pace.concurrency),
        ...(desk === null || seats === 0 ? {} : { openHelp: (onHelpers) => desk.open({ job, seats, onHelpers }) }),
        ...(this.#parts.watch === undefined ? {} : { watch: this.#parts.watch }),
      });
      await run.fetchAll(signal);
    } finally {
      await session.close();
    }
  }

  /** What a run works over, as nobody has it before. */
  async #openSession(
    job: JobRecord,
    platform: PlatformDefinition,
    as: Pick<SessionWish, 'cookies' | 'savedCookies' | 'userAgent' | 'retryBudget' | 'route' | 'window'>,
  ) {
    const options: ExportOptions = toExportOptions(job.options, platform, tierOf(job.plan));
    const learnt = this.#learnt.of(platform.id);
    const session = await this.#parts.network.openSession({
      jobGuid: job.guid,
      platform: forTarget(platform, job.target),
      pastedHosts: platform.pastedHosts?.(job.target.params) ?? [],
      options,
      learnt,
      ...as,
      ...(job.options.gentle === undefined ? {} : { isGentle: job.options.gentle }),
    });
    return { session, options, learnt };
  }

  /**
   * For files beside the rows of an export, as the same visitor, without a window.
   * @throws CommentdockError LOGIN_REQUIRED where the export names an account that is gone
   */
  async openForFiles(job: JobRecord, platform: PlatformDefinition): Promise<RunSession> {
    const login = loginOf(this.#parts, job, platform);
    const { session } = await this.#openSession(job, platform, {
      cookies: login.cookies,
      savedCookies: savedFor(platform, job.target, login),
      userAgent: job.options.userAgent ?? login.account?.userAgent ?? null,
      retryBudget: { left: RETRIES_OF_FILES },
      ...routeWish(job, this.#parts.store.jobs.ledger(job.id)),
    });
    return session;
  }

  /**
   * For an export that another machine runs: as a visitor of its own, whom the owner gave nothing. Null where there is no such export.
   * @param seat how many members of its pool further it begins @throws CommentdockError INTERNAL where its platform is not known here
   */
  async openHelp(guid: string, seat: number): Promise<HelpSession | null> {
    const { store, lanes, watch } = this.#parts;
    const job = store.jobs.find(guid);
    if (job === null) return null;
    const platform = await platformOf(job, this.#parts);
    const retryBudget = { left: 0 };
    const { route } = routeWish(job, store.jobs.ledger(job.id));
    const { session } = await this.#openSession(job, platform, {
      cookies: {},
      userAgent: job.options.userAgent ?? null,
      retryBudget,
      ...(route === undefined ? {} : { route: { ...route, further: seat } }),
    });
    const watched = watch === undefined ? {} : { watch };
    return new HelpSession({ session, platform, job, retryBudget, lanes: lanes ?? platform.pace.concurrency, ...watched });
  }
}

/** @throws CommentdockError INTERNAL */
export async function platformOf(
  job: JobRecord,
  { platformById, watch }: Pick<EngineParts, 'platformById' | 'watch'>,
): Promise<PlatformDefinition> {
  const platform = await platformById(job.platform, () => watch?.of(job.id, BEFORE_PAGES).begin());
  if (platform !== null) return platform;
  throw new CommentdockError('INTERNAL', `This version does not know the platform "${job.platform}".`);
}
