import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';

/** What a model and its parts may have, in bytes. */
export const MANIFEST_BYTES = 64 * 1024;
const FILE_BYTES = { model: 512 * 1024 * 1024, tokenizer: 64 * 1024 * 1024 } as const;

/** What each part is called in the folder of its model. */
export const PART_FILES = { model: 'model.onnx', tokenizer: 'tokenizer.json' } as const;
export type ModelPart = keyof typeof PART_FILES;
export const MODEL_PARTS = Object.keys(PART_FILES) as readonly ModelPart[];
export const MANIFEST_FILE = 'manifest.json';

const NAME = '[a-z0-9][a-z0-9._-]{0,47}';
const DIGITS_OF_ID = 16;
const MODEL_ID = new RegExp(`^${NAME}-[0-9a-f]{${DIGITS_OF_ID}}$`);
const SHA256 = /^[0-9a-f]{64}$/;

const fileSchema = (mostBytes: number) =>
  z.strictObject({
    /** The name of a file beside the manifest, or an https address. */
    from: z
      .string()
      .max(2_048)
      .regex(/^([\w-][\w.-]*|https:\/\/\S+)$/),
    bytes: z.int().min(1).max(mostBytes),
    sha256: z.string().regex(SHA256),
  });

const manifestSchema = z.strictObject({
  format: z.literal(1),
  name: z.string().regex(new RegExp(`^${NAME}$`)),
  /** What each number of the answer speaks for, in order; a model that gives stars has several of one kind. */
  labels: z
    .array(z.enum(['negative', 'neutral', 'positive']))
    .min(2)
    .max(16)
    .refine((labels) => labels.includes('negative') && labels.includes('positive'), 'must name negative and positive'),
  /** Of a text, with those that frame it. */
  max_tokens: z.int().min(8).max(2_048),
  /** ISO 639; texts in others are not judged. */
  languages: z.union([
    z.literal('any'),
    z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .min(1)
      .max(200),
  ]),
  licence: z.string().min(1).max(100),
  source: z.url({ protocol: /^https$/ }).max(2_048),
  files: z.strictObject({ model: fileSchema(FILE_BYTES.model), tokenizer: fileSchema(FILE_BYTES.tokenizer) }),
});

/** What a model is, and the hashes of its parts. */
export type ModelManifest = z.infer<typeof manifestSchema>;

/** @throws CommentdockError INVALID_REQUEST where it is none */
export function readManifest(bytes: Uint8Array): ModelManifest {
  const input = jsonIn(bytes);
  const read = manifestSchema.safeParse(input);
  if (read.success) return read.data;
  throw new CommentdockError('INVALID_REQUEST', `This is no manifest of a model. ${wordsOfIssues(read.error.issues, { input })}`);
}

/** The name of a model on every machine: its own, and the beginning of the hash of its manifest, which names those of its parts. */
export function modelIdOf({ name }: Pick<ModelManifest, 'name'>, manifest: Uint8Array): string {
  return `${name}-${sha256Of(manifest).slice(0, DIGITS_OF_ID)}`;
}

export function isModelId(text: string): boolean {
  return MODEL_ID.test(text);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Null where it is no JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
