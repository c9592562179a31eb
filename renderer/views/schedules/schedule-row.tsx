import { Pause, Play, StepForward, Trash2 } from 'lucide-react';
import { useChange, useJob } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { JobStatus } from '#renderer/components/job-status.tsx';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { inWords, type Schedule, timingOf } from '#renderer/views/schedules/timing.ts';

export function ScheduleRow({ schedule }: { readonly schedule: Schedule }) {
  const words = useWords();
  const { text, moment } = words;
  const { uuid, name, url, status, timezone, nextRunAt, lastError, missedRuns, incremental } = schedule;
  const address = url.replace(/^https?:\/\/(www\.)?/, '');
  const isPaused = status === 'paused';
  return (
    <li className="record schedule">
      <div className="record-name">
        <a className="clipped" href={linkTo({ view: 'schedules', detail: uuid })}>
          {name ?? address}
        </a>
        {name !== null && <span className="quiet clipped">{address}</span>}
        <span className="quiet">
          {inWords(timingOf(schedule), words)} · {timezone}
          {incremental && ` · ${text('schedules.incremental')}`}
        </span>
        {lastError !== null && <span className="bad">{lastError}</span>}
      </div>
      <dl className="record-facts">
        <div>
          <dt>{text('schedules.next')}</dt>
          <dd className="number">{nextRunAt === null ? <span className="chip">{text('schedules.paused')}</span> : moment(nextRunAt)}</dd>
        </div>
        <div>
          <dt>{text('schedules.last')}</dt>
          <dd className="number">
            <LastRun schedule={schedule} />
            {missedRuns > 0 && <span className="warn"> {text('schedules.missed', { count: missedRuns })}</span>}
          </dd>
        </div>
      </dl>
      <ScheduleActions uuid={uuid} isPaused={isPaused} />
    </li>
  );
}

/** When it ran last, how that went, and the way there. */
function LastRun({ schedule: { lastJobGuid, lastRunAt } }: { readonly schedule: Schedule }) {
  const { text, moment } = useWords();
  if (lastJobGuid === null || lastRunAt === null) return <span className="quiet">{text('schedules.never')}</span>;
  return (
    <>
      <a href={linkTo({ view: 'export', guid: lastJobGuid })}>{moment(lastRunAt)}</a> <RunStatus guid={lastJobGuid} />
    </>
  );
}

function RunStatus({ guid }: { readonly guid: string }) {
  const { data } = useJob(guid);
  return data === undefined ? null : <JobStatus job={data} />;
}

interface ScheduleActionParts {
  readonly uuid: string;
  readonly isPaused: boolean;
  readonly onDeleted?: () => void;
}

export function ScheduleActions({ uuid, isPaused, onDeleted }: ScheduleActionParts) {
  const { text } = useWords();
  const inWords = useErrorWords();
  const run = useChange('schedules.run', 'schedules.list', 'schedules.get');
  const pause = useChange('schedules.pause', 'schedules.list', 'schedules.get');
  const resume = useChange('schedules.resume', 'schedules.list', 'schedules.get');
  const remove = useChange('schedules.delete', 'schedules.list');
  const error = run.error ?? pause.error ?? resume.error ?? remove.error;
  return (
    <div className="record-actions">
      <IconButton icon={Play} name={text('schedules.run')} isBusy={run.isPending} onPress={() => run.mutate({ uuid })} />
      {isPaused ? (
        <IconButton icon={StepForward} name={text('schedules.resume')} isBusy={resume.isPending} onPress={() => resume.mutate({ uuid })} />
      ) : (
        <IconButton icon={Pause} name={text('schedules.pause')} isBusy={pause.isPending} onPress={() => pause.mutate({ uuid })} />
      )}
      <Confirm
        title={text('schedules.deleteTitle')}
        words={text('schedules.deleteWords')}
        action={text('action.delete')}
        onConfirm={() => remove.mutate({ uuid }, { onSuccess: () => onDeleted?.() })}
      >
        <IconButton icon={Trash2} name={text('action.delete')} isBusy={remove.isPending} />
      </Confirm>
      {error !== null && (
        <span className="bad record-error" role="alert">
          {inWords(error)}
        </span>
      )}
    </div>
  );
}
