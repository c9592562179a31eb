import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, Checkbox } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Box } from '#renderer/components/box.tsx';
import { saveFrom } from '#renderer/components/save-file.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const POLL_MS = 500;

interface BulkBarParts {
  readonly guids: readonly string[];
  readonly onClear: () => void;
}

/** One archive of all that is selected; with `merge` one workbook of all rows in it, too. */
export function BulkBar({ guids, onClear }: BulkBarParts) {
  const { text } = useWords();
  const [isMerged, setMerged] = useState(false);
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
  return (
    <div className="bulk">
      <strong>{text('exports.selected', { count: guids.length })}</strong>
      <Checkbox className="checkbox" isSelected={isMerged} onChange={setMerged}>
        <Box isSelected={isMerged} />
        {text('exports.merge')}
      </Checkbox>
      <Button
        className="button button-main"
        isDisabled={isBusy}
        onPress={() => create.mutate({ guids: [...guids], merge: isMerged }, { onSuccess: (made) => setUuid(made.uuid) })}
      >
        {isBusy ? text('exports.zipping') : text('exports.zip')}
      </Button>
      <Button className="button" onPress={onClear}>
        {text('action.clear')}
      </Button>
      {archive.data?.error !== undefined && <span className="bad">{archive.data.error}</span>}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
