import type { FoldingStore, RemovalStore, TakeOverStore } from '#core/engine/long-work-ports.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobErrorCode } from '#core/contract/error.ts';
import type { JobFile, JobRecord, NewJob, WaitingAtWall } from '#core/contract/job-record.ts';
import type { JobStatus } from '#core/contract/job.ts';
import type { Labels } from '#core/contract/labels.ts';
import type { Layout } from '#core/contract/layout.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import type { SavedCookie } from '#core/contract/saved-cookie.ts';
import type { WebhookEventName } from '#core/contract/webhook.ts';
import type { Ledger } from '#core/engine/completeness.ts';
import type { Reprocessing, ReprocessingStore, SentimentStore } from '#core/engine/sentiment-ports.ts';
import type { ExchangeLog, KeptExchangeStore } from '#core/engine/exchanges.ts';
import type { LearntStore, PlatformLearnt } from '#core/engine/learnt.ts';
import type { LivingStore } from '#core/engine/living-port.ts';
import type { FileWish, MediaBytes, MediaNames, MediaStore } from '#core/engine/media-ports.ts';
import type { PageWork } from '#core/engine/page-work.ts';
import type { Position } from '#core/engine/position.ts';
import type { SharedExports } from '#core/engine/shared-exports.ts';
import type { RawAnswerStore } from '#core/engine/raw-answers.ts';
import type { RouteAccount, RouteTries } from '#core/engine/route-ports.ts';
import type { WindowPort, WindowTries, WindowWish } from '#core/engine/window-ports.ts';
import type { ExportOptions, Json, Next, PlatformDefinition } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Files of an export that are noted nowhere. */
export interface FilesWish {
  readonly formats: readonly FileFormat[];
  readonly layout: Layout;
  /** Without what people said of rows: what the platform said alone. */
  readonly hidesRemarks?: true;
}

export interface FilesAside {
  readonly rows: number;
  /** `path`: absolute. */
  readonly files: readonly { readonly format: FileFormat; readonly path: string; readonly bytes: number }[];
}

/** What the rest of the process asks of the engine. It lives in its own thread: every call is a message. */
export interface EnginePort {
  /** Stores the jobs as `queueing`, in order, all or none, and starts what the plan's concurrency allows. */
  create(jobs: readonly NewJob[]): Promise<readonly JobRecord[]>;
  /** @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST naming the state */
  stop(guid: string): Promise<JobRecord>;
  /** @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST naming the state */
  retry(guid: string): Promise<JobRecord>;
  /**
   * Goes on with an export at a wall in a window of its platform, in front of which its owner sits: one that waits, or one that failed at
   * such a wall. Where the window is open already, what was refused is asked for once more.
   * @throws CommentdockError RESOURCE_NOT_FOUND; INVALID_REQUEST naming the state, or where there is no screen
   */
  goOnInWindow(guid: string): Promise<JobRecord>;
  /** Forgets what was learnt of a platform, for running exports too. Null: of all. */
  forgetLearnt(platform: string | null): Promise<void>;
  /** Closes the windows of an account and removes what they left on the disk. */
  forgetWindows(accountUuid: string): Promise<void>;
  /** Stops the job where it runs, then removes it, its items and its files. */
  remove(guid: string): Promise<void>;
  /** Writes files of what is stored now (a stopped job, a further format or layout). Returns when they exist whole. */
  writeFiles(guid: string, formats: readonly FileFormat[], layout?: Layout): Promise<JobRecord>;
  /** The same for whoever asked alone, who opens and removes them: nothing is noted. */
  writeAside(guid: string, wish: FilesWish): Promise<FilesAside>;
  /**
   * Writes the file that is noted of an export, under its name, where it is not in the folder: it was written by another node, or gave way
   * to others. Nothing is noted. Null where none is noted any more.
   * @throws CommentdockError RESOURCE_NOT_FOUND, DISK
   */
  restoreFile(guid: string, format: FileFormat, layout?: Layout): Promise<JobFile | null>;
  /** Files of an ended job say no longer what is stored: they go, and are written anew when somebody asks. @throws CommentdockError DISK */
  dropFiles(guid: string): Promise<void>;
  /**
   * Judges what an ended job holds and replaces its files; a restart goes on with it. Returns when they exist whole.
   * @throws CommentdockError as `writeFiles`, and what the judge gives up with
   */
  reprocess(guid: string, wish: Reprocessing): Promise<JobRecord>;
  /** Ends that, where it runs; what was judged is kept. Returns once it has ended. @throws CommentdockError RESOURCE_NOT_FOUND */
  cancelReprocessing(guid: string): Promise<void>;
  /** Ends what runs without ending its export, and starts no other but samples. Returns once nothing asks a platform any more. */
  pause(): Promise<void>;
  /** Goes on with all of it, from the pages where it was. Nothing happens where nothing is paused. */
  resume(): Promise<void>;
  /** Every change worth telling. Returns the way to stop listening. */
  subscribe(listener: (change: JobChange) => void): () => void;
  /** Aborts what runs (it continues at the next start) and closes the store. */
  close(): Promise<void>;
}

