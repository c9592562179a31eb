import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components';
import { call } from '#renderer/client/call.ts';
import { type Job, useChange } from '#renderer/client/queries.ts';
import { jobName } from '#renderer/components/job-name.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const UNDO_MS = 10_000;

type Leaving = Pick<Job, 'guid' | 'url' | 'title'>;
/** So many have a line each; more share one. */
const MOST_LINES = 3;

/** Exports that are deleted, as long as that can be taken back, and the way to delete one. */
interface Deletions {
  readonly leaving: readonly Leaving[];
  begin(jobs: readonly Leaving[]): void;
  undo(guid: string): void;
}

const DeletionsContext = createContext<Deletions>({ leaving: [], begin: () => undefined, undo: () => undefined });

export function useDeletions(): Deletions {
  return use(DeletionsContext);
}

/** Deletes exports ten seconds after they were asked away, and at once where the window is closed or loaded anew. */
export function DeletionsPlace({ children }: { readonly children: ReactNode }) {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const { mutate, error } = useChange('jobs.delete');
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const undo = useCallback((guid: string) => {
    clearTimeout(timers.current.get(guid));
    timers.current.delete(guid);
    setLeaving((before) => before.filter((other) => other.guid !== guid));
  }, []);
  const begin = useCallback(
    (jobs: readonly Leaving[]) => {
      for (const { guid } of jobs) {
        const remove = (): void => {
          timers.current.delete(guid);
          mutate({ guid }, { onSettled: () => undo(guid) });
        };
        timers.current.set(guid, setTimeout(remove, UNDO_MS));
      }
      setLeaving((before) => [...before.filter((other) => jobs.every(({ guid }) => other.guid !== guid)), ...jobs]);
    },
    [mutate, undo],
  );
  useEffect(() => {
    const waiting = timers.current;
    const close = (): void => {
      for (const [guid, timer] of waiting) {
        clearTimeout(timer);
        void call('jobs.delete', { guid }).catch(() => undefined);
      }
      waiting.clear();
    };
    window.addEventListener('pagehide', close);
    return () => window.removeEventListener('pagehide', close);
  }, []);
  const deletions = useMemo(() => ({ leaving, begin, undo }), [leaving, begin, undo]);
  return (
    <DeletionsContext value={deletions}>
      {children}
      <div className="announcements deletions" role="status">
        {leaving.length <= MOST_LINES ? (
          leaving.map((job) => <Undo key={job.guid} jobs={[job]} onUndo={undo} />)
        ) : (
          <Undo jobs={leaving} onUndo={undo} />
        )}
        {error !== null && <Problem error={error} />}
      </div>
    </DeletionsContext>
  );
}

function Undo({ jobs, onUndo }: { readonly jobs: readonly Leaving[]; readonly onUndo: (guid: string) => void }) {
  const { text } = useWords();
  const [first] = jobs;
  return (
    <div className="announcement">
      <Trash2 size={16} aria-hidden />
      <span>
        {jobs.length === 1 && first !== undefined
          ? text('exports.deleted', { name: jobName(first) })
          : text('exports.deletedMany', { count: jobs.length })}
      </span>
      <Button className="button" onPress={() => jobs.forEach(({ guid }) => onUndo(guid))}>
        {text('action.undo')}
      </Button>
    </div>
  );
}
