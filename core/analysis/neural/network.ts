import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Pages of memory, 64 KB each, that the runtime may have: two gigabytes, for the largest model several times over. */
const MOST_PAGES = 32_768;
/** Nothing below is said on the console. */
const FATAL = 4;

/** A network that gives a number for each of its labels. */
interface Network {
  /** @throws Error where it breaks down, or what it gives is no row of numbers */
  run(tokens: readonly number[]): Promise<ArrayLike<number>>;
  close(): Promise<void>;
}

/**
 * Opens the network of an ONNX file, on one core of this thread. It reads the file of the runtime and asks nobody.
 * @throws Error where it is none, or wants what texts cannot give
 */
export async function openNetwork(model: Uint8Array): Promise<Network> {
  const { env, InferenceSession, Tensor } = await import('#onnxruntime');
  env.logLevel = 'fatal';
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary = await runtimeFile();
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: FATAL });
  const { inputNames, outputNames } = session;
  const output = outputNames.find((name) => name === 'logits') ?? outputNames[0];
  if (output === undefined) throw new Error('it gives nothing');
  const row = (values: readonly number[]) => new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const inputs: Readonly<Record<string, (tokens: readonly number[]) => InstanceType<typeof Tensor>>> = {
    input_ids: row,
    attention_mask: (tokens) => row(tokens.map(() => 1)),
    token_type_ids: (tokens) => row(tokens.map(() => 0)),
  };
  const unknown = inputNames.find((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined) throw new Error(`it wants "${unknown}", which texts do not give`);
  return {
    async run(tokens) {
      const feeds = Object.fromEntries(inputNames.map((name) => [name, inputs[name]!(tokens)]));
      const given = (await session.run(feeds, [output], { logSeverityLevel: FATAL }))[output];
      if (given === undefined || given.type !== 'float32') throw new Error('it gave no numbers of 32 bits');
      const { dims } = given;
      if (dims.length > 2 || (dims.length === 2 && dims[0] !== 1)) throw new Error(`it gave ${dims.join(' x ')} numbers for one text`);
      return given.data as Float32Array;
    },
    close: () => session.release(),
  };
}

/** The built program has it packed. */
async function runtimeFile(): Promise<Uint8Array> {
  const path = fileURLToPath(import.meta.resolve('#onnxruntime.wasm'));
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The runtime asks for memory that may grow to four gigabytes. From now on nobody in this thread gets as much. */
export function boundMemory(): void {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(wish: WebAssembly.MemoryDescriptor) {
      super({ ...wish, maximum: Math.min(wish.maximum ?? MOST_PAGES, MOST_PAGES) });
    }
  };
}
