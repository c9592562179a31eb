import { SHEET_NAMESPACE, XML_HEAD } from '#core/writers/xlsx/parts.ts';

/** Characters kept in memory until the end of the workbook. */
const MOST_CHARACTERS = 4_000_000;

/**
 * The workbook's table of shared strings, for the few texts that need escapes (`_xHHHH_`): some readers undo those
 * only there and not in strings that stand in their cells. Kept small; once it is full, such texts stand in their
 * cells too, which Excel and LibreOffice read as well.
 */
export class SharedTexts {
  readonly #elements: string[] = [];
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(mostCharacters: number = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters;
  }

  /** Where the table has the text, given as its `<t>`; null: there is no more room. */
  add(textElement: string): number | null {
    if (this.#characters + textElement.length > this.#mostCharacters) return null;
    this.#characters += textElement.length;
    return this.#elements.push(textElement) - 1;
  }

  get isEmpty(): boolean {
    return this.#elements.length === 0;
  }

  /** `xl/sharedStrings.xml`, in pieces. */
  *xml(): Generator<string> {
    const count = this.#elements.length;
    yield `${XML_HEAD}<sst xmlns="${SHEET_NAMESPACE}" count="${count}" uniqueCount="${count}">`;
    for (const element of this.#elements) yield `<si>${element}</si>`;
    yield '</sst>';
  }
}
