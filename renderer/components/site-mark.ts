/** As tokens.css has them. */
const COLOURS = 8;
const FACTOR = 31;

/** `Google Maps` is GM, `YouTube` is YT, `Steam` is St. */
export function lettersOf(name: string): string {
  const [first = '', second] = name.split(/[\s._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (second !== undefined) return (first.slice(0, 1) + second.slice(0, 1)).toUpperCase();
  const capitals = first.match(/\p{Lu}/gu) ?? [];
  return capitals.length > 1 ? capitals.slice(0, 2).join('') : first.slice(0, 1).toUpperCase() + first.slice(1, 2);
}

/** The number of its colour among the tokens. */
export function colourOf(platform: string): number {
  return [...platform].reduce((colour, letter) => (colour * FACTOR + (letter.codePointAt(0) ?? 0)) % COLOURS, 0);
}
