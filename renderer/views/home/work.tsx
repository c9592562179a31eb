import { useQuery } from '@tanstack/react-query';
import { call, type CallError } from '#renderer/client/call.ts';
import { type Job, type JobsWish, KEPT } from '#renderer/client/queries.ts';
import { useDeletions } from '#renderer/components/deletions.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { SampleLinks } from '#renderer/views/home/sample-links.tsx';
import { WorkRow } from '#renderer/views/home/work-row.tsx';

/** As many as one request gives: among them are the few that ended last, however many run. */
const LOOKED_AT = 30;
/** Of those that run and of those that ended: the rest is behind a link. */
const SHOWN = 5;

/** Where work stands: what runs or waits for its turn, and what ended last. Samples where there was none yet. */
export function Work() {
  const { late } = useLateWords('home');
  const running = useNewest({ status: 'progress' });
  const waiting = useNewest({ status: 'queueing' });
  const newest = useNewest({});
  const { leaving } = useDeletions();
  if (newest.data === undefined || running.data === undefined || waiting.data === undefined) return null;
  const stays = (job: Job): boolean => !leaving.some(({ guid }) => guid === job.guid);
  const open = [...running.data, ...waiting.data].filter(stays);
  const ended = newest.data.filter((job) => stays(job) && !isOpen(job));
  if (open.length === 0 && ended.length === 0) return <SampleLinks />;
  return (
    <div className="work">
      <Part title={late('work.running')} jobs={open} more={{ words: late('work.allRunning'), place: '#/exports?status=progress' }} />
      <Part title={late('work.recent')} jobs={ended} more={{ words: late('work.all'), place: '#/exports' }} />
    </div>
  );
}

interface PartParts {
  readonly title: string;
  readonly jobs: readonly Job[];
  readonly more: { readonly words: string; readonly place: string };
}

function Part({ title, jobs, more }: PartParts) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="work-head">
        <h2>{title}</h2>
        <a href={more.place}>{more.words}</a>
      </div>
      <ul aria-label={title}>
        {jobs.slice(0, SHOWN).map((job) => (
          <WorkRow key={job.guid} job={job} />
        ))}
      </ul>
    </section>
  );
}

/** Kept for itself: what the list of exports begins with is not to be older than its first look. */
function useNewest(wish: JobsWish) {
  return useQuery<readonly Job[], CallError>({
    queryKey: [...KEPT.jobs, 'newest', wish],
    queryFn: ({ signal }) => call('jobs.list', { ...wish, page: 1, limit: LOOKED_AT }, signal),
  });
}

function isOpen({ status }: Job): boolean {
  return status === 'progress' || status === 'queueing';
}
