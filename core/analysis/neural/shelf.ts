import { readdirSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isModelId,
  MANIFEST_BYTES,
  MANIFEST_FILE,
  MODEL_PARTS,
  type ModelManifest,
  modelIdOf,
  PART_FILES,
  readManifest,
  sha256Of,
} from '#core/analysis/neural/manifest.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** Of the data folder: a folder for each model, by its id. */
const MODELS_FOLDER = 'models';

export interface ShelvedModel {
  readonly id: string;
  readonly manifest: ModelManifest;
}

export function modelsFolder(dataDir: string): string {
  return join(dataDir, MODELS_FOLDER);
}

/** Ids of those that were fetched onto this machine. */
export function modelIds(dataDir: string): readonly string[] {
  try {
    return readdirSync(modelsFolder(dataDir)).filter(isModelId).toSorted();
  } catch {
    return [];
  }
}

/** @throws CommentdockError INVALID_REQUEST where it is not there, or not what its id says */
export async function manifestOf(dataDir: string, id: string): Promise<ModelManifest> {
  if (!isModelId(id) || !modelIds(dataDir).includes(id)) throw notHere(dataDir, id);
  const bytes = await checkedFile(dataDir, id, { name: MANIFEST_FILE, mostBytes: MANIFEST_BYTES });
  const manifest = readManifest(bytes);
  if (modelIdOf(manifest, bytes) !== id) throw unusable(id, 'its manifest is not the one that was fetched.');
  return manifest;
}

/**
 * All of a model, its hashes checked.
 * @throws CommentdockError INVALID_REQUEST where it is not there, or anything of it differs from what was fetched
 */
export async function modelOf(
  dataDir: string,
  id: string,
): Promise<{ readonly manifest: ModelManifest; readonly model: Uint8Array; readonly tokenizer: Uint8Array }> {
  const manifest = await manifestOf(dataDir, id);
  const [model, tokenizer] = await Promise.all(
    MODEL_PARTS.map(async (part) => {
      const { bytes, sha256 } = manifest.files[part];
      const file = await checkedFile(dataDir, id, { name: PART_FILES[part], mostBytes: bytes });
      if (sha256Of(file) !== sha256) throw unusable(id, `${PART_FILES[part]} is not the one that was fetched.`);
      return file;
    }),
  );
  return { manifest, model: model!, tokenizer: tokenizer! };
}

/** @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
export async function removeModel(dataDir: string, id: string): Promise<void> {
  if (!isModelId(id) || !modelIds(dataDir).includes(id)) throw new CommentdockError('RESOURCE_NOT_FOUND', notHere(dataDir, id).message);
  await rm(join(modelsFolder(dataDir), id), { recursive: true });
}

/** Of one that is here and does not do: what is wrong, and what helps. */
export function unusable(id: string, why: string, cause?: unknown): CommentdockError {
  const advice = `\`commentdock neural-models remove ${id}\` and fetch it anew, or choose another judge: \`commentdock sentiment-providers choose built-in\`.`;
  return new CommentdockError('INVALID_REQUEST', `The neural model ${id} cannot be used: ${why} ${advice}`, { cause });
}

function notHere(dataDir: string, id: string): CommentdockError {
  const ids = modelIds(dataDir);
  const others = ids.length === 0 ? 'There is none.' : `There are: ${ids.join(', ')}.`;
  return new CommentdockError(
    'INVALID_REQUEST',
    `There is no neural model "${id}" on this machine. ${others} \`commentdock neural-models fetch\` brings one.`,
  );
}

async function checkedFile(dataDir: string, id: string, { name, mostBytes }: { readonly name: string; readonly mostBytes: number }) {
  const path = join(modelsFolder(dataDir), id, name);
  try {
    if ((await stat(path)).size <= mostBytes) return await readFile(path);
  } catch (error) {
    throw unusable(id, `${name} cannot be read.`, error);
  }
  throw unusable(id, `${name} is larger than what was fetched.`);
}
