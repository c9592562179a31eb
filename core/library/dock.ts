import { setMaxListeners } from 'node:events';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { FileFormat } from '#core/contract/tier.ts';
import { cursorOfJob } from '#core/engine/continuation.ts';
import { findJob } from '#core/exports/jobs.ts';
import { type Core, type HostProcess, startCore } from '#core/index.ts';
import type { Commentdock, ExportRun, ExportWish } from '#core/library/interface.ts';
import { type CallHere, Run } from '#core/library/run.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { contextOf } from '#core/team/call-context.ts';
import { callNamed } from '#core/operations/registry.ts';

/** Whoever reads items needs no workbook. */
const LINES_ALONE: readonly FileFormat[] = ['jsonl'];

/** What a command or a program runs at once of the exports of a database, where the settings say nothing. */
const LANES_HERE = 2;

interface DockParts {
  /** As of `startCore`. */
  readonly standing?: 'goOn' | 'rest';
  /** Left out: the process is the program's own. */
  readonly host?: HostProcess;
  /** Called once all is closed. */
  onClosed?(): Promise<void>;
}

/** An open data folder and what the command line needs of it besides. */
interface Dock extends Commentdock {
  readonly core: Core;
  /** Aborts when it is closed, and where its engine breaks down for good. */
  readonly over: AbortSignal;
}

/** @throws CommentdockError DATA_DIR_IN_USE, DATA_DIR_NEWER, DISK */
export async function openDock(config: Config, { standing, host, onClosed }: DockParts = {}): Promise<Dock> {
  const core = await startCore({ ...config, workLanes: config.workLanes ?? LANES_HERE }, standing, host);
  const { services } = core;
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  void core.failure.then((failure) => over.abort(failure));
  const call: CallHere = async (name, input) => {
    over.signal.throwIfAborted();
    return callNamed(name, input, contextOf(services, { caller: OWNER_HERE, links: { baseUrl: '' }, signal: over.signal }));
  };
  const follow = (guid: string, { signal }: Pick<ExportWish, 'signal'>): ExportRun => {
    const run = new Run(findJob(guid, services), { ...services, over: over.signal, call });
    signal?.addEventListener('abort', () => void run.abort().catch(ignoreFailure), { once: true, signal: over.signal });
    if (signal?.aborted === true) void run.abort().catch(ignoreFailure);
    return run;
  };
  const start: Commentdock['export'] = async (url, { options = {}, formats = LINES_ALONE, sandbox = false, signal } = {}) => {
    signal?.throwIfAborted();
    const { jobs } = await call('jobs.create', { url, options, formats: [...formats], sandbox });
    return follow((jobs[0] as { readonly guid: string }).guid, { signal });
  };
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    over.abort(new CommentdockError('STOPPED', 'Commentdock is closing.'));
    await core.close();
    await onClosed?.();
  };
  return {
    core,
    over: over.signal,
    export: start,
    async resume(guid, wish = {}) {
      const { status, resumable, url, options, formats, sandbox } = findJob(guid, services);
      if (status === 'stopped' && resumable) {
        return start(url, { formats, sandbox, ...wish, options: { ...options, ...wish.options, cursor: cursorOfJob(guid) } });
      }
      wish.signal?.throwIfAborted();
      if (status === 'error') await call('jobs.retry', { guid });
      return follow(guid, wish);
    },
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

/** In the process of somebody else it speaks to them alone, and ends nothing. */
export function guestOf(warn: (words: string) => void): HostProcess {
  const stuck = 'A thread of Commentdock stands still within native code and may hold up the end of the process.';
  return { warn, say: warn, onStuck: () => warn(stuck) };
}

/** Whoever reads the run hears of it. */
function ignoreFailure(): void {}
