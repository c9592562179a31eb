import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Drama, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button, Dialog, Heading, Label, Modal, ModalOverlay, ProgressBar, Radio, RadioGroup } from 'react-aria-components';
import { call, type CallError, type Output } from '#renderer/client/call.ts';
import { type Job, KEPT, readOf, useChange } from '#renderer/client/queries.ts';

import { useTold } from '#renderer/components/announcements.tsx';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import { type Fact, Facts } from '#renderer/components/facts.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { mayHaveTexts } from '#renderer/views/export/job-state.ts';
import { staysHere } from '#renderer/views/sentiment/provider-form.ts';

type Provider = Output<'sentiment.providers'>[number];

const POLL_MS = 700;
const BUILT_IN = 'built-in';

/** Judges the tone of an export that has ended: whoever judges and what that takes are shown before it begins. */
export function ToneButton({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const { isAsked, ask } = useJudging(job.guid);
  if (!mayBeJudged(job)) return null;
  if (isAsked || job.sentiment?.state === 'running') return <ToneProgress job={job} />;
  return (
    <DialogButton icon={Drama} label={text('tone.action')}>
      {(close) => <ToneForm job={job} onStarted={ask} onDone={close} />}
    </DialogButton>
  );
}

/** Whether there are texts that somebody could judge. */
export function mayBeJudged(job: Job): boolean {
  return (job.status === 'done' || job.status === 'stopped') && mayHaveTexts(job) && job.total_exported > 0;
}

interface ToneDialogParts {
  readonly job: Job;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The same, opened from elsewhere. */
export function ToneDialog({ job, isOpen, onClose }: ToneDialogParts) {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(stays) => !stays && onClose()} isDismissable className="overlay">
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <ToneForm job={job} onStarted={onClose} onDone={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ToneFormParts {
  readonly job: Job;
  readonly onStarted: () => void;
  readonly onDone: () => void;
}

function ToneForm({ job, onStarted, onDone }: ToneFormParts) {
  const { text } = useWords();
  const providers = useQuery(readOf('sentiment.providers', {}));
  const [chosen, setChosen] = useState<string | null>(null);
  const start = useStart(job.guid, () => {
    onStarted();
    onDone();
  });
  if (providers.error !== null) return <Problem error={providers.error} onRetry={() => void providers.refetch()} />;
  if (providers.data === undefined) return <Loading />;
  const ready = providers.data.filter((provider) => provider.ready);
  const inUse = providers.data.find(({ in_use: isInUse }) => isInUse)?.id ?? BUILT_IN;
  const judge = ready.find(({ id }) => id === (chosen ?? inUse)) ?? ready[0];
  return (
    <>
      <Heading slot="title">{text('tone.action')}</Heading>
      <p>{text('tone.words')}</p>
      <RadioGroup className="judges" value={judge?.id ?? BUILT_IN} onChange={setChosen}>
        <Label className="label">{text('tone.judge')}</Label>
        {ready.map((provider) => (
          <Radio key={provider.id} value={provider.id} className="judge">
            <span>
              <strong>{provider.id === BUILT_IN ? text('tone.builtIn') : provider.title}</strong>
              <span className="meaning">
                {provider.id === BUILT_IN ? text('tone.builtIn.words') : (provider.model ?? provider.base_url)}
              </span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {ready.length === 1 && <p className="meaning">{text('tone.others')}</p>}
      {judge !== undefined && judge.id !== BUILT_IN && <Estimate guid={job.guid} provider={judge.id} />}
      {judge !== undefined && judge.id !== inUse && <p className="meaning">{text('tone.stays')}</p>}
      {start.error !== null && <Problem error={start.error} />}
      <div className="dialog-actions">
        <Button className="button" onPress={onDone}>
          {text('action.cancel')}
        </Button>
        <Button
          className="button button-main"
          isDisabled={start.isPending || judge === undefined}
          onPress={() => start.mutate({ judge: judge?.id ?? BUILT_IN, isChange: judge?.id !== inUse })}
        >
          {text('tone.start')}
        </Button>
      </div>
    </>
  );
}

/** What it takes and costs, as far as anybody knows before. */
function Estimate({ guid, provider }: { readonly guid: string; readonly provider: Exclude<Provider['id'], 'built-in'> }) {
  const { text, number, language } = useWords();
  const estimate = useQuery(readOf('sentiment.estimate', { guid, provider }));
  if (estimate.error !== null) return <Problem error={estimate.error} onRetry={() => void estimate.refetch()} />;
  if (estimate.data === undefined) return <Loading />;
  const { items, requests, input_tokens: read, output_tokens: written, units, cost } = estimate.data;
  const counts: readonly (readonly [MessageKey, number])[] = [
    ['tone.texts', items],
    ['tone.requests', requests],
    ['tone.tokensIn', read],
    ['tone.tokensOut', written],
    ['tone.units', units],
  ];
  return (
    <section className="estimate" aria-label={text('tone.estimate')}>
      <Facts
        facts={[
          ...counts.map(([name, value]): Fact => [text(name), value > 0 ? number(value) : '']),
          [
            text('tone.cost'),
            cost === null ? text('tone.costUnknown') : `≈ ${new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(cost)}`,
          ],
        ]}
      />
      <p className="meaning">{text(staysHere(provider) ? 'sentiment.staysHere' : 'tone.leaves')}</p>
    </section>
  );
}

/** From the press of the button until the files have the verdicts: rows and counts are asked for again then. */
function useJudging(guid: string) {
  const kept = useQueryClient();
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const files = useQuery({
    ...readOf('conversions.options', { guid }),
    queryKey: ['judging', guid, askedAt],
    enabled: askedAt !== null,
    refetchInterval: POLL_MS,
  });
  const refresh = useCallback(() => {
    for (const queryKey of [KEPT.job(guid), KEPT.rows(guid), ['exports.stats', guid]]) void kept.invalidateQueries({ queryKey });
  }, [kept, guid]);
  const hasEnded = askedAt !== null && files.data?.every(({ status }) => status !== 'processing') === true;
  useEffect(() => {
    if (!hasEnded) return;
    setAskedAt(null);
    refresh();
  }, [hasEnded, refresh]);
  useTold(
    useCallback(({ guid: told, event }) => void (told === guid && event?.startsWith('job.convert') === true && refresh()), [guid, refresh]),
  );
  return { isAsked: askedAt !== null, ask: () => setAskedAt(Date.now()) };
}

/** The choice of a judge holds for later exports, too: the service has one for all. */
function useStart(guid: string, onDone: () => void) {
  const kept = useQueryClient();
  return useMutation<void, CallError, { readonly judge: Provider['id']; readonly isChange: boolean }>({
    mutationFn: async ({ judge, isChange }) => {
      if (isChange) await call('sentiment.choose', { id: judge });
      await call('conversions.start', { guid, filter: { sentiment: true } });
    },
    onSuccess: onDone,
    onSettled: () => kept.invalidateQueries({ queryKey: KEPT.job(guid) }),
  });
}

/** Asked for again and again: the service announces the end, not the way. */
function ToneProgress({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const cancel = useChange('conversions.cancel');
  useQuery({ ...readOf('jobs.get', { guid: job.guid }), queryKey: KEPT.job(job.guid), refetchInterval: POLL_MS });
  const { judged = 0, total = 0 } = job.sentiment ?? {};
  return (
    <div className="tone-progress">
      <ProgressBar className="progress" aria-label={text('tone.running')} value={judged} maxValue={Math.max(1, total)}>
        {({ percentage }) => (
          <>
            <span className="number">{text('tone.judged', { count: judged, total })}</span>
            <span className="bar">
              <span className="fill" style={{ width: `${percentage ?? 0}%` }} />
            </span>
          </>
        )}
      </ProgressBar>
      <IconButton icon={X} name={text('tone.cancel')} onPress={() => cancel.mutate({ guid: job.guid })} />
    </div>
  );
}
