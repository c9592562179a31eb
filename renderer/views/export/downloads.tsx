import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { callForFile } from '#renderer/client/call.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { arriving } from '#renderer/components/arriving.ts';
import { usePlatformName } from '#renderer/client/use-platform-name.ts';
import { Drawer } from '#renderer/components/drawer.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { type Format, useFormatName } from '#renderer/components/format-name.ts';
import { saveBlob, saveFrom } from '#renderer/components/save-file.ts';
import { Loading } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { Layout } from '#renderer/views/export/layout.ts';

const POLL_MS = 500;
/** Letters of an address in the name of a file. */
const MOST_OF_ADDRESS = 80;
/** In the menu, beside the formats. */
const EVIDENCE = 'exports.evidence';
const MEDIA = 'exports.media';
/** Comes when it is opened. */
const LayoutForm = arriving(async () => (await import('#renderer/views/export/layout-form.tsx')).LayoutForm);
const LAID_OUT = 'layout';

const ZIPS = { [EVIDENCE]: 'export.evidence', [MEDIA]: 'export.media' } as const;

function zipsOf({ options }: Job, known: readonly { readonly id: Format }[]): readonly (keyof typeof ZIPS)[] {
  return [
    ...(options['media'] === undefined ? [] : ([MEDIA] as const)),
    ...(known.some(({ id }) => id === 'json') ? ([EVIDENCE] as const) : []),
  ];
}

interface DownloadsParts {
  readonly job: Job;
  /** The rows that the table shows; undefined: all. */
  readonly shown: Layout['filter'];
}

/** The files of an export in every format, and as one wants them; one that does not exist yet is written first. */
export function Downloads({ job, shown }: DownloadsParts) {
  const { text } = useWords();
  const nameOf = useFormatName();
  const [isLayingOut, setLayingOut] = useState(false);
  const [wanted, setWanted] = useState<Format | null>(null);
  const hasEnded = job.status === 'done' || job.status === 'stopped';
  const formats = useQuery({
    ...readOf('conversions.options', { guid: job.guid }),
    enabled: hasEnded,
    refetchInterval: wanted === null ? false : POLL_MS,
    staleTime: 0,
  });
  const convert = useChange('conversions.start');
  const name = useFileName(job);
  const saveZip = useMutation({ mutationFn: (operation: typeof EVIDENCE | typeof MEDIA) => saveFile(operation, { guid: job.guid }) });
  const link = formats.data?.find(({ format }) => format === wanted)?.link ?? null;
  useEffect(() => {
    if (wanted === null || link === null) return;
    // One that was laid out may have a name that somebody wanted.
    saveFrom(link, job.options['layout'] === undefined ? name : undefined);
    setWanted(null);
  }, [wanted, link, job, name]);
  if (job.status === 'error') return <PartialDownload job={job} />;
  if (!hasEnded) return null;
  const choose = async (format: Format): Promise<void> => {
    // A file that was replaced meanwhile is no longer where it was.
    const { data } = await formats.refetch();
    if (data?.find((option) => option.format === format)?.link == null) convert.mutate({ guid: job.guid, format });
    setWanted(format);
  };
  const known = (formats.data ?? []).map(({ format }) => ({ id: format, name: nameOf(format) }));
  const zips = zipsOf(job, known).map((id) => ({ id, name: text(ZIPS[id]) }));
  return (
    <>
      <MenuTrigger>
        <Button className="button button-main" isDisabled={(wanted !== null && convert.error === null) || saveZip.isPending}>
          <Download size={14} aria-hidden />
          {text('action.download')}
          <ChevronDown size={14} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            items={[...known, { id: LAID_OUT, name: text('layout.open') }, ...zips]}
            onAction={(chosen) => {
              if (chosen === EVIDENCE || chosen === MEDIA) saveZip.mutate(chosen);
              else if (chosen === LAID_OUT) setLayingOut(true);
              else void choose(chosen as Format);
            }}
          >
            {({ id, name }) => (
              <MenuItem id={id} className="menu-item">
                {name}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <LayoutDrawer job={job} formats={known} shown={shown} isOpen={isLayingOut} onClose={() => setLayingOut(false)} />
    </>
  );
}

async function saveFile(operation: Parameters<typeof callForFile>[0], input: Parameters<typeof callForFile>[1]): Promise<void> {
  const { blob, name } = await callForFile(operation, input);
  saveBlob(blob, name);
}

interface LayoutDrawerParts extends DownloadsParts {
  readonly formats: readonly { readonly id: Format; readonly name: string }[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function LayoutDrawer({ isOpen, onClose, ...form }: LayoutDrawerParts) {
  const { text } = useWords();
  return (
    <Drawer title={text('layout.title')} isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <LayoutForm {...form} />
      </Suspense>
    </Drawer>
  );
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

/** What a file of an export is called where people save it, without its ending. */
function useFileName(job: Job): string {
  const { text } = useWords();
  const platform = usePlatformName(job.platform);
  const day = (job.exported_at ?? job.created_at).slice(0, 'yyyy-mm-dd'.length);
  return `${platform} ${text(`type.${job.export_type}`)} ${jobName(job).slice(0, MOST_OF_ADDRESS)} ${day}`;
}
