import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import type { Outcome, Standing } from '#renderer/views/platforms/platform-filter.ts';

const LOOKS: Readonly<Record<Outcome, readonly [icon: LucideIcon, tone: string]>> = {
  works: [CircleCheck, 'good'],
  needs_login: [TriangleAlert, 'warn'],
  needs_you: [TriangleAlert, 'warn'],
  refuses: [CircleX, 'bad'],
  changed: [CircleX, 'bad'],
  unreachable: [CircleX, 'bad'],
};

/** What the last check of a platform came to. */
export function CheckResult({ standing: { platform, open, last_check: check } }: { readonly standing: Standing }) {
  const { text, moment, decimal } = useWords();
  const inWords = useErrorWords();
  if (open)
    return (
      <span className="health">
        <LoaderCircle size={14} className="quiet" aria-hidden /> {text('platforms.checking')}
      </span>
    );
  if (check === null) return <span className="quiet health">{text('platforms.unchecked')}</span>;
  const { outcome, items, door, seconds, code, path, detail } = check;
  const [Icon, tone] = LOOKS[outcome];
  const came = [text('platforms.came', { count: items, seconds: decimal(seconds) }), door].filter((part) => part !== null);
  const why = [code, path === null ? null : text('platforms.at', { path })].filter((part) => part !== null);
  return (
    <>
      <span className="health">
        <Icon size={14} className={tone} aria-hidden />
        <span className="number">
          <strong>{text(`platforms.outcome.${outcome}`)}</strong> {(outcome === 'works' ? came : why).join(' · ')}{' '}
          <span className="quiet">· {moment(check.checked_at)}</span>
        </span>
      </span>
      {outcome !== 'works' && detail !== null && <span className="quiet">{inWords({ code, message: detail })}</span>}
      {outcome === 'needs_login' && (
        <a className="platform-login" href={linkTo({ view: 'accounts', detail: platform })}>
          {text('platforms.logIn')}
        </a>
      )}
    </>
  );
}
