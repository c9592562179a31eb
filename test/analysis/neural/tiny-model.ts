import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { floats, node, onnxFile, whole64, wholes } from '#test/analysis/neural/onnx-file.ts';

/** What each word speaks for: blame, neither, praise. Numbers of tokens are places in this list. */
const WORDS: readonly (readonly [word: string, numbers: readonly [number, number, number]])[] = [
  ['[PAD]', [0, 0, 0]],
  ['[UNK]', [0, 1, 0]],
  ['[CLS]', [0, 1, 0]],
  ['[SEP]', [0, 1, 0]],
  ['good', [0, 0, 40]],
  ['bad', [40, 0, 0]],
  ['comment', [0, 0, 40]],
  ['7', [90, 0, 0]],
  ['table', [0, 1, 0]],
  ['##s', [0, 1, 0]],
];
const LABELS = ['negative', 'neutral', 'positive'];

export const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(WORDS.map(([word], id) => [word, id])),
  },
};

/** Takes the mean of what the words of a text speak for. */
export function tinyNetwork(numbers: readonly number[] = WORDS.flatMap(([, spoken]) => spoken), labels = LABELS.length): Buffer {
  return onnxFile(
    [
      node('Gather', ['words', 'input_ids'], ['found'], whole64('axis', 0)),
      node('ReduceMean', ['found'], ['logits'], wholes('axes', [1]), whole64('keepdims', 0)),
      floats('words', [numbers.length / labels, labels], numbers),
    ],
    ['batch', labels],
  );
}

export interface TinyModel {
  readonly manifest: Buffer;
  /** Of the manifest. */
  readonly sha256: string;
  readonly id: string;
  readonly files: Readonly<Record<'model.onnx' | 'tokenizer.json', Buffer>>;
}

export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** A model of a few kilobytes with its manifest, made for the test. */
export function tinyModel({
  network = tinyNetwork(),
  tokenizer = Buffer.from(JSON.stringify(TOKENIZER)),
  fields = {},
  from = {},
}: {
  readonly network?: Buffer;
  readonly tokenizer?: Buffer;
  /** In the place of those of the manifest. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Where its parts are, if not beside it. */
  readonly from?: Readonly<{ model?: string; tokenizer?: string }>;
} = {}): TinyModel {
  const named = (file: string, bytes: Buffer) => ({ from: file, bytes: bytes.length, sha256: sha256Of(bytes) });
  const about = {
    format: 1,
    name: 'tiny',
    labels: LABELS,
    max_tokens: 16,
    languages: 'any',
    licence: 'MIT',
    source: 'https://models.example/tiny',
    files: { model: named(from.model ?? 'model.onnx', network), tokenizer: named(from.tokenizer ?? 'tokenizer.json', tokenizer) },
    ...fields,
  };
  const manifest = Buffer.from(JSON.stringify(about));
  const sha256 = sha256Of(manifest);
  return { manifest, sha256, id: `${about.name}-${sha256.slice(0, 16)}`, files: { 'model.onnx': network, 'tokenizer.json': tokenizer } };
}

/** As its maker would hand it out. */
export function layOut({ manifest, files }: TinyModel, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries({ 'manifest.json': manifest, ...files })) writeFileSync(join(folder, name), bytes);
}

/** As if it had been fetched. */
export function shelve(model: TinyModel, dataDir: string): string {
  layOut(model, join(dataDir, 'models', model.id));
  return model.id;
}
