import type { SentimentAccount } from '#core/contract/sentiment.ts';

/** How far the judging of an export has come, as stored with it. */
export interface SentimentLedger {
  /** Of the judge whose verdicts these are. */
  readonly name: string;
  readonly label: string;
  readonly state: SentimentAccount['state'];
  readonly judged: number;
  readonly total: number;
  readonly unclassified: number;
  readonly note: string | null;
  /** True once files have the verdicts. */
  readonly shown: boolean;
}

export function presentSentiment(ledger: SentimentLedger | undefined): SentimentAccount | null {
  if (ledger === undefined) return null;
  const { label, state, judged, total, unclassified, note } = ledger;
  return { state, judge: label, judged, total, unclassified, note };
}

/** For the ledger of the export: what the columns lack. */
export function sentimentNotes(ledger: SentimentLedger | undefined): readonly string[] {
  if (ledger?.state !== 'incomplete') return [];
  const { judged, total, note } = ledger;
  return [`Sentiment was judged of ${judged} of ${total} items: ${note ?? 'it was given up'}`];
}
