import { Printer } from 'lucide-react';
import { useRef } from 'react';
import { Button } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { SaveCertificate } from '#renderer/views/export/winners/save-certificate.tsx';
import type { Drawn } from '#renderer/views/export/winners/winners.tsx';

type Winner = Drawn['winners'][number];

/** Who won, and all that it takes to check it. On paper it stands alone. */
export function Certificate({ job, drawn }: { readonly job: Job; readonly drawn: Drawn }) {
  const words = useWords();
  const { text, moment } = words;
  const { winners, backups, proof } = drawn;
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} className="certificate" aria-labelledby="certificate-title">
      <header className="certificate-head">
        <h2 id="certificate-title">{text('winners.certificate')}</h2>
        <Button className="button no-print" onPress={() => print()}>
          <Printer size={14} aria-hidden />
          {text('winners.print')}
        </Button>
        <SaveCertificate guid={job.guid} drawn={drawn} shown={section} />
      </header>
      <p className="certificate-of">{job.url}</p>
      {winners.length === 0 ? (
        <p role="status">{text('winners.nobody')}</p>
      ) : (
        <WinnerList title={text('winners.winners')} winners={winners} drawn={drawn} />
      )}
      {backups.length > 0 && <WinnerList title={text('winners.backups')} winners={backups} drawn={drawn} />}
      <dl className="proof">
        {facts(drawn, words).map(([name, value]) => (
          <div key={name}>
            <dt>{text(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{text('winners.drawnAt')}</dt>
          <dd className="number">{moment(drawn.drawnAt)}</dd>
        </div>
        <div>
          <dt>{text('winners.seed')}</dt>
          <dd>
            <code>{proof.seed}</code>
          </dd>
        </div>
        <div>
          <dt>{text('winners.entriesDigest')}</dt>
          <dd>
            <code>{proof.entries_sha256}</code>
          </dd>
        </div>
        <div>
          <dt>{text('winners.algorithm')}</dt>
          <dd>
            <code>{proof.algorithm}</code>
          </dd>
        </div>
      </dl>
      <p className="meaning">{text('winners.check')}</p>
    </section>
  );
}

function WinnerList({ title, winners, drawn }: { readonly title: string; readonly winners: readonly Winner[]; readonly drawn: Drawn }) {
  const { text } = useWords();
  return (
    <>
      <h3>{title}</h3>
      <ol className="winner-list">
        {winners.map(({ id, username, name, comment, permalink }) => (
          <li key={id}>
            <strong dir="auto">
              {permalink === null ? (
                (username ?? name ?? id)
              ) : (
                <a href={permalink} target="_blank" rel="noreferrer">
                  {username ?? name ?? id}
                </a>
              )}
            </strong>
            {comment !== null && (
              <span className="winner-comment" dir="auto">
                {comment}
              </span>
            )}
            <span className="meaning">
              {text('winners.rank')} <code>{drawn.ranks.get(id)}</code>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The rules that this draw had. */
function facts(
  { rules, after_filters: entries, total_in_export: total }: Drawn,
  { text, number }: Words,
): readonly (readonly [MessageKey, string])[] {
  const all: readonly (readonly [MessageKey, string])[] = [
    ['winners.entries', text('exports.count', { count: entries, total })],
    ['winners.count', number(Number(rules.count))],
    ['winners.mention', rules.mention],
    ['winners.hashtag', rules.hashtag],
    ['winners.text', rules.words],
    ['winners.excluded', rules.excluded],
    ['option.since', rules.since],
    ['option.until', rules.until],
    [
      'winners.rules',
      [rules.oncePerUser ? text('winners.once') : '', rules.withoutReplies ? text('winners.noReplies') : '']
        .filter((rule) => rule !== '')
        .join(', '),
    ],
  ];
  return all.filter(([, value]) => value !== '');
}
