import { useQuery } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Button, Heading } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { type Job, readOf } from '#renderer/client/queries.ts';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import { Facts } from '#renderer/components/facts.tsx';
import { saveBlob } from '#renderer/components/save-file.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

type Report = Output<'exports.report'>;

/** Gaps that come of answers which were refused or could not be read. */
const TOLD = ['blocked', 'login', 'unreadable'] as const;

/** True where answers may have been kept that tell what went wrong. */
export function mayReport({ status, completeness: { gap } }: Job): boolean {
  const hasEnded = status === 'done' || status === 'stopped';
  return status === 'error' || (hasEnded && TOLD.some((cause) => gap[cause] > 0));
}

/** Makes a failure report: what is in it is shown before it is saved, and it is sent nowhere. */
export function ReportButton({ job }: { readonly job: Job }) {
  const { text } = useWords();
  return (
    <DialogButton icon={FileArchive} label={text('report.action')}>
      {(close) => <ReportForm guid={job.guid} onDone={close} />}
    </DialogButton>
  );
}

function ReportForm({ guid, onDone }: { readonly guid: string; readonly onDone: () => void }) {
  const { text } = useWords();
  const [keepsTexts, setKeepsTexts] = useState(false);
  // Each report is another one: what is shown is what is saved.
  const report = useQuery({ ...readOf('exports.report', { guid, keep_texts: keepsTexts }), gcTime: 0, staleTime: Infinity, retry: false });
  const save = ({ content, name }: Report): void => {
    saveBlob(new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type: 'application/zip' }), name);
    onDone();
  };
  return (
    <>
      <Heading slot="title">{text('report.action')}</Heading>
      <p>{text('report.words')}</p>
      <Toggle label={text('report.keepTexts')} words={text('report.keepTexts.words')} isOn={keepsTexts} onChange={setKeepsTexts} />
      {report.error !== null && <Problem error={report.error} />}
      {report.isFetching && <Loading />}
      {report.data !== undefined && <Content report={report.data} />}
      <div className="dialog-actions">
        <Button className="button" onPress={onDone}>
          {text('action.cancel')}
        </Button>
        <Button
          className="button button-main"
          isDisabled={report.data === undefined || report.isFetching}
          onPress={() => report.data !== undefined && save(report.data)}
        >
          {text('report.save')}
        </Button>
      </div>
    </>
  );
}

function Content({ report: { parts, exchanges, replaced, kept_words: kept, fails_alike: isAlike } }: { readonly report: Report }) {
  const { text, size, number } = useWords();
  const count = Object.values(replaced).reduce((sum, each) => sum + each, 0);
  return (
    <>
      <Facts facts={[...parts.map(({ name, bytes }) => [name, size(bytes)] as const), [text('report.replaced'), number(count)]]} />
      <ul className="report-exchanges">
        {exchanges.map(({ method, url, status, bytes }, index) => (
          <li key={index} className="clipped" title={url}>
            {method} {url} · {status} · {size(bytes)}
          </li>
        ))}
      </ul>
      {kept.length > 0 && <p className="meaning">{text('report.kept', { words: kept.join(', ') })}</p>}
      {isAlike === false && <p className="meaning">{text('report.other')}</p>}
      {isAlike === null && <p className="meaning">{text('report.empty')}</p>}
    </>
  );
}
