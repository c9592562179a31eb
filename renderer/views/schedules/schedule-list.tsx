import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { allOf } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { ScheduleRow } from '#renderer/views/schedules/schedule-row.tsx';

export function ScheduleList() {
  const { text } = useWords();
  const schedules = useQuery(allOf('schedules.list'));
  useRefresh('schedules.list');
  if (schedules.isPending) return <Loading />;
  if (schedules.error !== null) return <Problem error={schedules.error} onRetry={() => void schedules.refetch()} />;
  const count = schedules.data.length;
  return (
    <div className="view">
      <div className="view-head">
        <h1>{text('schedules.title')}</h1>
        {count > 0 && (
          <div className="tools">
            <NewLink name={text('schedules.new')} />
          </div>
        )}
      </div>
      {count === 0 ? (
        <Empty title={text('schedules.empty.title')}>
          <CalendarClock size={28} aria-hidden className="quiet" />
          <p className="quiet empty-words">{text('schedules.empty.words')}</p>
          <NewLink name={text('schedules.empty.action')} />
        </Empty>
      ) : (
        <ul className="records" aria-label={text('schedules.list')}>
          {schedules.data.map((schedule) => (
            <ScheduleRow key={schedule.uuid} schedule={schedule} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NewLink({ name }: { readonly name: string }) {
  return (
    <a className="button button-main" href={linkTo({ view: 'schedules', detail: 'new' })}>
      <Plus size={14} aria-hidden />
      {name}
    </a>
  );
}