/**
 * Told after the change is committed. `progress` comes at most ten times a second per job; surfaces throttle further. The last
 * three are about jobs that have ended: `judging` is the progress of what ends in one of the others.
 */
export interface JobChange {
  readonly kind:
    | 'created'
    | 'started'
    | 'progress'
    | 'finished'
    | 'failed'
    | 'requeued'
    /** It waits for its owner at a wall, or does so no longer: `needsYou` says which. */
    | 'waiting'
    | 'stopped'
    | 'removed'
    | 'judging'
    | 'reprocessed'
    | 'notReprocessed';
  readonly job: JobRecord;
  /** Of the last two: the file that was asked for. */
  readonly format?: FileFormat;
  /** Another machine of the team has done it. */
  readonly isForeign?: true;
}

/** Counters that the session keeps while a page is fetched; the ledger adds them up. */
export interface TrafficCounters {
  requests: number;
  retries: number;
  waits: number;
  waitedMs: number;
}

/** The identity an export runs under. One for each run of a job; closed when the run ends. */
export interface RunSession {
  /** Left out: straight to the net. */
  readonly routes?: RouteTries;
  /** Left out: it does not go through a window. */
  readonly window?: WindowTries;
  /** A session for one `fetchPage`: its requests abort with `signal` and are counted in `counters`. */
  forPage(page: {
    readonly signal: AbortSignal;
    readonly counters: TrafficCounters;
    readonly tries: 'general' | 'once';
    /** Left out: nobody stands outside. */
    readonly work?: PageWork;
    /** Told of what is exchanged. Left out: nobody wants to know. */
    readonly exchanges?: ExchangeLog;
  }): Session;
  /**
   * Fetches a file that a row names, from whichever host of the public web, as the rows are fetched; cookies go to the platform's own hosts alone.
   * `notPublic`: it lies, or a redirect leads, elsewhere. Left out: files cannot be fetched.
   * @throws CommentdockError what the last try failed with; what the sink throws; the signal's reason
   */
  fetchFile?(wish: FileWish & { readonly counters: TrafficCounters }): Promise<'whole' | 'notPublic'>;
  close(): Promise<void>;
}

/** A saved account as a run uses it. */
export interface RunAccount {
  readonly uuid: string;
  readonly name: string;
  /** Those that are still valid. */
  readonly cookies: readonly SavedCookie[];
  /** Of the browser that they were made in; null: nobody said. */
  readonly userAgent: string | null;
  /** True where its session has ended, as its cookies say. */
  readonly hasExpired: boolean;
}

/** Accounts that the owner saved. */
export interface AccountPort {
  /**
   * The account whose session an export uses; null for none. Read anew for each run: a renewed account helps at the next retry.
   * @throws CommentdockError LOGIN_REQUIRED where the export names one that is gone
   */
  forJob(job: JobRecord): RunAccount | null;
  /** Notes that the platform does not take it for logged in. */
  needsLogin(account: RunAccount): void;
}

