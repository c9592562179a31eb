import { CeilingExceeded } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { PageWatch } from '#core/engine/page-work.ts';
import type { FrontierEntry, RunSession } from '#core/engine/ports.ts';
import type { WindowTries } from '#core/engine/window-ports.ts';
import type { Page, PlatformDefinition } from '#core/platform-api/define.ts';
import { inDigits, PAGE_CEILING } from '#core/platform-kit/ceilings.ts';

/** Whose page it is, and over what it is fetched. */
interface FetchGround {
  readonly session: RunSession;
  readonly platform: PlatformDefinition;
  readonly job: Pick<JobRecord, 'id'>;
  /** Left out: nobody watches. */
  readonly watch?: PageWatch;
}

type Visit = Pick<Parameters<RunSession['forPage']>[0], 'counters' | 'exchanges' | 'signal'>;

/** Makes one request of an export, within its window and over its routes. @throws what the platform and the session throw */
export function fetchEntry(
  { session, platform, job, watch }: FetchGround,
  entry: Pick<FrontierEntry, 'id' | 'role' | 'optional' | 'cursor'>,
  visit: Visit,
): Promise<Page> {
  const tries = entry.optional ? 'once' : 'general';
  const work = watch?.of(job.id, entry.id);
  const visited = { ...visit, tries, ...(work === undefined ? {} : { work }) } as const;
  const read = async (): Promise<Page> => {
    try {
      work?.begin();
      return withinCeiling(await platform.fetchPage(entry.cursor, session.forPage(visited)));
    } finally {
      work?.end();
    }
  };
  const page = { role: entry.role, tries, signal: visit.signal } as const;
  const readThere = session.window === undefined ? read : () => (session.window as WindowTries).tryPage(page, read);
  return session.routes === undefined ? readThere() : session.routes.tryEach(page, readThere);
}

/** What is stored in one go holds up all other exports. @throws CeilingExceeded */
function withinCeiling(page: Page): Page {
  const { rowsAndRequests } = PAGE_CEILING;
  if (page.items.length + (page.next?.length ?? 0) <= rowsAndRequests) return page;
  throw new CeilingExceeded(`${inDigits(rowsAndRequests)} rows and requests of one page`);
}
