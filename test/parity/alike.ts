import { fromBuffer } from 'yauzl';
import type { AnsweredFile, Outcome } from '#test/parity/door.ts';

/** What differs between two data folders, and between two moments: ids, instants, tokens, random names, the base URL. */
const DIFFERENT: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+(?=\/(?:exports|api|login)\b)/g, ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b[0-9a-f]{32}\b/g, '<random>'],
  [/(?<=_)[0-9a-f]{32}(?=\.)/g, '<random>'],
  [/(?<=_)[0-9a-f]{8}(?=\.)/g, '<guid8>'],
  [/^[A-Za-z0-9]{120}$/g, '<token>'],
  [/\d+ seconds/g, '<some> seconds'],
];

const INSTANT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g;
/** Instants from here on are those of the run, due times included; earlier ones belong to the content. */
const RUN_MS = 86_400_000;

/** Measured, and so never the same twice. */
const MEASURED = new Set(['total_ms', 'seconds_to_wait', 'durationMs']);

/** An outcome without what must differ. */
export async function alike(outcome: Outcome): Promise<unknown> {
  if ('error' in outcome) return { error: plain(outcome.error) };
  return { answer: isFile(outcome.answer) ? await contentOf(outcome.answer.bytes) : plain(outcome.answer) };
}

function isFile(answer: unknown): answer is AnsweredFile {
  return typeof answer === 'object' && answer !== null && 'bytes' in answer && Buffer.isBuffer(answer.bytes);
}

/** Names of the entries of an archive or a workbook; else the text. */
async function contentOf(bytes: Buffer): Promise<unknown> {
  return bytes.subarray(0, 2).toString() === 'PK' ? plain(await entriesOf(bytes)) : plain(bytes.toString('utf8'));
}

async function entriesOf(bytes: Buffer): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, archive) => {
      if (error) return reject(error);
      const names: string[] = [];
      archive.on('entry', ({ fileName }: { readonly fileName: string }) => names.push(fileName));
      archive.on('error', reject);
      archive.on('end', () => resolve(names.toSorted()));
    });
  });
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, MEASURED.has(name) ? 0 : plain(entry)]));
}

function plainText(text: string): string {
  const isOfRun = (instant: string): boolean => Date.parse(instant) > Date.now() - RUN_MS;
  const timeless = text.replace(INSTANT, (instant) => (isOfRun(instant) ? '<instant>' : instant));
  return DIFFERENT.reduce((rest, [pattern, name]) => rest.replace(pattern, name), timeless);
}
