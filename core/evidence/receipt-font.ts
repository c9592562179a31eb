/** Reads of a TrueType font (OpenType 1.9, `cmap` of form 4, `hmtx`) which signs it has and how wide they are. */

/** How wide a sign is, as a share of the size of the type; null where the font does not have it. */
export type SignWidth = (codePoint: number) => number | null;

const TABLES_AT = 12;
const TABLE_BYTES = 16;
const ENCODINGS_AT = 4;
const ENCODING_BYTES = 8;
/** Windows, the first plane of Unicode. */
const [PLATFORM, ENCODING] = [3, 1];
const MISSING = 0;

/** @throws Error where it is no font of this kind */
export function widthsOf(font: Uint8Array): SignWidth {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const unitsPerEm = view.getUint16(tableAt(view, 'head') + 18);
  const metrics = view.getUint16(tableAt(view, 'hhea') + 34);
  const widthsAt = tableAt(view, 'hmtx');
  const glyphs = glyphsOf(view);
  return (codePoint) => {
    const glyph = glyphs.get(codePoint) ?? MISSING;
    // Glyphs behind the last that has a width of its own are as wide as that.
    return glyph === MISSING ? null : view.getUint16(widthsAt + Math.min(glyph, metrics - 1) * 4) / unitsPerEm;
  };
}

function tableAt(view: DataView, wanted: string): number {
  const tables = view.getUint16(4);
  for (let at = TABLES_AT; at < TABLES_AT + tables * TABLE_BYTES; at += TABLE_BYTES) {
    const tag = String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
    if (tag === wanted) return view.getUint32(at + 8);
  }
  throw new Error(`The font has no table "${wanted}".`);
}

/** Which glyph each sign of the first plane has. */
function glyphsOf(view: DataView): ReadonlyMap<number, number> {
  const at = segmentsAt(view);
  const span = view.getUint16(at + 6);
  const [ends, starts, deltas, ranges] = [at + 14, at + 16 + span, at + 16 + 2 * span, at + 16 + 3 * span];
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < span; segment += 2) {
    const [start, end] = [view.getUint16(starts + segment), view.getUint16(ends + segment)];
    const [delta, range] = [view.getUint16(deltas + segment), view.getUint16(ranges + segment)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = range === 0 ? code : view.getUint16(ranges + segment + range + 2 * (code - start));
      if (range === 0 || listed !== MISSING) glyphs.set(code, (listed + delta) & 0xffff);
    }
  }
  return glyphs;
}

function segmentsAt(view: DataView): number {
  const table = tableAt(view, 'cmap');
  const encodings = view.getUint16(table + 2);
  for (let index = 0; index < encodings; index += 1) {
    const at = table + ENCODINGS_AT + index * ENCODING_BYTES;
    if (view.getUint16(at) !== PLATFORM || view.getUint16(at + 2) !== ENCODING) continue;
    const found = table + view.getUint32(at + 4);
    if (view.getUint16(found) === 4) return found;
  }
  throw new Error('The font has no table of signs that is known here.');
}
