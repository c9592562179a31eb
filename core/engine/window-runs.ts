import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { passableWall } from '#core/contract/needs-you.ts';
import type { EngineParts } from '#core/engine/engine-parts.ts';
import type { Way } from '#core/engine/fetching.ts';
import { OwnerWaits, windowProfileOf } from '#core/engine/owner-waits.ts';
import type { RunSession } from '#core/engine/ports.ts';
import type { RunningExports } from '#core/engine/running-exports.ts';
import { lackingWindow, type WindowNews, type WindowTries } from '#core/engine/window-ports.ts';

const DAY_HOURS = 24;

/** What the engine does for it. */
interface WindowRunTies {
  readonly running: RunningExports;
  /** A job waits for its owner, or does so no longer. */
  onChange(job: JobRecord): void;
  /** A place of the plan's may have become free. */
  onRoom(): void;
  /** Nobody has come in time. */
  onOver(guid: string, error: CommentdockError): void;
}

/** Which exports go through a window of their platform, and which wait until their owner opens it. */
export class WindowRuns {
  readonly #parts: EngineParts;
  readonly #ties: WindowRunTies;
  readonly #waits: OwnerWaits;
  /** Their owner has said so, or said so before on this profile. */
  readonly #wanted = new Set<string>();
  /** Of these the ones whose run was on the plain way, and is to begin again. */
  readonly #again = new Set<string>();
  readonly #windows = new Map<string, WindowTries>();
  readonly #profiles = new Map<string, string>();

  constructor(parts: EngineParts, ties: WindowRunTies) {
    this.#parts = parts;
    this.#ties = ties;
    const { store, windowWaitHours: waitHours = DAY_HOURS } = parts;
    this.#waits = new OwnerWaits({ store, waitHours, now: () => parts.now(), onOver: (guid, error) => ties.onOver(guid, error) });
  }

  wayOf({ guid, sandbox, options, byHand }: JobRecord): Way {
    if (this.#wanted.has(guid)) return 'window';
    if (sandbox || options.window !== true) return 'plain';
    return byHand === true ? 'window' : 'waits';
  }

  /** After a start: what waited goes on waiting. */
  resume(): void {
    this.#waits.resume();
  }

  /**
   * The job, if its owner may open its window.
   * @throws CommentdockError INVALID_REQUEST naming the state, or where there is no screen
   */
  expectWaiting(job: JobRecord, standing: 'paused' | 'going on'): JobRecord {
    const isAtWall = job.status === 'error' && passableWall(job.errorCode ?? '') !== null;
    const words =
      !isAtWall && !job.needsYou
        ? `The export is in state "${job.status}"${job.errorCode === null ? '' : ` (${job.errorCode})`} and waits for nobody.`
        : standing === 'paused'
          ? 'All exports are paused. `commentdock resume` lets them go on.'
          : this.#windows.has(job.guid)
            ? null
            : lackingWindow(this.#parts.network);
    if (words !== null) throw new CommentdockError('INVALID_REQUEST', words);
    return job;
  }

  /** True where its window is open, or opening: then what was refused is asked for once more. */
  nudge(guid: string): boolean {
    this.#windows.get(guid)?.nudge();
    return this.#ties.running.get(guid) !== undefined;
  }

  /** Its owner sits in front of it from now on. */
  open(job: JobRecord): JobRecord {
    const { store } = this.#parts;
    this.#wanted.add(job.guid);
    const opened = store.jobs.update(job.id, { byHand: true });
    if (!opened.needsYou) return opened;
    const waiting = this.#waits.note(opened, opened.needsYou, 'open');
    this.#ties.onChange(waiting);
    return waiting;
  }

  began(guid: string, profile: string, { window }: RunSession): void {
    this.#profiles.set(guid, profile);
    if (window !== undefined) this.#windows.set(guid, window);
  }

  newsOf(guid: string): WindowNews {
    const { running, onChange, onRoom } = this.#ties;
    const { jobs } = this.#parts.store;
    return {
      onWall: ({ code, message }) => {
        const [job, wall] = [jobs.find(guid), passableWall(code)];
        if (job === null || wall === null) return;
        running.stepAside(guid);
        onChange(this.#waits.note(job, { code: wall, message }, 'open'));
        onRoom();
      },
      onPassed: () => {
        running.stepBack(guid);
        const job = jobs.find(guid);
        if (job?.needsYou) onChange(this.#waits.end(job));
      },
    };
  }

  /** True where the export waits for its owner instead of ending with this error. */
  waitsAt(job: JobRecord, error: CommentdockError): boolean {
    const code = this.#waits.wallOf(job, error);
    if (code === null) return false;
    const { network } = this.#parts;
    const profile = this.#profiles.get(job.guid) ?? windowProfileOf(job, null);
    const wasThere = this.wayOf(job) !== 'plain';
    const opensAgain =
      !wasThere && job.byHand === true && lackingWindow(network) === null && network.windows?.hasPassed(job.platform, profile) === true;
    if (opensAgain) {
      this.#wanted.add(job.guid);
      this.#again.add(job.guid);
    } else this.#wanted.delete(job.guid);
    this.#ties.onChange(this.#waits.note(job, { code, message: error.message }, opensAgain ? 'open' : 'closed'));
    return true;
  }

  /** Called once a run has ended. The job where it begins again at once, through its window. */
  after(guid: string): JobRecord | null {
    this.#windows.delete(guid);
    const job = this.#parts.store.jobs.find(guid);
    if (this.#again.delete(guid)) return job;
    if (job?.needsYou?.window === 'open') {
      this.#wanted.delete(guid);
      this.#ties.onChange(this.#waits.note(job, job.needsYou, 'closed'));
    }
    return null;
  }

  /** The job has ended, or is gone. */
  forget(guid: string): void {
    this.#waits.forget(guid);
    for (const each of [this.#wanted, this.#again, this.#windows, this.#profiles]) each.delete(guid);
  }

  /** Removes what the window of a deleted export left, where it had a profile of its own. */
  async forgetExport(job: JobRecord): Promise<void> {
    if (job.cookieNames.length > 0) await this.#parts.network.windows?.forget(windowProfileOf(job, null));
  }

  async forgetAccount(accountUuid: string): Promise<void> {
    await this.#parts.network.windows?.forget(windowProfileOf({ guid: '', cookieNames: [] }, accountUuid));
  }

  close(): void {
    this.#waits.close();
  }
}
