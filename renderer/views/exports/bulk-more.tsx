import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, Heading, MenuTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { call, CallError } from '#renderer/client/call.ts';
import { type Job, KEPT, readOf } from '#renderer/client/queries.ts';
import { ActionMenu } from '#renderer/components/action-menu.tsx';
import { useDeletions } from '#renderer/components/deletions.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { type LateWords, useLateWords } from '#renderer/messages/late.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { mayBeJudged } from '#renderer/views/export/tone.tsx';
import { beginFurther, furtherOf } from '#renderer/views/exports/further.ts';
import { LabelDialog } from '#renderer/views/exports/label-form.tsx';

interface BulkMoreParts {
  readonly jobs: readonly Job[];
  readonly onDone: () => void;
}

/** Something that is done to some of those that are selected. */
interface Deed {
  readonly id: 'label' | 'goOn' | 'again' | 'changes' | 'judge' | 'delete';
  readonly name: string;
  /** Of those that it can be done to. */
  readonly jobs: readonly Job[];
}

/** What can be done with many exports at once, besides downloading them. */
export function BulkMore({ jobs, onDone }: BulkMoreParts) {
  const words = useLateWords('notes');
  const inWords = useErrorWords();
  const [opened, setOpened] = useState<Deed | null>(null);
  const { begin } = useDeletions();
  const work = useWork(onDone);
  const close = (): void => setOpened(null);
  const deeds = deedsOf(jobs, words);
  const choose = (deed: Deed | undefined): void => {
    if (deed === undefined) return;
    if (deed.id === 'label' || deed.id === 'judge' || deed.id === 'delete') setOpened(deed);
    else work.mutate(deed);
  };
  return (
    <>
      <MenuTrigger>
        <Button className="button" isDisabled={work.isPending}>
          {words.late('many.more')}
          <ChevronDown size={14} aria-hidden />
        </Button>
        <ActionMenu items={deeds} onAction={(id) => choose(deeds.find((deed) => deed.id === id))} />
      </MenuTrigger>
      {work.error !== null && (
        <span className="bad" role="alert">
          {words.late('many.failed', { count: work.error.count, words: inWords(work.error.first) })}
        </span>
      )}
      <LabelDialog jobs={jobs} isOpen={opened?.id === 'label'} onClose={close} />
      {opened !== null && opened.id !== 'label' && (
        <Sure
          deed={opened}
          onClose={close}
          onSure={() => {
            close();
            if (opened.id === 'judge') return work.mutate(opened);
            begin(opened.jobs);
            onDone();
          }}
        />
      )}
    </>
  );
}

function deedsOf(jobs: readonly Job[], { late }: LateWords<'notes'>): readonly Deed[] {
  const those = (can: (job: Job) => boolean): readonly Job[] => jobs.filter(can);
  const further = (kind: 'goOn' | 'again' | 'changes'): Deed => {
    const found = those((job) => (furtherOf(job)?.[kind] ?? null) !== null);
    return { id: kind, name: late(`many.${kind}`, { count: found.length }), jobs: found };
  };
  const judged = those(mayBeJudged);
  const all: readonly Deed[] = [
    { id: 'label', name: late('label.action'), jobs },
    further('goOn'),
    further('again'),
    further('changes'),
    { id: 'judge', name: late('many.judge', { count: judged.length }), jobs: judged },
    { id: 'delete', name: late('many.delete', { count: jobs.length }), jobs },
  ];
  return all.filter((deed) => deed.jobs.length > 0);
}

/** How many of them could not be done, and why the first could not. */
class SomeFailed extends Error {
  readonly count: number;
  readonly first: CallError;
  constructor(count: number, first: CallError) {
    super(first.message);
    this.count = count;
    this.first = first;
  }
}

/** One after the other; one that fails holds up none behind it. */
function useWork(onDone: () => void) {
  const kept = useQueryClient();
  return useMutation<void, SomeFailed, Deed>({
    async mutationFn({ id, jobs }) {
      const failures: CallError[] = [];
      for (const job of jobs)
        await done(id, job).catch((error: unknown) => {
          if (!(error instanceof CallError)) throw error;
          failures.push(error);
        });
      const [first] = failures;
      if (first !== undefined) throw new SomeFailed(failures.length, first);
    },
    onSuccess: onDone,
    onSettled: () => kept.invalidateQueries({ queryKey: KEPT.jobs }),
  });
}

async function done(id: Deed['id'], job: Job): Promise<void> {
  const further = furtherOf(job);
  if (id === 'judge') await call('conversions.start', { guid: job.guid, filter: { sentiment: true } });
  const options = id === 'goOn' || id === 'again' || id === 'changes' ? (further?.[id] ?? null) : null;
  if (options !== null) await beginFurther(job, options);
}

interface SureParts {
  readonly deed: Deed;
  readonly onSure: () => void;
  readonly onClose: () => void;
}

/** Asks before something is taken away, or texts are judged by somebody. */
function Sure({ deed, onSure, onClose }: SureParts) {
  const { late, text } = useLateWords('notes');
  const isDeletion = deed.id === 'delete';
  const providers = useQuery({ ...readOf('sentiment.providers', {}), enabled: !isDeletion });
  const judge = providers.data?.find(({ in_use: isInUse }) => isInUse);
  const rows = deed.jobs.reduce((sum, { total_exported: exported }) => sum + exported, 0);
  return (
    <ModalOverlay isOpen onOpenChange={(stays) => !stays && onClose()} isDismissable className="overlay">
      <Modal className="dialog">
        <Dialog role="alertdialog">
          <Heading slot="title">{isDeletion ? late('many.deleteTitle', { count: deed.jobs.length }) : deed.name}</Heading>
          <p>
            {isDeletion
              ? late('many.deleteWords', { rows })
              : late('many.judgeWords', {
                  count: deed.jobs.length,
                  judge: judge === undefined || judge.id === 'built-in' ? text('tone.builtIn') : judge.title,
                })}
          </p>
          {providers.error !== null && <Problem error={providers.error} />}
          <div className="dialog-actions">
            <Button className="button" onPress={onClose} autoFocus>
              {text('action.cancel')}
            </Button>
            <Button
              className={isDeletion ? 'button button-bad' : 'button button-main'}
              isDisabled={!isDeletion && providers.data === undefined}
              onPress={onSure}
            >
              {text(isDeletion ? 'action.delete' : 'tone.start')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
