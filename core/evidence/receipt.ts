import type { EvidenceFacts } from '#core/contract/evidence.ts';
import { titleOf } from '#core/evidence/citation.ts';
import { escaped, page, tableOf } from '#core/evidence/page.ts';
import type { TimeStamp } from '#core/evidence/time-stamp.ts';
import { gapLines } from '#core/writers/about.ts';

/** What a receipt says, in the order in which it says it. */
export interface ReceiptWords {
  readonly title: string;
  /** `896 of 903`. */
  readonly count: string;
  readonly summary: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}

/** How complete an export is, in a few words. @param root of its package */
export function receiptWords(facts: EvidenceFacts, root: string, stamped: Pick<TimeStamp, 'at'> | null): ReceiptWords {
  const { ledger, times, program } = facts;
  const { exported, platform_total: total } = ledger;
  return {
    title: titleOf(facts),
    count: total === null ? `${exported}` : `${exported} of ${total}`,
    summary: ledger.summary,
    rows: [
      ...gapLines(ledger).map(([label, count]) => [label, String(count)] as const),
      ['Read (UTC)', times.finished ?? 'not finished'],
      ['By', `${program.name} ${program.version}`],
      ['Export', facts.guid],
      ['Root of the package (SHA-256)', root],
      ...(stamped === null ? [] : [['Stamped (UTC)', stamped.at] as const]),
    ],
  };
}

/** The receipt on one page. */
export function receiptPage({ title, count, summary, rows }: ReceiptWords): string {
  return page(`Receipt: ${title}`, [
    '<h1>Receipt of completeness</h1>',
    `<p>${escaped(title)}</p>`,
    `<p class="count">${escaped(count)}</p>`,
    `<p>${escaped(summary)}</p>`,
    tableOf(rows),
  ]);
}
