import { useQuery } from '@tanstack/react-query';
import { Presentation, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { type FoundRow, type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { Initials } from '#renderer/components/initials.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AuthorPicture } from '#renderer/views/export/row-pictures.tsx';
import { type DrawRules, toDraw } from '#renderer/views/export/winners/draw-form.ts';
import { sha256 } from '#renderer/views/export/winners/rank.ts';

type KeptDraw = Output<'winners.keep'>;

const SEED_BYTES = 16;
/** One name follows the other so fast, and each winner is found after so long. */
const NAME_MS = 70;
const ROLL_MS = 2_200;
/** Names and pictures that pass by are those of the first rows. */
const NAMES = 30;

interface DrawStageParts {
  readonly job: Job;
  readonly rules: DrawRules;
  readonly onDrawn: () => void;
  readonly onClose: () => void;
}

/** The way to the stage. */
export function OnStage(parts: Omit<DrawStageParts, 'onClose'>) {
  const { text } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="button" onPress={() => setOpen(true)}>
        <Presentation size={14} aria-hidden />
        {text('winners.onStage')}
      </Button>
      {isOpen && <DrawStage {...parts} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * A draw before an audience, on the whole screen. The seed is chosen, and its digest shown, before anything is drawn: what comes out can then
 * not be chosen any more. Whoever wants no motion sees the winners at once.
 */
function DrawStage({ job, rules, onDrawn, onClose }: DrawStageParts) {
  const { text } = useWords();
  const [seed] = useState(() => (rules.seed.trim() === '' ? randomSeed() : rules.seed.trim()));
  const { data: commitment } = useQuery({
    queryKey: ['commitment', seed],
    queryFn: () => sha256(seed),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draw = useChange('winners.keep', 'winners.list');
  useWholeScreen();
  const start = (): void => draw.mutate(toDraw(job.guid, { ...rules, seed }), { onSuccess: onDrawn });
  return (
    <ModalOverlay isOpen onOpenChange={(stays) => !stays && onClose()} className="stage">
      <Modal className="stage-room">
        <Dialog className="stage-body" aria-label={text('winners.stage')}>
          <Button className="icon-button stage-close" aria-label={text('action.close')} onPress={onClose}>
            <X size={20} aria-hidden />
          </Button>
          <p className="quiet">{jobName(job)}</p>
          <p className="stage-seed">
            {text(draw.data === undefined ? 'winners.committed' : 'winners.committedBefore')} <code>{commitment}</code>
          </p>
          {draw.error !== null && <Problem error={draw.error} />}
          {draw.data === undefined ? (
            <Button
              className="button button-main stage-draw"
              isDisabled={commitment === undefined || draw.isPending}
              onPress={start}
              autoFocus
            >
              {text('winners.draw')}
            </Button>
          ) : (
            <Revealed guid={job.guid} drawn={draw.data} onClose={onClose} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface RevealedParts {
  readonly guid: string;
  readonly drawn: KeptDraw;
  readonly onClose: () => void;
}

/** Names and pictures roll until each winner stands. */
function Revealed({ guid, drawn: { winners, proof }, onClose }: RevealedParts) {
  const { text } = useWords();
  const { data } = useQuery(readOf('exports.search', { guid, limit: NAMES }));
  const rows = data?.results ?? [];
  const [found, setFound] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? winners.length : 0));
  const isOver = found >= winners.length;
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setFound(found + 1), ROLL_MS);
    return () => clearTimeout(timer);
  }, [isOver, found]);
  return (
    <>
      <ol className="stage-winners" aria-live="polite">
        {winners.slice(0, found).map(({ id, username, name }) => {
          const row = rows.find(({ item }) => item.id === id);
          const called = username ?? name ?? id;
          return (
            <li key={id} dir="auto">
              {row === undefined ? <Initials name={called} seed={called} /> : <AuthorPicture guid={guid} row={row} />}
              {called}
            </li>
          );
        })}
      </ol>
      {winners.length === 0 && <p role="status">{text('winners.nobody')}</p>}
      {isOver ? (
        <>
          <p className="stage-seed">
            {text('winners.seed')}: <code>{proof.seed}</code>
          </p>
          <Button className="button button-main" onPress={onClose} autoFocus>
            {text('winners.toCertificate')}
          </Button>
        </>
      ) : (
        <>
          <Rolling key={found} guid={guid} rows={rows} />
          <Button className="button" onPress={() => setFound(winners.length)} autoFocus>
            {text('winners.skip')}
          </Button>
        </>
      )}
    </>
  );
}

function Rolling({ guid, rows }: { readonly guid: string; readonly rows: readonly FoundRow[] }) {
  const [at, setAt] = useState(0);
  const named = rows.filter(({ item: { author } }) => (author.username ?? author.name) !== null);
  const row = named[at % Math.max(1, named.length)];
  useEffect(() => {
    const timer = setInterval(() => setAt(Math.floor(Math.random() * NAMES)), NAME_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="stage-rolling" aria-hidden dir="auto">
      {row !== undefined && <AuthorPicture guid={guid} row={row} />}
      {row?.item.author.username ?? row?.item.author.name ?? '…'}
    </p>
  );
}

/** Nobody can guess it, so that its digest says nothing of it. */
function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The whole screen, as long as the stage stands; a browser that refuses shows it in the whole window. */
function useWholeScreen(): void {
  useEffect(() => {
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}
