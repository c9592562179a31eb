import { useCallback, useEffect, useState } from 'react';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useJob } from '#renderer/client/queries.ts';
import { jobName } from '#renderer/components/job-name.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { linkTo } from '#renderer/shell/place.ts';

const TOLD = 'commentdock:told';
const SHOWN_MS = 6_000;

interface Told {
  readonly guid?: string;
  readonly event?: string;
}

/** What is worth a word wherever one is. */
const WORDS: Readonly<Record<string, MessageKey>> = { 'job.finished': 'announce.done', 'job.failed': 'announce.failed' };

/** Passes an event of the service on to whoever shows it. */
export function tell(told: Told): void {
  window.dispatchEvent(new CustomEvent<Told>(TOLD, { detail: told }));
}

/** Calls back at each event of the service, for as long as the component is there. */
export function useTold(onTold: (told: Told) => void): void {
  useEffect(() => {
    const hear = (event: Event): void => onTold((event as CustomEvent<Told>).detail);
    window.addEventListener(TOLD, hear);
    return () => window.removeEventListener(TOLD, hear);
  }, [onTold]);
}

/** A line at the edge that leads to the export, and goes by itself. */
export function Announcements() {
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    const hear = (event: Event): void => {
      const { detail } = event as CustomEvent<Told>;
      if (WORDS[detail.event ?? ''] !== undefined) setTold(detail);
    };
    window.addEventListener(TOLD, hear);
    return () => window.removeEventListener(TOLD, hear);
  }, []);
  const close = useCallback(() => setTold(null), []);
  return (
    <div className="announcements" role="status">
      {told?.guid !== undefined && (
        <Announcement key={`${told.event} ${told.guid}`} guid={told.guid} event={told.event ?? ''} onClose={close} />
      )}
    </div>
  );
}

interface AnnouncementParts {
  readonly guid: string;
  readonly event: string;
  readonly onClose: () => void;
}

function Announcement({ guid, event, onClose }: AnnouncementParts) {
  const { text } = useWords();
  const job = useJob(guid);
  const words = WORDS[event];
  // It goes when it was there for a while, however long it took to come.
  const isShown = job.data !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown, onClose]);
  if (job.data === undefined || words === undefined) return null;
  const Icon = event === 'job.failed' ? TriangleAlert : CircleCheck;
  return (
    <div className="announcement">
      <Icon size={16} aria-hidden />
      <span>{text(words, { name: jobName(job.data) })}</span>
      <a href={linkTo({ view: 'export', guid })}>{text('action.open')}</a>
      <Button className="icon-button" aria-label={text('action.close')} onPress={onClose}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}
