import { readFileSync, statSync } from 'node:fs';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { KeptExchange } from '#core/contract/kept-exchange.ts';
import { citationBib, citationCff } from '#core/evidence/citation.ts';
import { PackageWriter } from '#core/evidence/package-writer.ts';
import { refusedAnswer } from '#core/evidence/raw-answers.ts';
import { receiptPage, receiptWords } from '#core/evidence/receipt.ts';
import { reportPage } from '#core/evidence/report-page.ts';
import type { TimeStamp } from '#core/evidence/time-stamp.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

/** What goes into a package. */
interface PackageParts {
  /** Absolute, of the package. */
  readonly path: string;
  readonly facts: EvidenceFacts;
  readonly rows: number;
  /** The files of the rows, absolute. */
  readonly data: { readonly csv: string; readonly json: string };
  /** What was answered on the way to each page, in gzip. */
  readonly pages: Iterable<Uint8Array>;
  /** What was refused, or could not be read. */
  readonly refused: Iterable<KeptExchange>;
  /** Files of rows, by their names as rows have them, in order; `path`: absolute. */
  readonly media: readonly { readonly name: string; readonly path: string }[];
  /** Has a root stamped; null: no server is named. @throws CommentdockError NETWORK, INVALID_REQUEST */
  readonly stamp: ((root: string) => Promise<TimeStamp>) | null;
}

/** Writes an evidence package. It stands whole under its name or not at all. @throws CommentdockError DISK, INVALID_REQUEST, and as `stamp` */
export async function makePackage({ path, facts, rows, data, media, pages, refused, stamp }: PackageParts): Promise<void> {
  using writer = new PackageWriter(path);
  const files = [
    { name: 'data/rows.csv', path: data.csv },
    { name: 'data/rows.json', path: data.json },
  ];
  const hashed = await Promise.all(
    files.map(async ({ name, path: from }) => ({ name, bytes: statSync(from).size, sha256: await sha256Of(from), from })),
  );
  writer.add('CITATION.bib', citationBib(facts));
  writer.add('CITATION.cff', citationCff(facts));
  writer.add('REPORT.html', reportPage(facts, rows, hashed));
  for (const { name, from } of hashed) writer.addFile(name, from);
  writer.add('facts.json', `${JSON.stringify(facts, null, 1)}\n`);
  for (const file of media) writer.addFile(file.name, file.path);
  let answers = 0;
  const addRaw = (packed: Uint8Array) => writer.add(`raw/${String((answers += 1)).padStart(6, '0')}.json.gz`, packed);
  for (const page of pages) addRaw(page);
  for (const exchange of refused) addRaw(refusedAnswer(exchange));
  writer.add('verify.mjs', readFileSync(new URL(import.meta.resolve('#core/evidence/verify.mjs'))));
  const { root } = writer;
  const stamped = (await stamp?.(root)) ?? null;
  const words = receiptWords(facts, root, stamped);
  writer.add('receipt.html', receiptPage(words));
  // What draws it is large.
  const { receiptPicture } = await import('#core/evidence/receipt-picture.ts');
  writer.add('receipt.png', await receiptPicture(words));
  if (stamped !== null) writer.add('timestamp.tsr', stamped.bytes);
  writer.close();
}
