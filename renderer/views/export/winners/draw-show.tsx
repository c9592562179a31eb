import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { Drawn } from '#renderer/views/export/winners/winners.tsx';

const STEP_MS = 1_100;
const WINNER_MS = 600;
/** All winners together take no longer than so many. */
const MOST_WINNER_STEPS = 10;
const DIGITS_SHOWN = 16;

interface DrawShowParts {
  readonly drawn: Drawn;
  readonly onEnd: () => void;
}

/** Shows how the draw came about, step by step. The draw is done: this explains it. Nobody who wants no motion sees it. */
export function DrawShow({ drawn, onEnd }: DrawShowParts) {
  const { text, number } = useWords();
  const [step, setStep] = useState(0);
  const steps = explained(drawn);
  const isOver = step >= steps.length || matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (isOver) {
      onEnd();
      return;
    }
    const timer = setTimeout(() => setStep(step + 1), step < EXPLANATIONS ? STEP_MS : WINNER_MS);
    return () => clearTimeout(timer);
  }, [isOver, step, onEnd]);
  return (
    <section className="draw-show" aria-label={text('winners.show')}>
      <ol aria-live="polite">
        {steps.slice(0, step + 1).map(({ id, words, detail }) => (
          <li key={id}>
            <span>
              {text(words, {
                count: drawn.after_filters,
                total: drawn.total_in_export,
                winners: number(drawn.winners.length),
                name: detail.name,
              })}
            </span>
            <code className="digest">{detail.digest}</code>
          </li>
        ))}
      </ol>
      <Button className="button" onPress={onEnd} autoFocus>
        {text('winners.skip')}
      </Button>
    </section>
  );
}

const EXPLANATIONS = 3;

function explained({ winners, proof, ranks }: Drawn) {
  const entries = { id: 'entries', words: 'winners.step.entries', detail: { name: '', digest: '' } } as const;
  const seal = { id: 'seal', words: 'winners.step.seal', detail: { name: '', digest: short(proof.entries_sha256) } } as const;
  const rank = { id: 'rank', words: 'winners.step.rank', detail: { name: '', digest: proof.seed } } as const;
  const drawn = winners
    .slice(0, MOST_WINNER_STEPS)
    .map(
      ({ id, username, name }) =>
        ({ id, words: 'winners.step.winner', detail: { name: username ?? name ?? id, digest: short(ranks.get(id) ?? '') } }) as const,
    );
  return [entries, seal, rank, ...drawn];
}

function short(digest: string): string {
  return `${digest.slice(0, DIGITS_SHOWN)}…`;
}