/** The network as the engine sees it. */
export interface NetworkPort {
  openSession(run: {
    readonly jobGuid: string;
    readonly platform: PlatformDefinition;
    readonly options: ExportOptions;
    /** Hosts that the URL of the export names, of sites that anybody can run. Left out: none. */
    readonly pastedHosts?: readonly string[];
    /** Cookies of the job, by name; sent to the platform's `cookies.domains`. */
    readonly cookies: Readonly<Record<string, string>>;
    /** Those of the saved account that stands in for them. */
    readonly savedCookies?: readonly SavedCookie[];
    /** Of the browser that these cookies were made in. Null or left out: as the one of this machine. */
    readonly userAgent?: string | null;
    /** The owner's route or pool that every request goes through, and what an earlier run stored of it. `further`: so many members behind that one. */
    readonly route?: { readonly vpn?: string; readonly pool?: string; readonly account: RouteAccount | null; readonly further?: number };
    /** Retries left in this export (decisions.md: 3 a request, 30 in all); the session takes from it. */
    readonly retryBudget: { left: number };
    /** True: half of the platform's pace. Default: as the setting says. */
    readonly isGentle?: boolean;
    /** Left out: it stays away from windows. */
    readonly window?: WindowWish;
    /** What exports of the platform learn. Left out: it begins with nothing, and nothing of it lasts. */
    readonly learnt?: Pick<PlatformLearnt, 'about'>;
  }): Promise<RunSession>;
  /** Left out: no window can be opened. */
  readonly windows?: WindowPort;
  close(): Promise<void>;
}

/** What the pacer keeps of a host between two starts of the program. Written by the engine's thread only. */
export interface HostPaceStore {
  load(host: string): HostPace | null;
  save(host: string, pace: HostPace): void;
}

export interface HostPace {
  /** Requests a second the host is given now. */
  readonly perSecond: number;
  /** No request before this instant (429, Retry-After); 0: none. */
  readonly pausedUntilMs: number;
  /** No request before this instant, by the pace alone; 0: none. */
  readonly pacedUntilMs: number;
  readonly updatedAtMs: number;
}

/** A request still to be made, as stored. */
export interface FrontierEntry {
  readonly id: number;
  readonly position: Position;
  readonly readKey: string;
  readonly role: Next['role'];
  readonly under: string | null;
  readonly expect: number | null;
  readonly optional: boolean;
  /** The wait before it is asked for, of a list that is still growing. Not stored: after a restart it has passed. */
  readonly afterMs: number;
  readonly cursor: Json;
}

export type NewEntry = Omit<FrontierEntry, 'id'> & { readonly cursorHash: number };

/** kept: exported, as far as `limit` reaches. filtered: outside the dates the job asked for. */
export type ItemState = 'kept' | 'filtered';

/** What the engine changes on a job; what is left out stays. */
export interface JobPatch {
  readonly status?: JobStatus;
  readonly platformTotal?: number | null;
  readonly exported?: number;
  readonly replies?: number;
  readonly retry?: number;
  readonly error?: string | null;
  readonly errorCode?: JobErrorCode | null;
  readonly byHand?: boolean;
  readonly needsYou?: WaitingAtWall | null;
  readonly ledger?: Ledger;
  readonly files?: readonly JobFile[];
  readonly startedAtMs?: number;
  readonly finishedAtMs?: number | null;
}

/** Jobs as the engine keeps them. Calls are synchronous and durable when they return (or when `transaction` does). */
export interface JobStore {
  /** @param labels what it is called and sorted by from the beginning; left out: nothing */
  insert(job: NewJob, ledger: Ledger, labels?: Labels): JobRecord;
  find(guid: string): JobRecord | null;
  /** As `find`, and one that was removed a moment ago too, of which little more than the guid is left. */
  findAny(guid: string): JobRecord | null;
  ledger(id: number): Ledger;
  byStatus(status: JobStatus): readonly JobRecord[];
  /** The newest export of a series that is done, besides the job itself; null where there is none. */
  lastDone(series: string, besidesId: number): JobRecord | null;
  /** The newest export of the same owner and list, whatever became of it; null where there is none. Samples are among samples alone. */
  newestLike(job: NewJob): JobRecord | null;
  /** The newest exports that are done, of the same owner, platform and list, besides the job itself; no samples. */
  doneLike(job: JobRecord): readonly JobRecord[];
  /** Whether a file of that name belongs to any job. */
  knowsFile(name: string): boolean;
  update(id: number, patch: JobPatch): JobRecord;
  /**
   * All that follows from answers of an export, in one transaction: what `work` stores, and what it returns is changed of the job. As long as
   * `work` asks nothing, a store on another machine is sent it whole, and waited for once.
   */
  commit(id: number, work: () => JobPatch): JobRecord;
  /** Nobody finds it any more; what it holds is deleted by `RemovalStore`. */
  remove(id: number): void;
}

