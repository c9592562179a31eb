import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOf, useChange, useJobs } from '#renderer/client/queries.ts';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { WayBack } from '#renderer/components/way-back.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo, linkTo } from '#renderer/shell/place.ts';
import { wishOf } from '#renderer/views/schedules/repeated-options.ts';
import { ScheduleForm } from '#renderer/views/schedules/schedule-form.tsx';
import { ScheduleActions } from '#renderer/views/schedules/schedule-row.tsx';
import { inWords, type Schedule, timingOf } from '#renderer/views/schedules/timing.ts';

const SHOWN_RUNS = 10;

export function ScheduleEditor({ uuid }: { readonly uuid: string }) {
  const schedule = useQuery(readOf('schedules.get', { uuid }));
  if (schedule.isPending) return <Loading />;
  if (schedule.error !== null) return <Problem error={schedule.error} onRetry={() => void schedule.refetch()} />;
  return <Editor schedule={schedule.data} />;
}

function Editor({ schedule }: { readonly schedule: Schedule }) {
  const words = useWords();
  const { text } = words;
  const { uuid, name, url, options, incremental, nextRunAt, status, masked_metadata: secrets } = schedule;
  const update = useChange('schedules.update', 'schedules.list', 'schedules.get');
  // What the form began with: the schedule itself changes while one types, by its runs.
  const [start] = useState(() => ({ url, name: name ?? '', wish: wishOf(options), timing: timingOf(schedule), incremental, options }));
  return (
    <div className="view view-form">
      <div className="view-head">
        <div className="record-name">
          <WayBack view="schedules" name={text('schedules.title')} />
          <h1 className="clipped">{name ?? url.replace(/^https?:\/\/(www\.)?/, '')}</h1>
          <p className="quiet">
            {inWords(timingOf(schedule), words)} · {schedule.timezone} ·{' '}
            {nextRunAt === null ? text('schedules.paused') : text('schedules.nextAt', { time: words.moment(nextRunAt) })}
          </p>
        </div>
        <ScheduleActions uuid={uuid} isPaused={status === 'paused'} onDeleted={() => goTo({ view: 'schedules' })} />
      </div>
      <Runs schedule={schedule} />
      <ScheduleForm
        start={start}
        action={text('automation.save')}
        isBusy={update.isPending}
        error={update.error}
        {...(Object.keys(secrets).length === 0 ? {} : { warning: text('schedules.cookiesKept') })}
        onSubmit={(said, changed) => {
          const { options: said_, anchorAt, frequency, cron, timezone, ...rest } = said;
          update.mutate(
            {
              uuid,
              ...rest,
              ...(changed.timing ? { frequency, cron, timezone, anchorAt } : {}),
              ...(changed.options ? { options: said_ } : {}),
            },
            { onSuccess: () => goTo({ view: 'schedules' }) },
          );
        }}
      />
    </div>
  );
}

/** The exports of this address since the schedule was made, newest first. */
function Runs({ schedule }: { readonly schedule: Schedule }) {
  const { text, moment, number } = useWords();
  const { data: jobs = [] } = useJobs();
  const runs = jobs.filter(({ url, created_at: at }) => url === schedule.url && at >= schedule.createdAt).slice(0, SHOWN_RUNS);
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">{text('schedules.runs')}</h2>
      <ul className="records">
        {runs.map((job) => (
          <li key={job.guid} className="record run">
            <a className="number" href={linkTo({ view: 'export', guid: job.guid })}>
              {moment(job.created_at)}
            </a>
            <span className="quiet number">
              {text('schedules.runItems', { count: number(job.total_exported) })}
              {job.incremental !== null && ` · ${text('schedules.runNew', { count: number(job.incremental.new) })}`}
            </span>
            <JobStatus job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}
