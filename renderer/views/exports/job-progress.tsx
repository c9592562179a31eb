import { useEffect, useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goalOf, paceOf } from '#renderer/views/exports/pace.ts';

const TICK_MS = 1_000;

/** Count of total; while it runs, its rate and the time that is left, too. */
export function JobProgress({ job }: { readonly job: Job }) {
  const words = useWords();
  const isRunning = job.status === 'progress';
  const nowMs = useNow(isRunning);
  const goal = isRunning ? goalOf(job) : job.total;
  // Of all that there is: the number says it once.
  const count =
    goal === null || (!isRunning && goal === job.total_exported)
      ? words.number(job.total_exported)
      : words.text('exports.count', { count: job.total_exported, total: goal });
  if (!isRunning) return <span className="number">{count}</span>;
  const pace = paceOf(job, nowMs);
  const said = [
    pace === null ? '' : words.text('exports.rate', { rate: words.decimal(pace.perSecond) }),
    pace?.leftMs == null ? '' : words.text('exports.left', { time: words.span(pace.leftMs) }),
  ].filter((part) => part !== '');
  return (
    <ProgressBar
      className="progress"
      aria-label={words.text('status.progress')}
      value={(pace?.share ?? 0) * 100}
      isIndeterminate={pace?.share == null}
    >
      {({ percentage }) => (
        <>
          <span className="number">{count}</span>
          <span className="bar">
            <span className="fill" style={{ width: `${percentage ?? 8}%` }} />
          </span>
          <span className="quiet number">{said.join(' · ')}</span>
        </>
      )}
    </ProgressBar>
  );
}

function useNow(isTicking: boolean): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
