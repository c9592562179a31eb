import '#renderer/design/automation.css';
import { isNew, repeatedIn } from '#renderer/views/schedules/repeat.ts';
import { NewSchedule } from '#renderer/views/schedules/new-schedule.tsx';
import { ScheduleEditor } from '#renderer/views/schedules/schedule-editor.tsx';
import { ScheduleList } from '#renderer/views/schedules/schedule-list.tsx';

/** Exports that repeat: all of them, one of them, or a new one. */
export function SchedulesView({ detail }: { readonly detail: string | null }) {
  if (detail === null) return <ScheduleList />;
  return isNew(detail) ? <NewSchedule key={detail} repeated={repeatedIn(detail)} /> : <ScheduleEditor key={detail} uuid={detail} />;
}
