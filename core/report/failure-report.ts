import type { FailureReport, ReportFacts } from '#core/contract/failure-report.ts';
import { harOf } from '#core/report/har.ts';
import { pagesOf } from '#core/report/pages.ts';
import { type Concealed, isReplayed } from '#core/report/proof.ts';

/** A file of a report. */
interface ReportPart {
  readonly name: string;
  readonly text: string;
}

interface ReportParts extends Concealed, Pick<ReportFacts, 'machine' | 'platform' | 'origin'> {
  readonly version: string;
  readonly keepsTexts: boolean;
}

const README = `This is a failure report of Commentdock: what a site answered when an export of it failed.

report.har   the last requests and answers, as HAR 1.2
report.json  what was asked for, how it failed, and on what

Cookies, tokens, ids of accounts, e-mail addresses, telephone numbers, names and texts of people were replaced by others of the same length before
this was written, the same by the same, so that it still fails in the same way. With --keep-texts, texts of comments were left.
Commentdock sent it nowhere. \`npm run case -- <this file>\` in its repository makes a case of it.
`;

/** The files of a report. */
export function reportParts(report: ReportParts): readonly ReportPart[] {
  const { material, version } = report;
  return [
    { name: 'README.txt', text: README },
    { name: 'report.har', text: JSON.stringify(harOf(material.exchanges, version), null, 1) },
    { name: 'report.json', text: `${JSON.stringify(factsOf(report), null, 2)}\n` },
  ];
}

/** What its owner sees of it. */
export function contentOf({ material, pages, replaced, keptWords }: Concealed): Omit<FailureReport, 'name' | 'parts' | 'content'> {
  return {
    exchanges: material.exchanges.map(({ request, answer }) => ({
      method: request.method,
      url: request.url,
      status: answer.status,
      bytes: Buffer.byteLength(answer.text),
    })),
    replaced: { ...replaced },
    kept_words: [...keptWords],
    fails_alike: pages.length === 0 ? null : pages.every(isReplayed),
  };
}

function factsOf({ material, version, machine, platform, origin, pages, keepsTexts, replaced, keptWords }: ReportParts): ReportFacts {
  const { query, error, ledger, exchanges } = material;
  return {
    format: 1,
    program: { name: 'commentdock', version },
    platform,
    origin,
    machine,
    query,
    error,
    ledger,
    pages: pagesOf(exchanges).map(({ exchanges: made, cursor, known, failure }, index) => ({
      exchanges: made.length,
      cursor,
      known,
      failure,
      replayed: pages[index]?.replayed ?? null,
    })),
    keeps_texts: keepsTexts,
    replaced: { ...replaced },
    kept_words: [...keptWords],
  };
}
