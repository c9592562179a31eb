import { join } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';
import { SANDBOX_MARK } from '#core/contract/exported-item.ts';
import { fileStem } from '#core/contract/file-name.ts';
import type { Item } from '#core/contract/item.ts';
import type { Layout } from '#core/contract/layout.ts';
import { withoutRemark } from '#core/contract/remark.ts';
import { ledgerUnder } from '#core/contract/pseudonyms.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { type JobFile, ownLayout } from '#core/contract/job-record.ts';
import type { Written } from '#core/engine/writing-port.ts';
import type { Readings } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { lacksLanguages } from '#core/store/verdict-reader.ts';
import { type DetectLanguage, languageDetector } from '#core/threads/language-detector.ts';
import { writeLaidOut } from '#core/threads/laid-out-files.ts';
import type { WriteCall, WritingThreadData } from '#core/threads/writing-client.ts';
import { withPseudonyms } from '#core/writers/pseudonyms.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

interface WritingGround extends Pick<WritingThreadData, 'exportsFolder' | 'hashes'> {
  readonly readings: Readings;
}

/** Reads a job's items and turns them into files. @throws CommentdockError DISK; STOPPED once the call is cancelled */
export async function writeFiles({ readings, exportsFolder, hashes }: WritingGround, call: WriteCall): Promise<Written> {
  using reading = readings.open();
  const { connection } = reading;
  const job = createJobReader(connection).find(call.jobGuid);
  if (job === null) throw new CommentdockError('RESOURCE_NOT_FOUND');
  const dataset = readDataset(connection, { id: job.id, limit: call.limit, order: call.order });
  const detect = call.detectsLanguage && lacksLanguages(connection, job.id) ? await languageDetector() : null;
  const { pseudonyms = null } = call;
  const layout = call.layout ?? ownLayout(job);
  const stopped = new Uint8Array(call.cancelled);
  const hide = pseudonyms === null ? null : withPseudonyms(() => untilCancelled(dataset.chunks(), stopped), job.platform, pseudonyms);
  const passed = (chunks: () => Iterable<readonly Item[]>): Iterable<readonly Item[]> => {
    const said = call.hidesRemarks === true ? unsaid(chunks()) : chunks();
    const stored = detect === null ? said : withLanguage(said, detect);
    return hide === null ? stored : hide(stored);
  };
  const files = await writeLaidOut({
    // The export may be about to end, and is not noted as that yet.
    stem: fileStem({ ...job, finishedAtMs: call.finishedAtMs }, layout),
    atMs: call.finishedAtMs,
    layout,
    dataset,
    showsChanges: pseudonyms === null && (job.incremental?.previous_guid ?? null) !== null,
    pass: (chunks) => untilCancelled(passed(chunks), stopped),
    sentiment: call.sentiment,
    about: {
      url: pseudonyms === null ? job.url : 'left out: pseudonyms',
      platform: call.platformName,
      createdAt: new Date(job.createdAtMs).toISOString(),
      finishedAt: new Date(call.finishedAtMs).toISOString(),
      options: pseudonyms === null ? inWords({ ...job.options, ...said(layout) }) : 'left out: pseudonyms',
      completeness: pseudonyms === null ? call.completeness : ledgerUnder(pseudonyms, call.completeness),
    },
    exportType: job.target.type,
    formats: call.formats,
    folder: exportsFolder,
    // On several machines they are here and there, and a file is to be the same on all.
    ...(job.options.media !== undefined && !hashes && pseudonyms === null ? { mediaFrom: exportsFolder } : {}),
    baseName: call.baseName,
    ...(job.sandbox ? { marks: SANDBOX_MARK } : {}),
  });
  const noted = async ({ format, bytes, path }: (typeof files)[number]): Promise<JobFile> => {
    const asked = call.layout === undefined ? {} : { layout: call.layout };
    const file = { format, bytes, name: path.slice(join(exportsFolder, '/').length), ...asked };
    return hashes ? { ...file, sha256: await sha256Of(path) } : file;
  };
  return {
    files: await Promise.all(files.map(noted)),
    rows: dataset.rows,
    replies: dataset.replies,
  };
}

function said(layout: Layout): Pick<JobOptions, 'layout'> {
  return Object.keys(layout).length === 0 ? {} : { layout };
}

/** `replies: yes, limit: 500`. */
function inWords(options: JobOptions): string {
  const words = (value: unknown): string =>
    value === true ? 'yes' : value === false ? 'no' : typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${words(value)}`)
    .join(', ');
}

function* unsaid(chunks: Iterable<readonly Item[]>): Generator<readonly Item[]> {
  for (const chunk of chunks) yield chunk.map(withoutRemark);
}

/** What the platform says of a text's language stays. */
function* withLanguage(chunks: Iterable<readonly Item[]>, detect: DetectLanguage): Generator<readonly Item[]> {
  for (const chunk of chunks) {
    yield chunk.map((item) => (item.language !== null || item.text === null ? item : { ...item, language: detect(item.text) }));
  }
}

/** The thread is busy while it writes, so that no message reaches it: it looks at the flag between two chunks. */
function* untilCancelled(chunks: Iterable<readonly Item[]>, cancelled: Uint8Array): Generator<readonly Item[]> {
  for (const chunk of chunks) {
    if (Atomics.load(cancelled, 0) === 1) throw new CommentdockError('STOPPED');
    yield chunk;
  }
}
