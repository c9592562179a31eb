/** What bytes from 0x80 to 0x9f look like where they were taken for Western European text. */
const WESTERN = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, place) => 0x80 + place));

/** Text that was UTF-8 and was read as Latin-1 on its way, as it was written; any other text as it is. All of it must be so: nothing is guessed. */
export function repaired(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const place = code > 0xff ? WESTERN.indexOf(character) : -1;
    if (code > 0xff && place < 0) return text;
    bytes.push(place < 0 ? code : 0x80 + place);
  }
  if (bytes.every((byte) => byte < 0x80)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
