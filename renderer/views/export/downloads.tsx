import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { callForFile, type Output } from '#renderer/client/call.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { saveBlob, saveFrom } from '#renderer/components/save-file.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

type Format = Output<'conversions.options'>[number]['format'];

const POLL_MS = 500;
/** Names of formats, the same in every language. */
const NAMES: Readonly<Record<Format, string>> = { xlsx: 'Excel (XLSX)', csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines', parquet: 'Parquet' };

/** The files of an export in every format; one that does not exist yet is written first. */
export function Downloads({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const [wanted, setWanted] = useState<Format | null>(null);
  const hasEnded = job.status === 'done' || job.status === 'stopped';
  const formats = useQuery({
    ...readOf('conversions.options', { guid: job.guid }),
    enabled: hasEnded,
    refetchInterval: wanted === null ? false : POLL_MS,
    staleTime: 0,
  });
  const convert = useChange('conversions.start');
  const link = formats.data?.find(({ format }) => format === wanted)?.link ?? null;
  useEffect(() => {
    if (wanted === null || link === null) return;
    saveFrom(link);
    setWanted(null);
  }, [wanted, link]);
  if (job.status === 'error') return <PartialDownload job={job} />;
  if (!hasEnded) return null;
  const choose = (format: Format): void => {
    setWanted(format);
    if (formats.data?.find((option) => option.format === format)?.link == null) convert.mutate({ guid: job.guid, format });
  };
  return (
    <MenuTrigger>
      <Button className="button button-main" isDisabled={wanted !== null && convert.error === null}>
        <Download size={14} aria-hidden />
        {text('action.download')}
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" items={formats.data ?? []} onAction={(format) => choose(format as Format)}>
          {({ format }) => (
            <MenuItem id={format} className="menu-item">
              {NAMES[format]}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** What a failed export fetched before. */
function PartialDownload({ job }: { readonly job: Job }) {
  const { text } = useWords();
  if (job.total_exported === 0) return null;
  const save = async (): Promise<void> => {
    const { blob, name } = await callForFile('exports.download', { guid: job.guid, format: 'xlsx', partial: true });
    saveBlob(blob, name);
  };
  return (
    <Button className="button" onPress={() => void save()}>
      <Download size={14} aria-hidden />
      {text('export.partial')}
    </Button>
  );
}
