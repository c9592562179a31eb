import type { Job } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { Facts } from '#renderer/components/facts.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { changeFacts } from '#renderer/views/export/change-facts.ts';
import { type LedgerPart, ledgerParts } from '#renderer/views/export/ledger-parts.ts';
import { ledgerSentences } from '#renderer/views/export/ledger-words.ts';

/** Where everything is that the platform says there is: as a bar, as numbers, and in words. */
export function Ledger({ job }: { readonly job: Job }) {
  const words = useWords();
  const { completeness } = job;
  const { text, number, span } = words;
  const parts = ledgerParts(completeness);
  const facts: readonly (readonly [MessageKey, string])[] = [
    ['ledger.stated', completeness.platform_total === null ? text('ledger.unstated') : number(completeness.platform_total)],
    ['ledger.exported', number(completeness.exported)],
    ['ledger.missing', number(completeness.missing)],
    ['ledger.pages', number(completeness.pages)],
    ['ledger.requests', number(completeness.requests)],
    ['ledger.retries', number(completeness.retries)],
    [
      'ledger.waits',
      completeness.waits.count === 0
        ? number(0)
        : text('ledger.waited', { count: completeness.waits.count, time: span(completeness.waits.total_ms) }),
    ],
    ...changeFacts(job).map(([name, count]) => [name, number(count)] as const),
    ['ledger.doors', completeness.doors.join(', ')],
    ['ledger.routes', (completeness.routes ?? []).join(', ')],
  ];
  return (
    <div className="ledger">
      <p className="ledger-summary">{ledgerSentences(job, words).join(' ')}</p>
      <Picture parts={parts} />
      <Facts facts={facts.map(([name, value]) => [text(name), value])} />
      {completeness.notes.length > 0 && (
        <section>
          <h2>{text('ledger.notes')}</h2>
          <ul className="notes">
            {completeness.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Picture({ parts }: { readonly parts: readonly LedgerPart[] }) {
  const { text, number } = useWords();
  if (parts.length === 0) return null;
  const said = parts.map(({ name, count }) => `${text(name)}: ${number(count)}`).join(', ');
  return (
    <figure className="picture">
      <div className="ledger-bar" role="img" aria-label={`${text('ledger.picture')}. ${said}`}>
        {parts.map(({ name, count, color }) => (
          <span key={name} style={{ flexGrow: count, background: color }} />
        ))}
      </div>
      <figcaption>
        <ul className="legend">
          {parts.map(({ name, count, color }) => (
            <li key={name}>
              <span className="swatch" style={{ background: color }} aria-hidden />
              {text(name)}
              <strong className="number">{number(count)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
