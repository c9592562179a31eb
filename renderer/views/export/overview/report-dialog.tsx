import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button, Heading } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import { Field } from '#renderer/components/field.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { saveBlob } from '#renderer/components/save-file.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import type { Figure } from '#renderer/views/export/overview/figure.ts';
import { reportFile, type TableOfFacts } from '#renderer/views/export/overview/report-file.ts';

interface ReportParts {
  readonly job: Job;
  /** The export that it is compared with. */
  readonly other: Job | null;
  readonly facts: TableOfFacts;
  readonly figures: readonly Figure[];
}

/** Saves what the overview shows as a page under a title of one's own. */
export function ReportDialog(parts: ReportParts) {
  const { late } = useLateWords('charts');
  return (
    <DialogButton icon={FileText} label={late('charts.report')}>
      {(close) => <ReportForm {...parts} onDone={close} />}
    </DialogButton>
  );
}

function ReportForm({ job, other, facts, figures, onDone }: ReportParts & { readonly onDone: () => void }) {
  const words = useLateWords('charts');
  const { late, language, moment } = words;
  const jobs = other === null ? [job] : [job, other];
  const name = jobs.map(jobName).join(' – ');
  const [title, setTitle] = useState(name);
  const save = (): void => {
    const said = title.trim() === '' ? name : title.trim();
    const made = late('charts.made', { time: moment(new Date().toISOString()) });
    saveBlob(
      reportFile({ language, title: said, urls: jobs.map(({ url }) => url), facts, figures, made }),
      `${said.replace(/[\\/:*?"<>|]/g, '-')}.html`,
    );
    onDone();
  };
  return (
    <form
      className="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Heading slot="title">{late('charts.report')}</Heading>
      <p className="quiet">{late('charts.reportWords')}</p>
      <Field label={late('charts.reportTitle')} value={title} onChange={setTitle} hasFocus />
      <div className="dialog-actions">
        <Button className="button" onPress={onDone}>
          {words.text('action.cancel')}
        </Button>
        <Button type="submit" className="button button-main">
          {late('charts.save')}
        </Button>
      </div>
    </form>
  );
}
