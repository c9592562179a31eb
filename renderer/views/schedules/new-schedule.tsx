import { useChange } from '#renderer/client/queries.ts';
import { OWN_ZONE } from '#renderer/components/time-zone-field.tsx';
import { WayBack } from '#renderer/components/way-back.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import type { Repeated } from '#renderer/views/schedules/repeat.ts';
import { wishOf } from '#renderer/views/schedules/repeated-options.ts';
import { ScheduleForm } from '#renderer/views/schedules/schedule-form.tsx';
import { partsAt, type Timing } from '#renderer/views/schedules/timing.ts';

const AT_FIRST = '09:00';

/** The form for a new schedule, filled in with the export that it is to repeat. */
export function NewSchedule({ repeated }: { readonly repeated: Repeated | null }) {
  const { text } = useWords();
  const create = useChange('schedules.create', 'schedules.list');
  return (
    <div className="view view-form">
      <div className="view-head">
        <div className="record-name">
          <WayBack view="schedules" name={text('schedules.title')} />
          <h1>{text('schedules.new')}</h1>
        </div>
      </div>
      <ScheduleForm
        start={{
          url: repeated?.url ?? '',
          name: '',
          wish: wishOf(repeated?.options ?? {}),
          timing: dailyFromNow(),
          incremental: false,
          options: repeated?.options ?? {},
        }}
        action={text('schedules.create')}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={(said) => create.mutate(said, { onSuccess: () => goTo({ view: 'schedules' }) })}
      />
    </div>
  );
}

function dailyFromNow(): Timing {
  return { ...partsAt(Date.now(), OWN_ZONE), pace: 'daily', time: AT_FIRST, cron: '', timezone: OWN_ZONE };
}
