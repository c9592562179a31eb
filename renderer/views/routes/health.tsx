import { CircleCheck, CircleX } from 'lucide-react';
import type { Output } from '#renderer/client/call.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

type RouteHealth = Output<'routes.list'>[number]['health'];

/** What the last check of a proxy found. */
export function Health({ health }: { readonly health: RouteHealth }) {
  const { text, number, moment, language } = useWords();
  if (health === null) return <span className="quiet">{text('routes.unchecked')}</span>;
  const when = moment(health.checked_at);
  if (!health.ok)
    return (
      <span className="bad health">
        <CircleX size={14} aria-hidden /> {health.error ?? text('routes.down')} · {when}
      </span>
    );
  const exit = health.exit_country === null ? '' : ` · ${text('routes.exit', { country: countryName(health.exit_country, language) })}`;
  return (
    <span className="health">
      <CircleCheck size={14} className="good" aria-hidden />
      <span className="number">
        {health.latency_ms === null ? text('routes.up') : `${number(health.latency_ms)} ms`}
        {exit} <span className="quiet">· {when}</span>
      </span>
    </span>
  );
}

/** A country by its two letters, in the reader's language; the letters where nobody knows them. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
