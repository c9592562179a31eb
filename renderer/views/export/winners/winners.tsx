import '#renderer/design/winners.css';
import { useQuery } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose, useChosen } from '#renderer/shell/place.ts';
import { Certificate } from '#renderer/views/export/winners/certificate.tsx';
import { type DrawnRules, type DrawRules, FIRST_RULES, rulesOf, toDraw } from '#renderer/views/export/winners/draw-form.ts';
import { DrawShow } from '#renderer/views/export/winners/draw-show.tsx';
import { OnStage } from '#renderer/views/export/winners/draw-stage.tsx';
import { RuleFields } from '#renderer/views/export/winners/rule-fields.tsx';
import { rankOf } from '#renderer/views/export/winners/rank.ts';

type KeptDraw = Output<'winners.list'>[number];

/** A draw with all that its certificate says. */
export interface Drawn extends Omit<KeptDraw, 'rules' | 'drawn_at'> {
  readonly rules: DrawRules;
  /** The same as the service keeps them. */
  readonly drawnBy: DrawnRules;
  readonly drawnAt: string;
  /** Of winners and backups, by id. */
  readonly ranks: ReadonlyMap<string, string>;
}

/** Draws winners among the rows: rules, a draw one can watch, and a certificate. Draws stay with the export. */
export function Winners({ job }: { readonly job: Job }) {
  const { text, moment } = useWords();
  const { guid } = job;
  const [rules, setRules] = useState(FIRST_RULES);
  /** The draw whose way is being shown, by its time. */
  const [playing, setPlaying] = useState<string | null>(null);
  const [chosen] = useChosen();
  const kept = useQuery(readOf('winners.list', { guid }));
  const draw = useChange('winners.keep', 'winners.list');
  const all = kept.data ?? [];
  const shown = all.find(({ drawn_at: at }) => at === chosen.get('draw')) ?? all[0];
  const drawn = useDrawn(guid, shown);
  if (job.status !== 'done' && job.status !== 'stopped') return <p className="quiet state">{text('winners.notYet')}</p>;
  const start = (): void =>
    draw.mutate(toDraw(guid, rules), {
      onSuccess(made) {
        setPlaying(made.drawn_at);
        choose({ draw: null });
      },
    });
  return (
    <div className="winners">
      <Form
        className="draw-form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <p className="quiet">{text('winners.words')}</p>
        <RuleFields rules={rules} onChange={setRules} />
        <Button type="submit" className="button button-main" isDisabled={draw.isPending}>
          <Dices size={14} aria-hidden />
          {text(shown === undefined ? 'winners.draw' : 'winners.again')}
        </Button>
        <OnStage job={job} rules={rules} onDrawn={() => choose({ draw: null })} />
        {all.length > 1 && shown !== undefined && (
          <Choice
            label={text('winners.kept')}
            value={shown.drawn_at}
            options={all.map(({ drawn_at: at, proof }) => ({ id: at, name: `${moment(at)} · ${proof.seed}` }))}
            onChange={(at) => choose({ draw: at }, 'new')}
          />
        )}
      </Form>
      <div className="draw-result">
        {draw.error !== null && <Problem error={draw.error} />}
        {kept.error !== null && <Problem error={kept.error} onRetry={() => void kept.refetch()} />}
        {drawn !== undefined && playing === drawn.drawnAt && <DrawShow key={drawn.drawnAt} drawn={drawn} onEnd={() => setPlaying(null)} />}
        {drawn !== undefined && playing !== drawn.drawnAt && <Certificate job={job} drawn={drawn} />}
        {kept.data?.length === 0 && draw.error === null && (
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

/** With the ranks, which are worked out here once more. */
function useDrawn(guid: string, kept: KeptDraw | undefined): Drawn | undefined {
  const { data: ranks } = useQuery({
    queryKey: ['ranks', guid, kept?.drawn_at],
    queryFn: async () => {
      const ids = [...(kept?.winners ?? []), ...(kept?.backups ?? [])].map(({ id }) => id);
      const proof = kept?.proof ?? { seed: '', entries_sha256: '' };
      return new Map(await Promise.all(ids.map(async (id) => [id, await rankOf(proof, id)] as const)));
    },
    enabled: kept !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (kept === undefined || ranks === undefined) return undefined;
  const { rules, drawn_at: drawnAt, ...answer } = kept;
  return { ...answer, rules: rulesOf(rules), drawnBy: rules, drawnAt, ranks };
}
