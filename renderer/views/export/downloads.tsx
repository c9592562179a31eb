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
import { Loading, Problem } from '#renderer/components/states.tsx';
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
/** In front of formats, for the rows that are shown. */
const SHOWN = 'shown ';
const SoFarButton = arriving(async () => (await import('#renderer/views/export/so-far-button.tsx')).SoFarButton);

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
  /** It stands among other things that can be done. */
  readonly isBeside?: true;
}

/** A file of all rows, or of those that the table shows. */
interface Wanted {
  readonly format: Format;
  readonly rows: 'all' | 'shown';
  /** What was there for an earlier wish may have been replaced. */
  readonly askedAtMs: number;
}

/** How a file of the rows that are shown is to be: as the export's own, but for its rows. */
function layoutOfShown({ options }: Job, shown: Layout['filter']): Layout {
  const own = options['layout'];
  return { ...(typeof own === 'object' ? (own as Layout) : {}), ...(shown === undefined ? {} : { filter: shown }) };
}

/** The files of an export in every format, and as one wants them; one that does not exist yet is written first. What is filtered can be downloaded as that. */
export function Downloads({ job, shown, isBeside }: DownloadsParts) {
  const { text } = useWords();
  const nameOf = useFormatName();
  const [isLayingOut, setLayingOut] = useState(false);
  const hasEnded = job.status === 'done' || job.status === 'stopped';
  const profile = useQuery({ ...readOf('account.profile', {}), enabled: hasEnded });
  const name = useFileName(job);
  const file = useFile(job, shown, name);
  const saveZip = useMutation({ mutationFn: (operation: typeof EVIDENCE | typeof MEDIA) => saveFile(operation, { guid: job.guid }) });
  if (job.status === 'error') return <PartialDownload job={job} />;
  if (!hasEnded) return <SoFar job={job} name={name} />;
  const known = (profile.data?.formats ?? []).map((id) => ({ id, name: nameOf(id) }));
  const filtered =
    shown === undefined ? [] : known.map(({ id, name: format }) => ({ id: `${SHOWN}${id}`, name: text('export.shownAs', { format }) }));
  const zips = zipsOf(job, known).map((id) => ({ id, name: text(ZIPS[id]) }));
  const choose = (chosen: string): void => {
    if (chosen === EVIDENCE || chosen === MEDIA) saveZip.mutate(chosen);
    else if (chosen === LAID_OUT) setLayingOut(true);
    else if (chosen.startsWith(SHOWN)) void file.choose({ format: chosen.slice(SHOWN.length) as Format, rows: 'shown' });
    else void file.choose({ format: chosen as Format, rows: 'all' });
  };
  return (
    <>
      <MenuTrigger>
        <Button className={isBeside === true ? 'button' : 'button button-main'} isDisabled={file.isBusy || saveZip.isPending}>
          <Download size={14} aria-hidden />
          {text('action.download')}
          <ChevronDown size={14} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            items={[...filtered, ...known, { id: LAID_OUT, name: text('layout.open') }, ...zips]}
            onAction={(chosen) => choose(String(chosen))}
          >
            {(item) => (
              <MenuItem id={item.id} className="menu-item">
                {item.name}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {file.error !== null && <Problem error={file.error} />}
      <LayoutDrawer job={job} formats={known} shown={shown} isOpen={isLayingOut} onClose={() => setLayingOut(false)} />
    </>
  );
}

/** Saves a file once it is there. */
function useFile(job: Job, shown: Layout['filter'], name: string) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const layout = wanted?.rows === 'shown' ? layoutOfShown(job, shown) : null;
  const formats = useQuery({
    ...readOf('conversions.options', { guid: job.guid, ...(layout === null ? {} : { layout: JSON.stringify(layout) }) }),
    queryKey: ['conversions.options', job.guid, wanted],
    enabled: wanted !== null,
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  const convert = useChange('conversions.start');
  const option = formats.data?.find(({ format }) => format === wanted?.format);
  const { link = null, status } = option ?? {};
  const { mutate, isIdle } = convert;
  useEffect(() => {
    if (wanted === null || status === undefined) return;
    if (link === null) {
      if (isIdle) mutate({ guid: job.guid, format: wanted.format, ...(layout === null ? {} : { layout }) });
      return;
    }
    // One that was laid out may have a name that somebody wanted.
    saveFrom(link, job.options['layout'] === undefined ? name : undefined);
    setWanted(null);
  }, [wanted, link, status, isIdle, mutate, job, layout, name]);
  return {
    isBusy: wanted !== null && convert.error === null && formats.error === null,
    error: convert.error ?? formats.error,
    choose(file: Omit<Wanted, 'askedAtMs'>): void {
      convert.reset();
      setWanted({ ...file, askedAtMs: Date.now() });
    },
  };
}

/** What there is of one that runs. */
function SoFar({ job, name }: { readonly job: Job; readonly name: string }) {
  if (job.total_exported === 0) return null;
  return (
    <Suspense fallback={null}>
      <SoFarButton job={job} name={name} />
    </Suspense>
  );
}

async function saveFile(operation: Parameters<typeof callForFile>[0], input: Parameters<typeof callForFile>[1]): Promise<void> {
  const { blob, name } = await callForFile(operation, input);
  saveBlob(blob, name);
}

interface LayoutDrawerParts extends Omit<DownloadsParts, 'isBeside'> {
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
