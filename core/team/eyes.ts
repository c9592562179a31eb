import type { Member } from '#core/auth/ports.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { findJob } from '#core/exports/jobs.ts';
import { type Owned, mayChange, sees } from '#core/operations/visibility.ts';
import type { Services } from '#core/operations/registry.ts';

/** How a member looks at what is kept. */
interface Eyes {
  readonly member: Member;
  sees(owned: Owned): boolean;
  /** Null for what is not there and for what is not seen: a member cannot tell one from the other. */
  seen<T extends Owned>(found: T | null): T | null;
  /** An export that may be read. @throws CommentdockError RESOURCE_NOT_FOUND */
  readable(guid: string): JobRecord;
  /** An export that may be changed. @throws CommentdockError RESOURCE_NOT_FOUND, INSUFFICIENT_SCOPE where it is only shared */
  changeable(guid: string): JobRecord;
  /** @throws CommentdockError RESOURCE_NOT_FOUND, INSUFFICIENT_SCOPE where it is only shared */
  expectOwn(found: Owned | null): void;
}

/** A port as a member may have it; `alike`: it holds nothing of anybody, or is asked only with what another port gave. */
export type View<P> = 'alike' | ((all: Services, eyes: Eyes) => P);

export function eyesOf({ jobs }: Pick<Services, 'jobs'>, member: Member): Eyes {
  const seen = <T extends Owned>(found: T | null): T | null => (found !== null && sees(member, found) ? found : null);
  const readable = (guid: string): JobRecord => findJob(guid, { jobs: { ...jobs, find: (asked) => seen(jobs.find(asked)) } });
  const expectOwn = (found: Owned | null): void => {
    if (found === null || !sees(member, found)) throw new CommentdockError('RESOURCE_NOT_FOUND');
    if (mayChange(member, found)) return;
    throw new CommentdockError('INSUFFICIENT_SCOPE', 'It is shared with you to be read. Only whose it is, and owners, change it.');
  };
  const changeable = (guid: string): JobRecord => {
    const job = readable(guid);
    expectOwn(job);
    return job;
  };
  return { member, sees: (owned) => sees(member, owned), seen, readable, changeable, expectOwn };
}

/** @throws CommentdockError INSUFFICIENT_SCOPE */
export function refuse(): never {
  throw new CommentdockError('INSUFFICIENT_SCOPE', 'This is for owners alone.');
}
