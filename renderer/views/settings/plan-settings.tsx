import { useQuery } from '@tanstack/react-query';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Facts } from '#renderer/components/facts.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const PLANS = ['free', 'personal', 'premium', 'business'] as const;

/** The plan in force, its limits, and what of them is used. */
export function PlanSettings() {
  const { text, number } = useWords();
  const profile = useQuery(readOf('account.profile', {}));
  const quota = useQuery(readOf('account.quota', {}));
  const change = useChange('account.switch', 'account.profile', 'account.quota', 'account.limits');
  if (profile.data === undefined) return null;
  const used = quota.data;
  const of = (part: { readonly allowed: number; readonly used: number } | null): string =>
    part === null ? text('settings.unlimited') : text('settings.usedOf', { used: number(part.used), allowed: number(part.allowed) });
  return (
    <section className="panel" aria-label={text('settings.plan')}>
      <h2>{text('settings.plan')}</h2>
      <div className="panel-form">
        <Choice
          label={text('settings.plan')}
          isLabelHidden
          // Shown at once: who takes the choice back at once chooses what still stands, which would be no change.
          value={change.isPending ? change.variables.plan : profile.data.plan}
          options={PLANS.map((id) => ({ id, name: text(`settings.plan.${id}`) }))}
          onChange={(plan) => change.mutate({ plan })}
        />
      </div>
      <p className="quiet">{text('settings.planWords')}</p>
      {used !== undefined && (
        <Facts
          facts={[
            [text('settings.day'), of(used.per_24_hours)],
            [text('settings.minutes'), of(used.per_5_minutes)],
            [text('settings.running'), of(used.running)],
            [text('settings.queued'), of(used.queued)],
            [text('settings.formats'), profile.data.formats.join(', ')],
          ]}
        />
      )}
      {used?.enforced === false && (
        <p>
          <span className="chip">{text('settings.fixed', { variable: 'COMMENTDOCK_LIMITS' })}</span> {text('settings.notEnforced')}
        </p>
      )}
      {change.error !== null && <Problem error={change.error} />}
    </section>
  );
}
