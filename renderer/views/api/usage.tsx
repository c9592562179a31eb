import { useQuery } from '@tanstack/react-query';
import { readOf } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** What the plan allows programs, and what of it is used. */
export function Usage() {
  const { text } = useWords();
  const quota = useQuery(readOf('account.quota', {}));
  const limits = useQuery(readOf('account.limits', {}));
  const profile = useQuery(readOf('account.profile', {}));
  useRefresh('account.quota');
  const error = quota.error ?? limits.error;
  if (error !== null) return <Problem error={error} onRetry={() => void quota.refetch()} />;
  if (quota.data === undefined || limits.data === undefined) return null;
  const { plan, enforced, per_24_hours: day, per_3_minutes: three, per_5_minutes: five, running, queued } = quota.data;
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{text('api.usage')}</h2>
      <p className="quiet">
        {text('api.usage.words', { plan })} {!enforced && text('api.usage.off')}
      </p>
      {profile.data?.has_api_access === false && <p className="warn">{text('api.usage.noAccess', { plan })}</p>}
      <dl className="figures">
        <Figure name={text('api.usage.minute')} allowed={limits.data.requests_per_minute} />
        <Figure name={text('api.usage.day')} used={day?.used} allowed={day?.allowed ?? null} />
        <Figure name={text('api.usage.three')} used={three.used} allowed={three.allowed} />
        <Figure name={text('api.usage.five')} used={five.used} allowed={five.allowed} />
        <Figure name={text('api.usage.running')} used={running.used} allowed={running.allowed} />
        <Figure name={text('api.usage.queued')} used={queued.used} allowed={queued.allowed} />
        <Figure name={text('api.usage.items')} allowed={limits.data.max_comments_per_export} />
      </dl>
    </section>
  );
}

interface FigureParts {
  readonly name: string;
  readonly used?: number | undefined;
  /** Null: no limit. */
  readonly allowed: number | null;
}

function Figure({ name, used, allowed }: FigureParts) {
  const { text, number } = useWords();
  const most = allowed === null ? text('api.usage.unlimited') : number(allowed);
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{used === undefined ? most : text('exports.count', { count: used, total: most })}</dd>
    </div>
  );
}
