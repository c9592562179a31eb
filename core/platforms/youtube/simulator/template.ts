/** Fills the slots of one page. `row` is the place of the comment on it, -1 for what belongs to the page itself. */
export type SlotValue = (kind: string, row: number) => string;

/** A page as bytes with slots of fixed width, so that thousands of different pages a second cost a copy and a few writes. */
export interface Template {
  fill(value: SlotValue): Buffer;
}

interface Patch {
  readonly offset: number;
  readonly slot: number;
}

const SLOT = /\^(\w+),(-?\d+),_*\^/g;

/** A slot as it stands in the object that a template is made from. Whatever fills it must be ASCII of exactly `width` characters. */
export function slot(kind: string, row: number, width: number): string {
  const head = `^${kind},${row},`;
  if (head.length + 1 > width) throw new RangeError(`a slot of ${width} characters has no room for ${head}`);
  return `${head.padEnd(width - 1, '_')}^`;
}

/** Serialises `page` once and notes where its slots are. */
export function createTemplate(page: object): Template {
  const bytes = Buffer.from(JSON.stringify(page));
  const slots: { readonly kind: string; readonly row: number; readonly width: number }[] = [];
  const known = new Map<string, number>();
  const patches: Patch[] = [];
  for (const match of bytes.toString('latin1').matchAll(SLOT)) {
    const [text, kind = '', row = ''] = match;
    const key = `${kind},${row}`;
    const index = known.get(key) ?? slots.push({ kind, row: Number(row), width: text.length }) - 1;
    known.set(key, index);
    if (slots[index]?.width !== text.length) throw new RangeError(`slot ${key} has two widths`);
    patches.push({ offset: match.index, slot: index });
  }
  return {
    fill(value) {
      const filled = Buffer.allocUnsafe(bytes.length);
      bytes.copy(filled);
      const texts = slots.map(({ kind, row, width }) => checked(value(kind, row), kind, width));
      for (const patch of patches) filled.write(texts[patch.slot] as string, patch.offset, 'latin1');
      return filled;
    },
  };
}

function checked(text: string, kind: string, width: number): string {
  if (text.length !== width) throw new RangeError(`slot ${kind} takes ${width} characters, not ${text.length}`);
  return text;
}
