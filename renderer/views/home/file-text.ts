/** A file that is no text and no workbook, or is too large to be one of addresses. */
class UnreadableFile extends Error {}

const MOST_BYTES = 20_000_000;
const MOST_UNPACKED_BYTES = 100_000_000;
/** Of a workbook: its texts, its sheets, and where their links lead. */
const PARTS = /^xl\/(?:sharedStrings\.xml|worksheets\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;
const TEXTS = 'si, is, f, c[t="str"] > v';
const LINKS = 'Relationship[TargetMode="External"]';
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF_16 = [0xff, 0xfe];

/** The text of a file, or of all cells and links of a workbook, a line each. @throws UnreadableFile */
export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new UnreadableFile(file.name);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (begins(bytes, ZIP)) return workbookText(bytes, file.name);
  if (begins(bytes, UTF_16)) return new TextDecoder('utf-16le').decode(bytes);
  // No text has one, and nearly everything else does.
  if (bytes.includes(0)) throw new UnreadableFile(file.name);
  return new TextDecoder().decode(bytes);
}

async function workbookText(bytes: Uint8Array, name: string): Promise<string> {
  const { unzipSync } = await import('fflate');
  let left = MOST_UNPACKED_BYTES;
  try {
    const parts = unzipSync(bytes, {
      filter({ name: part, originalSize }) {
        const isWanted = PARTS.test(part);
        if (isWanted) left -= originalSize;
        return isWanted && left >= 0;
      },
    });
    const all = Object.values(parts);
    if (left < 0 || all.length === 0) throw new UnreadableFile(name);
    return all.flatMap((part) => textsIn(new TextDecoder().decode(part))).join('\n');
  } catch (cause) {
    throw new UnreadableFile(name, { cause });
  }
}

function textsIn(xml: string): readonly string[] {
  const part = new DOMParser().parseFromString(xml, 'application/xml');
  const texts = [...part.querySelectorAll(TEXTS)].map(({ textContent }) => textContent ?? '');
  return [...texts, ...[...part.querySelectorAll(LINKS)].map((link) => link.getAttribute('Target') ?? '')];
}

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
