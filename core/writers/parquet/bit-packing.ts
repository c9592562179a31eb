/** The mix of runs and packed bits in which Parquet has small numbers ("RLE", Encodings.md of the format). */

const GROUP = 8;

/** Whether rows have a value, as numbers of one bit. @param bits one for each row, the first one lowest */
export function presenceLevels(bits: Uint8Array, rows: number, nulls: number): Uint8Array {
  if (nulls === 0 || nulls === rows) return Uint8Array.from([...varint(rows * 2), nulls === 0 ? 1 : 0]);
  const head = varint(Math.ceil(rows / GROUP) * 2 + 1);
  const levels = new Uint8Array(head.length + bits.length);
  levels.set(head);
  levels.set(bits, head.length);
  return levels;
}

/** The data of a page of a column with a dictionary: how many bits a number has, and the first `count` numbers, each below `entries`. */
export function packedIndexes(indexes: Uint32Array, count: number, entries: number): Uint8Array {
  if (entries === 1) return Uint8Array.from([1, ...varint(count * 2), 0]);
  const width = 32 - Math.clz32(entries - 1);
  const groups = Math.ceil(count / GROUP);
  const head = [width, ...varint(groups * 2 + 1)];
  const packed = new Uint8Array(head.length + groups * width);
  packed.set(head);
  let [end, held, bits] = [head.length, 0, 0];
  for (let at = 0; at < count; at += 1) {
    held |= (indexes[at] as number) << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      packed[end] = held & 0xff;
      held >>>= 8;
      end += 1;
    }
  }
  if (bits > 0) packed[end] = held & 0xff;
  return packed;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}
