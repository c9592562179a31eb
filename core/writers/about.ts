import type { Completeness } from '#core/contract/completeness.ts';
import { GAP_CAUSES, type GapCause } from '#core/contract/gap-cause.ts';
import type { ExportType } from '#core/contract/options.ts';

/** Where a dataset comes from, when it was made and how complete it is. */
export interface AboutSheet {
  /** The URL that was exported. */
  readonly url: string;
  /** The platform's name for people. */
  readonly platform: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null while the export is not finished. */
  readonly finishedAt: string | null;
  /** The job's options for people; empty: none were given. */
  readonly options: string;
  readonly completeness: Completeness;
}

/** What the file itself has to say: how it is cut up and what a sheet could not show. */
interface FileRemarks {
  readonly rows: number;
  readonly sheets: readonly string[];
  readonly cutCells: number;
  readonly plainAddresses: number;
}

/** A line of the sheet. `link` and `instant` (ISO 8601) are text that a workbook shows as such. */
export type AboutLine =
  | { readonly kind: 'title' | 'heading'; readonly text: string }
  | { readonly kind: 'blank' }
  | { readonly kind: 'text' | 'link' | 'instant'; readonly label: string; readonly value: string }
  | { readonly kind: 'number'; readonly label: string; readonly value: number }
  /** `label` in a cell of that colour. */
  | {
      readonly kind: 'colour';
      readonly label: string;
      readonly value: string;
      readonly colour: 'positive' | 'negative' | 'neutral' | 'plain';
    };

/** As `AboutLine`, of a file that has text alone. */
export interface SubjectLine {
  readonly section: string;
  readonly label: string;
  readonly value: string;
}

const GAP_LABELS: Readonly<Record<GapCause, string>> = {
  deleted: 'gone on the platform',
  hidden: 'held back by the platform',
  filtered: 'filtered by the options',
  limit: 'beyond the limit',
  blocked: 'refused or given up',
  login: 'shown only after a login',
  sameId: 'under an id that another row has',
  unreadable: 'given in an unknown form',
  notReached: 'not asked for before the end',
  notServed: 'stated but never served',
};

/** The sheet as lines of a label and a value each. */
export function aboutLines(about: AboutSheet, exportType: ExportType, remarks: FileRemarks): readonly AboutLine[] {
  return [
    { kind: 'title', text: 'About this export' },
    ...sourceLines(about, exportType),
    ...completenessLines(about.completeness),
    ...trafficLines(about.completeness),
    ...fileLines(remarks),
    ...noteLines(about.completeness.notes),
  ];
}

/** The lines about the export itself, without those of one kind of file: what a heading says of those below it, label and value. */
export function subjectLines(about: AboutSheet, exportType: ExportType): readonly SubjectLine[] {
  const lines = [
    ...sourceLines(about, exportType),
    ...completenessLines(about.completeness),
    ...trafficLines(about.completeness),
    ...noteLines(about.completeness.notes),
  ];
  let section = '';
  return lines.flatMap((line): readonly SubjectLine[] => {
    if (line.kind === 'heading') section = line.text;
    return 'label' in line ? [{ section, label: line.label.trim(), value: String(line.value) }] : [];
  });
}

/** An export type for people: `live_chat` is "Live chat". */
export function exportTypeLabel(type: ExportType): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');
}

function sourceLines(about: AboutSheet, exportType: ExportType): readonly AboutLine[] {
  return [
    ...section('Source'),
    { kind: 'link', label: 'URL', value: about.url },
    { kind: 'text', label: 'Platform', value: about.platform },
    { kind: 'text', label: 'Export type', value: exportTypeLabel(exportType) },
    { kind: 'text', label: 'Options', value: about.options === '' ? 'none' : about.options },
    { kind: 'instant', label: 'Started (UTC)', value: about.createdAt },
    about.finishedAt === null
      ? { kind: 'text', label: 'Finished (UTC)', value: 'not finished' }
      : { kind: 'instant', label: 'Finished (UTC)', value: about.finishedAt },
  ];
}

function completenessLines(ledger: Completeness): readonly AboutLine[] {
  const { platform_total: stated, complete } = ledger;
  const gaps = gapLines(ledger).map(([label, value]) => ({ kind: 'number', label: `    ${label}`, value }) as const);
  return [
    ...section('Completeness'),
    { kind: 'text', label: 'In one sentence', value: ledger.summary },
    stated === null
      ? { kind: 'text', label: 'The platform says', value: 'not stated' }
      : { kind: 'number', label: 'The platform says', value: stated },
    { kind: 'number', label: 'Exported', value: ledger.exported },
    { kind: 'number', label: 'Missing', value: ledger.missing },
    ...gaps,
    { kind: 'text', label: 'Complete', value: complete === null ? 'not finished' : complete ? 'yes' : 'no' },
  ];
}

/** Where the difference went, for people: each cause and how many. */
export function gapLines({ gap }: Completeness): readonly (readonly [label: string, count: number])[] {
  return GAP_CAUSES.filter((cause) => gap[cause] > 0).map((cause) => [GAP_LABELS[cause], gap[cause]] as const);
}

function trafficLines(ledger: Completeness): readonly AboutLine[] {
  const { waits } = ledger;
  return [
    ...section('How it was fetched'),
    { kind: 'text', label: 'Doors', value: ledger.doors.length === 0 ? 'none' : ledger.doors.join(', ') },
    ...(ledger.routes === undefined ? [] : [{ kind: 'text', label: 'Routes', value: ledger.routes.join(', ') } as const]),
    { kind: 'number', label: 'Pages', value: ledger.pages },
    { kind: 'number', label: 'Requests', value: ledger.requests },
    { kind: 'number', label: 'Retries', value: ledger.retries },
    {
      kind: 'text',
      label: 'Waits',
      value: waits.count === 0 ? 'none' : `${waits.count}, together ${(waits.total_ms / 1000).toFixed(1)} s`,
    },
  ];
}

function fileLines(remarks: FileRemarks): readonly AboutLine[] {
  const { cutCells, plainAddresses, sheets } = remarks;
  return [
    ...section('This file'),
    { kind: 'number', label: 'Rows', value: remarks.rows },
    ...(sheets.length < 2 ? [] : [{ kind: 'text', label: 'Sheets', value: sheets.join(', ') } as const]),
    { kind: 'text', label: 'Times', value: 'UTC' },
    ...(cutCells === 0 ? [] : [{ kind: 'number', label: 'Cells cut to 32,767 characters', value: cutCells } as const]),
    ...(plainAddresses === 0 ? [] : [{ kind: 'number', label: 'Addresses left as plain text', value: plainAddresses } as const]),
  ];
}

function noteLines(notes: readonly string[]): readonly AboutLine[] {
  if (notes.length === 0) return [];
  return [...section('Notes'), ...notes.map((value, index) => ({ kind: 'text', label: String(index + 1), value }) as const)];
}

function section(text: string): readonly AboutLine[] {
  return [{ kind: 'blank' }, { kind: 'heading', text }];
}
