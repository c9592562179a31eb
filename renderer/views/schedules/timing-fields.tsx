import type { CallError } from '#renderer/client/call.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Segments } from '#renderer/components/segments.tsx';
import { TimeZoneField } from '#renderer/components/time-zone-field.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { inWords, type Pace, type Timing, weekdayName } from '#renderer/views/schedules/timing.ts';

const PACES: readonly Pace[] = ['hourly', 'daily', 'weekly', 'monthly', 'custom'];
/** As a calendar of work has them. */
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '0'] as const;
const DAYS = Array.from({ length: 31 }, (_each, index) => String(index + 1));
const EXAMPLE = '30 9 * * 1-5';

interface TimingFieldsParts {
  readonly timing: Timing;
  readonly error: CallError | null;
  readonly onChange: (timing: Timing) => void;
}

/** When it runs: a pace and what that needs, in which time zone. */
export function TimingFields({ timing, error, onChange }: TimingFieldsParts) {
  const words = useWords();
  const { text } = words;
  const change = (part: Partial<Timing>): void => onChange({ ...timing, ...part });
  return (
    <fieldset className="timing">
      <legend className="unseen">{text('schedules.when')}</legend>
      <Segments
        label={text('schedules.when')}
        value={timing.pace}
        options={PACES.map((id) => ({ id, name: text(`schedules.pace.${id}`) }))}
        onChange={(pace) => change({ pace })}
      />
      <div className="option-grid">
        <PaceFields timing={timing} error={error} onChange={onChange} />
        <TimeZoneField label={text('schedules.timezone')} value={timing.timezone} onChange={(timezone) => change({ timezone })} />
      </div>
      <p className="summary" role="status">
        {timing.pace === 'custom' && timing.cron === '' ? '' : `${inWords(timing, words)} · ${timing.timezone}`}
      </p>
    </fieldset>
  );
}

/** What the pace needs: the minute, the time, the weekday, the day, or all of it as an expression. */
function PaceFields({ timing, error, onChange }: TimingFieldsParts) {
  const words = useWords();
  const wrongOf = useFieldWords();
  const { text } = words;
  const change = (part: Partial<Timing>): void => onChange({ ...timing, ...part });
  if (timing.pace === 'custom') {
    return (
      <Field
        label={text('schedules.cron')}
        words={text('schedules.cron.words')}
        value={timing.cron}
        placeholder={EXAMPLE}
        isRequired
        error={wrongOf(error, 'cron')}
        onChange={(cron) => change({ cron })}
      />
    );
  }
  return (
    <>
      {timing.pace === 'weekly' && (
        <Choice
          label={text('schedules.weekday')}
          value={String(timing.weekday)}
          options={WEEKDAYS.map((id) => ({ id: id as string, name: weekdayName(Number(id), words) }))}
          onChange={(weekday) => change({ weekday: Number(weekday) })}
        />
      )}
      {timing.pace === 'monthly' && (
        <div>
          <Choice
            label={text('schedules.day')}
            value={String(timing.day)}
            options={DAYS.map((id) => ({ id, name: id }))}
            onChange={(day) => change({ day: Number(day) })}
          />
          <p className="meaning">{text('schedules.day.words')}</p>
        </div>
      )}
      {timing.pace === 'hourly' ? (
        <Field
          label={text('schedules.minute')}
          type="number"
          min={0}
          value={String(Number(timing.time.split(':')[1]))}
          onChange={(minute) => change({ time: `${timing.time.split(':')[0] ?? '00'}:${twoDigits(minute)}` })}
        />
      ) : (
        <Field
          label={text('schedules.time')}
          type="time"
          value={timing.time}
          onChange={(time) => change(/^\d\d:\d\d/.test(time) ? { time: time.slice(0, 'HH:MM'.length) } : {})}
        />
      )}
    </>
  );
}

/** A minute as it was typed, kept within the hour. */
function twoDigits(minute: string): string {
  return String(Math.min(59, Math.max(0, Number.parseInt(minute, 10) || 0))).padStart(2, '0');
}
