import { Repeat } from 'lucide-react';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { type Repeated, repeatPlace } from '#renderer/views/schedules/repeat.ts';

/** Leads to the form for a schedule, filled in with an export. */
export function RepeatButton({ url, options }: Repeated) {
  const { text } = useWords();
  return (
    <a className="button" href={linkTo(repeatPlace({ url, options }))}>
      <Repeat size={14} aria-hidden />
      {text('schedules.repeat')}
    </a>
  );
}
