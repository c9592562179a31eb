import { randomUUID } from 'node:crypto';
import { asCommentdockError, CommentdockError, JOB_ERROR_CODES, PlatformChanged } from '#core/contract/error.ts';
import type { JobRecord, JobTarget } from '#core/contract/job-record.ts';
import { type JobOptions, SELECTORS } from '#core/contract/options.ts';
import type { CheckFinding } from '#core/contract/platform-check.ts';
import { Chances } from '#core/engine/chances.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import type { EngineParts } from '#core/engine/engine-parts.ts';
import { Fetching } from '#core/engine/fetching.ts';
import type { Activity } from '#core/engine/job-files.ts';
import { LearntBook, type LearntStore } from '#core/engine/learnt.ts';
import type { PageWatch } from '#core/engine/page-work.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

/** As exports choose, where no option says otherwise. */
const SELECTED = ['own', ...SELECTORS] as const;
const LAST = 1_000;
const ITEMS = 5;
/** So many examples are tried where the one before may be what is gone, and not the platform. */
const EXAMPLES = 3;
const CHECK_SECONDS = 50;
/** No export has this id: a thread that dies at a check's answer counts against none. */
const NO_JOB = -1;

const OUTCOME_OF: Readonly<Partial<Record<CommentdockError['code'], CheckFinding['outcome']>>> = {
  LOGIN_REQUIRED: 'needs_login',
  CAPTCHA: 'needs_you',
  BROWSER_MISSING: 'needs_you',
  PLATFORM_CHANGED: 'changed',
  NETWORK: 'unreachable',
};
/** What may be said of one example alone. */
const OF_EXAMPLE: ReadonlySet<CommentdockError['code']> = new Set(['NOT_FOUND', 'PRIVATE', 'COMMENTS_DISABLED', 'AGE_RESTRICTED']);

const TIME_IS_UP = new CommentdockError('NETWORK', `It did not answer within ${CHECK_SECONDS} s.`);
const ENDED = new CommentdockError('STOPPED', 'The check was ended.');

/** What the rest of the process asks of checks. */
export interface CheckPort {
  /**
   * Asks a platform for a few items of its public examples, as an export does, and within bounds of time. Leaves no export behind.
   * @throws CommentdockError STOPPED where the checks are ended meanwhile; INTERNAL for a platform that nobody knows
   */
  checkPlatform(id: string): Promise<CheckFinding>;
  /** Ends those that run. Returns once none asks a platform any more. */
  endChecks(): Promise<void>;
}

interface CheckParts extends Omit<EngineParts, 'store' | 'sealing'> {
  /** A store of its own for each example, which is gone once it is closed. */
  openScratch(): EngineStore;
  /** What exports learnt: a check begins with it, and teaches them nothing. */
  readonly learnt: Pick<LearntStore, 'of'>;
}

/** Looks whether platforms work, by the engine's own way of fetching, over a store that is forgotten. */
export class PlatformChecks implements CheckPort {
  readonly #parts: CheckParts;
  readonly #running = new Set<Activity>();

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  async checkPlatform(id: string): Promise<CheckFinding> {
    const abort = new AbortController();
    const work = this.#check(id, abort.signal);
    const running = { abort, ended: work.then(ignore, ignore) };
    this.#running.add(running);
    try {
      return await work;
    } finally {
      this.#running.delete(running);
    }
  }

  async endChecks(): Promise<void> {
    for (const { abort } of this.#running) abort.abort(ENDED);
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  async #check(id: string, ended: AbortSignal): Promise<CheckFinding> {
    const platform = await this.#parts.platformById(id, () => undefined);
    const examples = platform === null ? [] : examplesOf(platform);
    if (platform === null || examples.length === 0) throw new CommentdockError('INTERNAL', `There is nothing to check of "${id}".`);
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(TIME_IS_UP), CHECK_SECONDS * 1_000);
    const sinceMs = performance.now();
    let first: Omit<CheckFinding, 'seconds'> | null = null;
    try {
      for (const example of examples) {
        const { finding, mayBeExample } = await this.#ask(platform, example, AbortSignal.any([ended, timeUp.signal]));
        if (ended.aborted) throw ENDED;
        first = first === null || finding.outcome === 'works' ? finding : first;
        if (!mayBeExample || timeUp.signal.aborted) break;
      }
    } finally {
      clearTimeout(timer);
    }
    if (first === null) throw ENDED;
    return { ...first, seconds: Math.round((performance.now() - sinceMs) / 100) / 10 };
  }

