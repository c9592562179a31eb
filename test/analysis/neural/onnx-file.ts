/** Just enough of the ONNX format (onnx.proto, a message of Protocol Buffers) to write networks for tests by hand. */

const FLOAT = 1;
const INT64 = 7;
const BOOL = 9;
const OPSET = 17;
const IR_VERSION = 8;

type Dimension = number | string;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  do {
    const more = rest >> 7n;
    bytes.push(Number(rest & 127n) | (more > 0n ? 128 : 0));
    rest = more;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const whole = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function part(field: number, ...parts: readonly (Uint8Array | string)[]): Buffer {
  const body = Buffer.concat(parts.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
}

export const whole64 = (name: string, value: number): Buffer => part(5, part(1, name), whole(3, value), whole(20, 2));
export const wholes = (name: string, values: readonly number[]): Buffer =>
  part(5, part(1, name), ...values.map((value) => whole(8, value)), whole(20, 7));
const graphIn = (name: string, graph: Uint8Array): Buffer => part(5, part(1, name), part(6, graph), whole(20, 5));

export function node(op: string, inputs: readonly string[], outputs: readonly string[], ...attributes: readonly Buffer[]): Buffer {
  return part(1, ...inputs.map((name) => part(1, name)), ...outputs.map((name) => part(2, name)), part(4, op), ...attributes);
}

function value(field: 11 | 12, name: string, type: number, dimensions: readonly Dimension[]): Buffer {
  const sizes = dimensions.map((size) => part(1, typeof size === 'string' ? part(2, size) : whole(1, size)));
  return part(field, part(1, name), part(2, part(1, whole(1, type), part(2, ...sizes))));
}

export const floats = (name: string, dimensions: readonly number[], values: readonly number[]): Buffer =>
  tensor(name, dimensions, FLOAT, Buffer.from(new Float32Array(values).buffer));
const int64s = (name: string, dimensions: readonly number[], values: readonly number[]): Buffer =>
  tensor(name, dimensions, INT64, Buffer.from(BigInt64Array.from(values, BigInt).buffer));
const yes = (name: string): Buffer => tensor(name, [], BOOL, Buffer.from([1]));

function tensor(name: string, dimensions: readonly number[], type: number, raw: Buffer): Buffer {
  return part(5, ...dimensions.map((size) => whole(1, size)), whole(2, type), part(8, name), part(9, raw));
}

/** A network from token numbers to `logits`. @param labels what it says that it gives for a text */
export function onnxFile(parts: readonly Buffer[], labels: readonly Dimension[], inputs: readonly string[] = ['input_ids']): Buffer {
  const graph = [part(2, 'tiny'), ...parts, ...inputs.map((name) => value(11, name, INT64, ['batch', 'tokens']))];
  return Buffer.concat([
    whole(1, IR_VERSION),
    part(7, ...graph, value(12, 'logits', FLOAT, labels)),
    part(8, part(1, ''), whole(2, OPSET)),
  ]);
}

/** Wants its numbers from a file of this machine. */
export function readingNetwork(path: string): Buffer {
  const wish = part(13, part(1, 'location'), part(2, path));
  const words = part(5, whole(1, 10), whole(1, 3), whole(2, FLOAT), part(8, 'words'), wish, whole(14, 1));
  return onnxFile([node('Gather', ['words', 'input_ids'], ['logits'], whole64('axis', 0)), words], ['batch', 'tokens', 3]);
}

/** Goes round for ever. */
export function endlessNetwork(): Buffer {
  const body = [
    node('Identity', ['goesOn'], ['stillGoesOn']),
    node('Add', ['state', 'one'], ['next']),
    part(2, 'round'),
    floats('one', [1], [1]),
    value(11, 'at', INT64, []),
    value(11, 'goesOn', BOOL, []),
    value(11, 'state', FLOAT, ['batch', 'tokens']),
    value(12, 'stillGoesOn', BOOL, []),
    value(12, 'next', FLOAT, ['batch', 'tokens']),
  ];
  return onnxFile(
    [
      node('Cast', ['input_ids'], ['start'], whole64('to', FLOAT)),
      node('Loop', ['', 'on', 'start'], ['logits'], graphIn('body', Buffer.concat(body))),
      yes('on'),
    ],
    ['batch', 'tokens'],
  );
}

/** Wants more memory than there is. */
export function hugeNetwork(): Buffer {
  return onnxFile([node('ConstantOfShape', ['size'], ['logits']), int64s('size', [2], [30_000, 30_000])], ['batch', 'labels']);
}
