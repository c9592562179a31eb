import { MEDIA_LACKS, type MediaLack } from '#core/contract/media.ts';

/** How far the files of rows are here, as stored with the export. */
export interface MediaLedger {
  /** Addresses that rows name, each once. */
  readonly wanted: number;
  readonly fetched: number;
  /** Of all that were fetched. */
  readonly bytes: number;
  readonly lacks: Readonly<Partial<Record<MediaLack, number>>>;
  /** Why it was given up as a whole; null: it was not. */
  readonly note: string | null;
}

export const NO_MEDIA: MediaLedger = { wanted: 0, fetched: 0, bytes: 0, lacks: {}, note: null };

const BYTES_OF_MB = 1_000_000;

/** For the ledger of the export. */
export function mediaNotes(ledger: MediaLedger | undefined): readonly string[] {
  if (ledger === undefined) return [];
  const { wanted, fetched, bytes, lacks, note } = ledger;
  const reasons = (Object.keys(MEDIA_LACKS) as MediaLack[]).flatMap((lack) => {
    const count = lacks[lack] ?? 0;
    return count === 0 ? [] : [`${count} ${MEDIA_LACKS[lack]}`];
  });
  const open = wanted - fetched - Object.values(lacks).reduce((sum, count) => sum + count, 0);
  if (open > 0) reasons.push(`${open} not asked for before the end`);
  const lacking = reasons.length === 0 ? '' : ` Not here: ${reasons.join(', ')}.`;
  return [`Files of rows: ${fetched} of ${wanted}, ${(bytes / BYTES_OF_MB).toFixed(1)} MB.${lacking}${note === null ? '' : ` ${note}`}`];
}
