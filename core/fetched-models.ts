import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  MANIFEST_BYTES,
  MANIFEST_FILE,
  MODEL_PARTS,
  type ModelPart,
  modelIdOf,
  PART_FILES,
  readManifest,
  sha256Of,
} from '#core/analysis/neural/manifest.ts';
import { manifestOf, modelIds, modelOf, modelsFolder, removeModel } from '#core/analysis/neural/shelf.ts';
import type { Config } from '#core/config/config.ts';
import { replacePrivateFile } from '#core/config/private-file.ts';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { FetchedModel, ModelShelf, ModelWish } from '#core/surfaces/cli/model-commands.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';

const ADDRESS = /^https?:\/\//i;
/** Of a model that is on its way: parts that came whole wait there for the next try. */
const COMING = '.coming-';

type Settings = Pick<Config, 'dataDir' | 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile' | 'allowedInnerHosts'>;
type Part = { readonly from: string; readonly bytes: number; readonly sha256: string };

/** Neural models in the data folder: each comes when its owner says so, and never otherwise. */
export function modelShelf(settings: Settings, signal: AbortSignal): ModelShelf {
  const { dataDir } = settings;
  return {
    fetch: (wish, onProgress) => fetchModel(wish, { settings, signal, onProgress }),
    list: async () => Promise.all(modelIds(dataDir).map(async (id) => told(dataDir, id))),
    async remove(id) {
      await removeModel(dataDir, id);
      await rm(join(modelsFolder(dataDir), `${COMING}${id}`), { recursive: true, force: true });
    },
  };
}

interface Fetching {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

/**
 * The manifest first, then what it names. A model stands in the folder whole or not at all.
 * @throws CommentdockError INVALID_REQUEST where anything is not what its hash says; NETWORK, DISK; the signal's reason
 */
async function fetchModel({ from, sha256 }: ModelWish, fetching: Fetching): Promise<FetchedModel> {
  const { dataDir } = fetching.settings;
  const place = await placeOf(from, sha256);
  const bytes = await manifestAt(place, fetching);
  if (sha256 !== undefined && sha256Of(bytes) !== sha256.toLowerCase()) throw otherThan(place, sha256, sha256Of(bytes));
  const manifest = readManifest(bytes);
  const id = modelIdOf(manifest, bytes);
  if (await isWhole(dataDir, id)) return told(dataDir, id);
  const folder = join(modelsFolder(dataDir), id);
  const coming = join(modelsFolder(dataDir), `${COMING}${id}`);
  await onDisk(() => mkdir(coming, { recursive: true, mode: 0o700 }));
  const whole = MODEL_PARTS.reduce((sum, part) => sum + manifest.files[part].bytes, 0);
  let done = 0;
  for (const part of MODEL_PARTS) {
    const before = done;
    await bring(part, { ...manifest.files[part], place, coming }, fetching, (come) =>
      fetching.onProgress(Math.floor((100 * (before + come)) / whole)),
    );
    done += manifest.files[part].bytes;
  }
  replacePrivateFile(join(coming, MANIFEST_FILE), bytes);
  // Of one that was damaged.
  await onDisk(() => rm(folder, { recursive: true, force: true }));
  await onDisk(() => rename(coming, folder));
  syncFolderOf(folder);
  return told(dataDir, id);
}

/** Where the manifest is. @throws CommentdockError INVALID_REQUEST where nobody said what an address has to give */
async function placeOf(from: string, sha256: string | undefined): Promise<string> {
  if (!ADDRESS.test(from)) return (await stat(from).catch(() => null))?.isDirectory() === true ? join(from, MANIFEST_FILE) : from;
  if (sha256 !== undefined) return from;
  throw new CommentdockError(
    'INVALID_REQUEST',
    'Say what lies at the address: --sha256 with the SHA-256 of the manifest, from whoever you trust for it.',
  );
}

async function manifestAt(place: string, { settings, signal }: Fetching): Promise<Uint8Array> {
  if (ADDRESS.test(place)) {
    const { download } = await import('#core/network/download.ts');
    return download(place, { ...settings, mostBytes: MANIFEST_BYTES }, signal);
  }
  const chunks: Uint8Array[] = [];
  await copyOf(place, MANIFEST_BYTES, signal, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

/** One part into the folder, unless it came before. @throws as `fetchModel` */
async function bring(
  part: ModelPart,
  wanted: Part & { readonly place: string; readonly coming: string },
  { settings, signal }: Fetching,
  onBytes: (come: number) => void,
): Promise<void> {
  const path = join(wanted.coming, PART_FILES[part]);
  if ((await hashOf(path)) === wanted.sha256) return onBytes(wanted.bytes);
  using file = new PendingFile(path);
  let hash = createHash('sha256');
  const write = (chunk: Uint8Array): void => {
    file.append(chunk);
    hash.update(chunk);
    onBytes(file.size);
  };
  const begin = (): void => {
    file.restart();
    hash = createHash('sha256');
  };
  const source = sourceOf(wanted);
  if (ADDRESS.test(source)) {
    const { downloadInto } = await import('#core/network/download.ts');
    await downloadInto(source, { mostBytes: wanted.bytes, begin, write }, settings, signal);
  } else await copyOf(source, wanted.bytes, signal, write);
  const found = hash.digest('hex');
  if (found !== wanted.sha256) throw otherThan(source, wanted.sha256, found);
  file.complete();
  file.publish();
}

/** Beside the manifest, or where that says. */
function sourceOf({ from, place }: Pick<Part, 'from'> & { readonly place: string }): string {
  if (ADDRESS.test(from)) return from;
  return ADDRESS.test(place) ? new URL(from, place).href : join(dirname(place), from);
}

/** @throws CommentdockError INVALID_REQUEST where it cannot be read or has more bytes; the signal's reason */
async function copyOf(path: string, mostBytes: number, signal: AbortSignal, take: (chunk: Uint8Array) => void): Promise<void> {
  await using file = await open(path).catch((error: unknown) => Promise.reject(unreadable(path, error)));
  let bytes = 0;
  try {
    for await (const chunk of file.createReadStream({ signal }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new CommentdockError('INVALID_REQUEST', `${path} has more than ${mostBytes} bytes.`);
      take(chunk);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof CommentdockError ? error : unreadable(path, error);
  }
}

/** Null where there is no such file. */
async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

async function isWhole(dataDir: string, id: string): Promise<boolean> {
  return modelOf(dataDir, id).then(
    () => true,
    () => false,
  );
}

/** What stands in the list. Of one whose manifest is damaged, why. */
async function told(dataDir: string, id: string): Promise<FetchedModel> {
  try {
    const { languages, licence, source, files } = await manifestOf(dataDir, id);
    return { id, bytes: MODEL_PARTS.reduce((sum, part) => sum + files[part].bytes, 0), languages, licence, source, damage: null };
  } catch (error) {
    return { id, bytes: 0, languages: [], licence: '', source: '', damage: asCommentdockError(error).message };
  }
}

function otherThan(place: string, expected: string, found: string): CommentdockError {
  return new CommentdockError(
    'INVALID_REQUEST',
    `What lies at ${place} is not what was asked for: its SHA-256 is ${found}, and not ${expected}. Nothing was taken.`,
  );
}

function unreadable(path: string, error: unknown): CommentdockError {
  const words = error instanceof Error ? error.message : String(error);
  return new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${words}`, { cause: error });
}

async function onDisk(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => Promise.reject(asCommentdockError(error)));
}
