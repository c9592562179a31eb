import '#renderer/design/time.css';
import { useQuery } from '@tanstack/react-query';
import { type Job, readOf } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { choose, useChosen } from '#renderer/shell/place.ts';
import { Curves, type Run } from '#renderer/views/export/time/curves.tsx';
import { RunRows } from '#renderer/views/export/time/run-rows.tsx';

/** All runs of the address of an export, and a slider that goes through them. Which one is seen stands in the address. */
export function TimeMachine({ job }: { readonly job: Job }) {
  const { late } = useLateWords('time');
  const runs = useQuery(readOf('exports.runs', { guid: job.guid }));
  if (runs.isPending) return <Loading />;
  if (runs.error !== null) return <Problem error={runs.error} onRetry={() => void runs.refetch()} />;
  if (runs.data.runs.length < 2) return <p className="quiet state">{late('time.none')}</p>;
  return <Through job={job} runs={runs.data.runs} />;
}

function Through({ job, runs }: { readonly job: Job; readonly runs: readonly Run[] }) {
  const { late, moment } = useLateWords('time');
  const [chosen] = useChosen();
  const named = (guid: string | null): number => runs.findIndex((run) => run.guid === guid);
  const own = named(job.guid);
  const at = Math.max(0, named(chosen.get('run')) === -1 ? own : named(chosen.get('run')));
  const run = runs[at] as Run;
  const show = (index: number): void => choose({ run: index === own ? null : (runs[index]?.guid ?? null) });
  const isChangesOnly = chosen.get('rows') !== 'all';
  const timeOf = ({ finished_at: time }: Run): string => (time === null ? '' : moment(time));
  return (
    <div className="time-machine">
      <Curves runs={runs} at={at} onChoose={show} />
      <label className="run-slider">
        <span className="label">{late('time.slider')}</span>
        <input
          type="range"
          min={0}
          max={runs.length - 1}
          value={at}
          aria-valuetext={timeOf(run)}
          onChange={({ target }) => show(Number(target.value))}
        />
      </label>
      <p role="status" className="number">
        {late('time.at', { time: timeOf(run), rows: run.rows, added: run.new, edited: run.edited, gone: run.gone })}
      </p>
      <Toggle
        label={late('time.changed')}
        words={late('time.changedWords')}
        isOn={isChangesOnly}
        onChange={(isOn) => choose({ rows: isOn ? null : 'all' })}
      />
      <RunRows guid={run.guid} isChangesOnly={isChangesOnly} />
      <RunTable runs={runs} timeOf={timeOf} />
    </div>
  );
}

function RunTable({ runs, timeOf }: { readonly runs: readonly Run[]; readonly timeOf: (run: Run) => string }) {
  const { text, late, number, language } = useLateWords('time');
  const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const orNothing = (value: number | null): string => (value === null ? '' : exact.format(value));
  const heads = [
    late('time.run'),
    late('time.count'),
    text('change.new'),
    text('change.edited'),
    text('change.gone'),
    late('time.sentiment'),
    late('time.rating'),
  ];
  return (
    <details>
      <summary>{late('time.table')}</summary>
      <div className="run-table" role="group" aria-label={late('time.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.guid} className="number">
                <th scope="row">{timeOf(run)}</th>
                {[run.rows, run.new, run.edited, run.gone].map((count, at) => (
                  <td key={at}>{number(count)}</td>
                ))}
                <td>{orNothing(run.average_sentiment)}</td>
                <td>{orNothing(run.average_rating)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
