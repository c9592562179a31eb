import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button, Heading } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import { DialogButton } from '#renderer/components/dialog-button.tsx';
import type { Fact } from '#renderer/components/facts.tsx';
import { Field } from '#renderer/components/field.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { saveBlob } from '#renderer/components/save-file.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import type { DrawnChart } from '#renderer/views/export/overview/chart-drawing.ts';
import { reportFile } from '#renderer/views/export/overview/report-file.ts';

interface ReportParts {
  readonly job: Job;
  readonly facts: readonly Fact[];
  readonly charts: readonly DrawnChart[];
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

function ReportForm({ job, facts, charts, onDone }: ReportParts & { readonly onDone: () => void }) {
  const words = useLateWords('charts');
  const { late, language, moment } = words;
  const [title, setTitle] = useState(() => jobName(job));
  const save = (): void => {
    const said = title.trim() === '' ? jobName(job) : title.trim();
    const made = late('charts.made', { time: moment(new Date().toISOString()) });
    const columns = [late('charts.name'), late('charts.count')] as const;
    saveBlob(
      reportFile({ language, title: said, url: job.url, facts, charts, columns, made }),
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
