/** The little of protobuf that parameters of YouTube are written in: numbered fields that hold text, numbers or messages. */
type Message = readonly (readonly [field: number, value: string | number | Message])[];

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** A message as YouTube takes it in `params`: URL-safe base64, its padding percent-encoded. */
export function asParameter(message: Message): string {
  const base64 = btoa(String.fromCharCode(...encode(message)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '%3D');
}

function encode(message: Message): number[] {
  return message.flatMap(([field, value]) => {
    if (typeof value === 'number') return [...varint((field << 3) | VARINT), ...varint(value)];
    const bytes = typeof value === 'string' ? [...new TextEncoder().encode(value)] : encode(value);
    return [...varint((field << 3) | LENGTH_DELIMITED), ...varint(bytes.length), ...bytes];
  });
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}
