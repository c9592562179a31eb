import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, Collection, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { callForFile, type Output } from '#renderer/client/call.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { saveBlob, saveFrom } from '#renderer/components/save-file.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

type Format = Output<'conversions.options'>[number]['format'];

const POLL_MS = 500;
/** In the menu, beside the formats. */
const EVIDENCE = 'evidence';
/** Names of formats that are the same in every language; the others are messages. */
const NAMES = {
  xlsx: 'Excel (XLSX)',
  csv: 'CSV',
  json: 'JSON',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  sqlite: 'SQLite',
  md: 'Markdown',
} as const;

function isNamed(format: Format): format is keyof typeof NAMES {
  return format in NAMES;
}

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
  const saveEvidence = useMutation({ mutationFn: () => saveFile('exports.evidence', { guid: job.guid }) });
  const link = formats.data?.find(({ format }) => format === wanted)?.link ?? null;
  useEffect(() => {
    if (wanted === null || link === null) return;
    saveFrom(link);
    setWanted(null);
  }, [wanted, link]);
  if (job.status === 'error') return <PartialDownload job={job} />;
  if (!hasEnded) return null;
  const hasJson = formats.data?.some(({ format }) => format === 'json') === true;
  const choose = (format: Format): void => {
    setWanted(format);
    if (formats.data?.find((option) => option.format === format)?.link == null) convert.mutate({ guid: job.guid, format });
  };
  return (
    <MenuTrigger>
      <Button className="button button-main" isDisabled={(wanted !== null && convert.error === null) || saveEvidence.isPending}>
        <Download size={14} aria-hidden />
        {text('action.download')}
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" onAction={(chosen) => (chosen === EVIDENCE ? saveEvidence.mutate() : choose(chosen as Format))}>
          <Collection items={formats.data ?? []}>
            {({ format }) => (
              <MenuItem id={format} className="menu-item">
                {isNamed(format) ? NAMES[format] : text(`export.format.${format}`)}
              </MenuItem>
            )}
          </Collection>
          {hasJson && (
            <MenuItem id={EVIDENCE} className="menu-item">
              {text('export.evidence')}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

async function saveFile(operation: Parameters<typeof callForFile>[0], input: Parameters<typeof callForFile>[1]): Promise<void> {
  const { blob, name } = await callForFile(operation, input);
  saveBlob(blob, name);
}

/** What a failed export fetched before. */
function PartialDownload({ job }: { readonly job: Job }) {
  const { text } = useWords();
  if (job.total_exported === 0) return null;
  const save = (): Promise<void> => saveFile('exports.download', { guid: job.guid, format: 'xlsx', partial: true });
  return (
    <Button className="button" onPress={() => void save()}>
      <Download size={14} aria-hidden />
      {text('export.partial')}
    </Button>
  );
}
