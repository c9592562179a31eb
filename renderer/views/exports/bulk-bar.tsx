import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Button, Checkbox } from 'react-aria-components';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { Box } from '#renderer/components/box.tsx';
import { Choice } from '#renderer/components/choice.tsx';
import { type Format, useFormatName } from '#renderer/components/format-name.ts';
import { saveFrom } from '#renderer/components/save-file.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { BulkMore } from '#renderer/views/exports/bulk-more.tsx';

const POLL_MS = 500;
const ZIP = 'zip';

interface BulkBarParts {
  readonly jobs: readonly Job[];
  readonly onClear: () => void;
}

/** All that is selected: one archive, with a workbook of all rows in it where that is wished for, or one file of all rows. */
export function BulkBar({ jobs, onClear }: BulkBarParts) {
  const { text } = useWords();
  const [form, setForm] = useState<Format | typeof ZIP>(ZIP);
  const [isTicked, setTicked] = useState(false);
  const [uuid, setUuid] = useState<string | null>(null);
  const create = useChange('bulk.create');
  const archive = useQuery({ ...readOf('bulk.get', { uuid: uuid ?? '' }), enabled: uuid !== null, refetchInterval: POLL_MS, staleTime: 0 });
  const link = archive.data?.downloadUrl;
  useEffect(() => {
    if (uuid === null || link === undefined) return;
    saveFrom(link);
    setUuid(null);
  }, [uuid, link]);
  const isBusy = create.isPending || (uuid !== null && archive.data?.status !== 'error');
  const error = create.error ?? archive.error;
  const wish = form === ZIP ? { merge: isTicked } : { format: form, without_duplicates: isTicked };
  return (
    <div className="bulk">
      <strong>{text('exports.selected', { count: jobs.length })}</strong>
      <FormChoice form={form} onChange={setForm} />
      <Checkbox className="checkbox" isSelected={isTicked} onChange={setTicked}>
        <Box isSelected={isTicked} />
        {text(form === ZIP ? 'exports.merge' : 'exports.distinct')}
      </Checkbox>
      <Button
        className="button button-main"
        isDisabled={isBusy}
        onPress={() => create.mutate({ guids: jobs.map(({ guid }) => guid), ...wish }, { onSuccess: (made) => setUuid(made.uuid) })}
      >
        {isBusy ? text('exports.zipping') : text(form === ZIP ? 'exports.zip' : 'exports.one')}
      </Button>
      <Suspense fallback={null}>
        <BulkMore jobs={jobs} onDone={onClear} />
      </Suspense>
      <Button className="button" onPress={onClear}>
        {text('action.clear')}
      </Button>
      {archive.data?.error !== undefined && <span className="bad">{archive.data.error}</span>}
      {error !== null && <Problem error={error} />}
    </div>
  );
}

/** A ZIP, or one file in a format that the plan has. */
function FormChoice({ form, onChange }: { readonly form: Format | typeof ZIP; readonly onChange: (form: Format | typeof ZIP) => void }) {
  const { text } = useWords();
  const nameOf = useFormatName();
  const profile = useQuery(readOf('account.profile', {}));
  const formats = (profile.data?.formats ?? []).map((id) => ({ id, name: text('exports.asOne', { format: nameOf(id) }) }));
  return (
    <Choice
      label={text('exports.form')}
      isLabelHidden
      value={form}
      options={[{ id: ZIP, name: text('exports.asZip') }, ...formats]}
      onChange={onChange}
    />
  );
}
