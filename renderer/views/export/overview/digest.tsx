import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { call, type CallError, type Output } from '#renderer/client/call.ts';
import { type Job, readOf } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';
import { mayHaveTexts } from '#renderer/views/export/job-state.ts';
import { LOCAL_MODEL } from '#renderer/views/sentiment/provider-form.ts';

type DigestAnswer = Output<'exports.digest'>;

/** What an export says in all, by a model on this machine, on wish. It ends with the view: a model that nobody waits for is not kept busy. */
export function Digest({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const providers = useQuery(readOf('sentiment.providers', {}));
  const { digest, start } = useDigest(job.guid);
  const model = providers.data?.find(({ id, ready }) => id === LOCAL_MODEL && ready)?.model ?? null;
  if (!mayHaveTexts(job) || providers.data === undefined) return null;
  return (
    <section className="chart digest" aria-label={text('digest.title')}>
      <div className="section-head">
        <h2>{text('digest.title')}</h2>
        {model === null ? (
          <a className="button" href={linkTo({ view: 'sentiment' })}>
            {text('digest.setUp')}
          </a>
        ) : (
          <Button className="button" isDisabled={digest.isPending} onPress={start}>
            {text('digest.start', { model })}
          </Button>
        )}
      </div>
      <p className="meaning" role="status">
        {text(digest.isPending ? 'digest.running' : 'digest.words')}
      </p>
      {digest.error !== null && <Problem error={digest.error} />}
      {digest.data !== undefined && <Findings digest={digest.data} />}
    </section>
  );
}

function useDigest(guid: string) {
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, [guid]);
  const digest = useMutation<DigestAnswer, CallError>({ mutationFn: () => call('exports.digest', { guid }, leaving.current?.signal) });
  return { digest, start: () => digest.mutate() };
}

function Findings({ digest }: { readonly digest: DigestAnswer }) {
  const { text, number } = useWords();
  const { model, total, rows_read: read, note, summary, topics, questions, citations } = digest;
  const words = new Map(citations.map((citation) => [citation.row, citation.text]));
  const kinds: readonly (readonly [
    MessageKey,
    readonly { readonly text: string; readonly rows: readonly number[]; readonly count?: number }[],
  ])[] = [
    ['digest.summary', summary],
    ['digest.topics', topics],
    ['digest.questions', questions],
  ];
  return (
    <>
      <p className="meaning">
        {text('digest.by', { model, read, total })} {note}
      </p>
      {kinds
        .filter(([, findings]) => findings.length > 0)
        .map(([title, findings]) => (
          <section key={title}>
            <h3>{text(title)}</h3>
            <ul className="findings">
              {findings.map(({ text: found, rows, count }) => (
                <li key={`${found} ${rows.join()}`}>
                  <details>
                    <summary dir="auto">
                      {found} <span className="quiet number">{number(count ?? rows.length)}</span>
                    </summary>
                    <ul>
                      {rows.map((row) => (
                        <li key={row}>
                          <span className="quiet number">{number(row)}</span> <q dir="auto">{words.get(row)}</q>
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
