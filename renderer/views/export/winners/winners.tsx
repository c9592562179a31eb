import '#renderer/design/winners.css';
import { useMutation } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { call, type CallError, type Output } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { Certificate } from '#renderer/views/export/winners/certificate.tsx';
import { FIRST_RULES, toDraw } from '#renderer/views/export/winners/draw-form.ts';
import { DrawShow } from '#renderer/views/export/winners/draw-show.tsx';
import { RuleFields } from '#renderer/views/export/winners/rule-fields.tsx';
import { rankOf } from '#renderer/views/export/winners/rank.ts';

type Answer = Output<'winners.draw'>;

/** A draw with all that its certificate says. */
export interface Drawn extends Answer {
  readonly rules: typeof FIRST_RULES;
  readonly drawnAt: string;
  /** Of winners and backups, by id. */
  readonly ranks: ReadonlyMap<string, string>;
}

/** Draws winners among the rows: rules, a draw one can watch, and a certificate. */
export function Winners({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const [rules, setRules] = useState(FIRST_RULES);
  const [isShown, setShown] = useState(false);
  const draw = useMutation<Drawn, CallError>({
    mutationFn: () => drawNow(job.guid, rules),
    onMutate: () => setShown(false),
  });
  if (job.status !== 'done' && job.status !== 'stopped') return <p className="quiet state">{text('winners.notYet')}</p>;
  return (
    <div className="winners">
      <Form
        className="draw-form"
        onSubmit={(event) => {
          event.preventDefault();
          draw.mutate();
        }}
      >
        <p className="quiet">{text('winners.words')}</p>
        <RuleFields rules={rules} onChange={setRules} />
        <Button type="submit" className="button button-main" isDisabled={draw.isPending}>
          <Dices size={14} aria-hidden />
          {text(draw.data === undefined ? 'winners.draw' : 'winners.again')}
        </Button>
      </Form>
      <div className="draw-result">
        {draw.error !== null && <Problem error={draw.error} />}
        {draw.data !== undefined && !isShown && <DrawShow key={draw.data.drawnAt} drawn={draw.data} onEnd={() => setShown(true)} />}
        {draw.data !== undefined && isShown && <Certificate job={job} drawn={draw.data} />}
        {draw.data === undefined && draw.error === null && (
          <div className="empty">
            <Dices size={28} aria-hidden />
            <h2>{text('winners.empty')}</h2>
            <p className="quiet">{text('winners.empty.words')}</p>
          </div>
        )}
      </div>
    </div>
  );
}

async function drawNow(guid: string, rules: typeof FIRST_RULES): Promise<Drawn> {
  const answer = await call('winners.draw', toDraw(guid, rules));
  const ids = [...answer.winners, ...answer.backups].map(({ id }) => id);
  const ranks = await Promise.all(ids.map(async (id) => [id, await rankOf(answer.proof, id)] as const));
  return { ...answer, rules, drawnAt: new Date().toISOString(), ranks: new Map(ranks) };
}
