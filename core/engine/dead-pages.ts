import { CeilingExceeded, CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { BEFORE_PAGES, type PageDeath } from '#core/engine/page-work.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { PAGE_CEILING } from '#core/platform-kit/ceilings.ts';

/** Once may be chance: another export may have filled the memory just before. */
const DEATHS_OF_A_PAGE = 2;

const ERRORS: Readonly<Record<PageDeath['cause'], () => CommentdockError>> = {
  time: () => new CeilingExceeded(`${PAGE_CEILING.seconds} s of work on one page`),
  memory: () => new CeilingExceeded('the memory of the engine, twice at the same page'),
  breakdown: () =>
    new CommentdockError('INTERNAL', 'The engine broke down twice at the same page of this export. What was fetched is kept.'),
};

/**
 * Notes the pages at whose answers the thread died before this one took its place. Returns the exports that must not go on: nobody would get
 * further than such a page. All others go on from where they were. A page that is stored meanwhile, or gone, is nobody's fault.
 */
export function exportsToFail(
  deaths: readonly PageDeath[],
  store: EngineStore,
): readonly { readonly job: JobRecord; readonly error: CommentdockError }[] {
  const running = store.jobs.byStatus('progress');
  return deaths.flatMap(({ jobId, entryId, cause }) => {
    const job = running.find(({ id }) => id === jobId);
    const count = job === undefined || entryId === BEFORE_PAGES ? 0 : store.transaction(() => store.run(jobId).noteDeath(entryId));
    // Where it does not even begin, there is nothing that chance could have filled the memory with.
    const isLast = entryId === BEFORE_PAGES || count >= DEATHS_OF_A_PAGE || (count > 0 && cause === 'time');
    return job !== undefined && isLast ? [{ job, error: ERRORS[cause]() }] : [];
  });
}
