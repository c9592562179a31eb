import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { NOTICES } from 'virtual:notices';
import { Button } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { BrowserState } from '#renderer/components/browser-state.tsx';
import { Facts } from '#renderer/components/facts.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { Diagnostics } from '#renderer/views/about/diagnostics.tsx';

const TABLE_ROW = /^\| (\S+) \| (.+) \|$/gm;

/** The program, its data folder, what a look at the machine found, diagnostics and licences. */
export function AboutView() {
  const { text } = useWords();
  const service = useQuery({ ...readOf('service.describe', {}), staleTime: 0 });
  const again = useChange('preferences.set', 'preferences.get');
  if (service.isPending) return <Loading />;
  if (service.error !== null) return <Problem error={service.error} onRetry={() => void service.refetch()} />;
  const { version, node, system } = service.data;
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('about.title', { version })}</h1>
        <Button className="button" onPress={() => again.mutate({ welcomed: false })}>
          {text('about.welcome')}
        </Button>
      </div>
      <p className="quiet lead number">
        Node {node} · {system}
      </p>
      <DataFolder service={service.data} />
      <section className="panel" aria-label={text('browser.title')}>
        <h2>{text('browser.title')}</h2>
        <BrowserState />
      </section>
      <Findings findings={service.data.findings} />
      <Diagnostics />
      <section>
        <h2>{text('about.licences')}</h2>
        <dl className="notices" tabIndex={0} aria-label={text('about.licences')}>
          {licencesIn(NOTICES).map(([licence, packages]) => (
            <div key={licence} className="pair">
              <dt>{licence}</dt>
              <dd>{packages.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

/** Packages by licence, from the table of the notices. */
function licencesIn(notices: string): readonly (readonly [string, readonly string[]])[] {
  const rows = [...notices.matchAll(TABLE_ROW)].map(([, name = '', licence = '']) => ({ name, licence }));
  const packages = rows.filter(({ licence }) => licence !== '---' && licence !== 'licence');
  return Object.entries(Object.groupBy(packages, ({ licence }) => licence)).map(([licence, all = []]) => [
    licence,
    all.map(({ name }) => name),
  ]);
}

type Service = Output<'service.describe'>;

function DataFolder({ service: { data_dir: folder, sizes } }: { readonly service: Service }) {
  const words = useWords();
  return (
    <section className="panel" aria-label={words.text('about.folder')}>
      <h2>{words.text('about.folder')}</h2>
      <p className="code">{folder}</p>
      <Facts facts={sizes.map(({ part, bytes }) => [words.text(`about.part.${part}`), words.size(bytes)])} />
    </section>
  );
}

function Findings({ findings }: { readonly findings: Service['findings'] }) {
  const { text } = useWords();
  return (
    <section>
      <h2>{text('about.findings')}</h2>
      <ul className="rows" aria-label={text('about.findings')}>
        {findings.map(({ subject, ok, words, hint }) => (
          <li key={subject} className="row">
            {ok ? <CircleCheck size={16} className="good" aria-hidden /> : <TriangleAlert size={16} className="warn" aria-hidden />}
            <div className="row-name">
              <strong>{text(`about.subject.${subject}`)}</strong>
              <span className="quiet">{words}</span>
              {hint !== null && <span className="warn">{hint}</span>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