  async #ask(platform: PlatformDefinition, example: Example, signal: AbortSignal): Promise<Asked> {
    const { openScratch, learnt, ...parts } = this.#parts;
    const store = openScratch();
    try {
      const { options, target } = example;
      const job = store.jobs.insert({ ...JOB, guid: randomUUID(), url: target.url, platform: platform.id, options, target }, EMPTY_LEDGER);
      const watch: Pick<EngineParts, 'watch'> = parts.watch === undefined ? {} : { watch: blamingNobody(parts.watch) };
      const fetching = new Fetching(
        { ...parts, store, ...watch },
        new Chances(),
        new LearntBook({ ...store.learnt, of: learnt.of }, parts.now),
      );
      const news = { onWall: ignore, onPassed: ignore };
      const error = await fetching
        .fetchAll({ job, platform, way: 'plain', signal, onCommit: ignore, onSession: ignore, news, help: null })
        .then(() => null, asCommentdockError);
      return findingOf(store.jobs.find(job.guid) ?? job, error);
    } finally {
      store.close();
    }
  }
}

interface Example {
  readonly options: JobOptions;
  readonly target: JobTarget;
}

interface Asked {
  readonly finding: Omit<CheckFinding, 'seconds'>;
  /** True where another example may tell another thing. */
  readonly mayBeExample: boolean;
}

/** Of the owner, and of no plan: nothing of it counts. */
const JOB = { plan: 'business', formats: [], sandbox: false, batchId: null, tokenUuid: null } as const;

function findingOf({ url, exported, completeness }: JobRecord, error: CommentdockError | null): Asked {
  const told = { url, items: exported, door: completeness.doors[0] ?? null };
  const came = exported > 0 && (error === null || error === TIME_IS_UP);
  if (came) return { finding: { ...told, outcome: 'works', code: null, path: null, detail: null }, mayBeExample: false };
  if (error === null) return { finding: { ...told, ...NOTHING }, mayBeExample: true };
  const code = JOB_ERROR_CODES.find((known) => known === error.code) ?? 'INTERNAL';
  const path = error instanceof PlatformChanged && code === 'PLATFORM_CHANGED' ? error.path : null;
  const outcome = OUTCOME_OF[code] ?? 'refuses';
  return { finding: { ...told, outcome, code, path, detail: error.message }, mayBeExample: OF_EXAMPLE.has(error.code) };
}

/** Examples are chosen for what they have. */
const NOTHING = {
  outcome: 'changed',
  code: 'PLATFORM_CHANGED',
  path: null,
  detail: 'Its examples gave nothing at all, and there have always been rows. An update of Commentdock may be needed.',
} as const;

/**
 * One of each kind of URL first, those that need no option before the others. Live chats come last: of a running one there are rows only
 * while somebody writes.
 */
function examplesOf(platform: PlatformDefinition): readonly Example[] {
  const ranked = platform.targets.flatMap((target) => {
    const selector = SELECTED.find((name) => target.exports[name] !== undefined && target.exports[name].type !== 'live_chat') ?? 'own';
    const row = target.exports[selector];
    if (row === undefined) return [];
    const rank = (selector === 'own' ? 0 : 1) + (row.type === 'live_chat' ? LAST : 0);
    return target.examples.map((url, place) => ({ target, selector, row, url, rank: rank + 2 * place }));
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, EXAMPLES)
    .flatMap(({ target, selector, row, url }) => {
      const pasted = parsePastedUrl(url, [platform]);
      const params = target.match(pasted);
      const options: JobOptions = { limit: ITEMS, ...(selector === 'own' ? {} : { [selector]: true }) };
      return params === null ? [] : [{ options, target: { target: target.name, params, type: row.type, selector, url: pasted.href } }];
    });
}

function blamingNobody(watch: PageWatch): PageWatch {
  return { of: (_jobId, entryId) => watch.of(NO_JOB, entryId) };
}

function ignore(): void {}