/** What became of an item whose id was stored already. */
export interface MetAgain {
  readonly outcome: 'known' | 'moved';
  readonly other: Item | null;
}

/** What one export fetched and still has to fetch. */
export interface RunStore {
  /** Learns which requests and items the export has. Left out, the first that wants to know asks. */
  recall(): void;
  /** Names the items that a commit is about to bring, so that those met again are asked for together, before the first of them is wanted. */
  look(ids: readonly string[]): void;
  frontier(): FrontierEntry[];
  addEntry(entry: NewEntry): FrontierEntry;
  /** `cursorHash`: the one it was added with. */
  dropEntry(id: number, cursorHash: number): void;
  /** Notes that the thread died at its answer; returns how often by now. 0: there is no such entry any more. */
  noteDeath(id: number): number;
  forgetDeaths(): void;
  /** True where a request with this cursor was made or waits. */
  cursorKnown(cursorHash: number): boolean;
  addPage(readKey: string, cursorHash: number): number;
  setPageKept(pageId: number, kept: number): void;
  /**
   * `known`: the id is stored already and stays as it is. `moved`: it was stored by a page that comes later in reading
   * order, and now stands here. `other`: what stood or stands under the id, where that is not the same to the letter.
   */
  addItem(
    place: { readonly pageId: number; readonly readKey: string; readonly position: number },
    item: Item,
    state: ItemState,
  ): 'new' | MetAgain;
  /**
   * In an incremental run: the row of the run before with this id, unless this run has read it already. `isGone`: it was
   * gone by then. `seq` is its place in the store.
   */
  former(id: string): { readonly seq: number; readonly item: Item; readonly isGone: boolean } | null;
  /** That row, as it was read now. */
  readAgain(
    seq: number,
    place: { readonly pageId: number; readonly readKey: string; readonly position: number },
    item: Item,
    outcome: 'same' | 'edited' | 'returned' | 'gone' | 'goneEarlier',
  ): void;
  /** Kept items on pages before `readKey`. */
  keptBefore(readKey: string): number;
  /** All kept items, those past the limit too. */
  kept(): number;
}

/** What webhooks are to be sent, stored with the change that it tells of: the way there comes later, and survives a crash. */
export interface OutboxStore {
  /** One message for every enabled webhook that wants this event. */
  add(event: WebhookEventName, job: JobRecord): void;
}

export interface EngineStore {
  readonly exchanges: KeptExchangeStore;
  readonly rawAnswers: RawAnswerStore;
  readonly removals: RemovalStore;
  readonly foldings: FoldingStore;
  readonly takeOvers: TakeOverStore;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  readonly hosts: HostPaceStore;
  readonly learnt: LearntStore;
  /** Null: all exports of the store are this machine's. */
  readonly shared: SharedExports | null;
  run(jobId: number): RunStore;
  living(jobId: number): LivingStore;
  sentiments(jobId: number): SentimentStore;
  media(jobId: number): MediaStore;
  readonly mediaNames: MediaNames;
  /** Null: files lie in the folder of this machine alone. */
  readonly mediaBytes: MediaBytes | null;
  readonly reprocessings: ReprocessingStore;
  /** All or nothing, on disk when it returns. */
  transaction<T>(work: () => T): T;
  /** As `transaction`, with the room that is kept for a full disk: for what notes an end, or deletes. Not for what is fetched. */
  lastRoom<T>(work: () => T): T;
  /** Takes again what of that room was given up, as far as the disk has it. */
  renewReserve(): void;
  close(): void;
}
