/** An emoji as people see one: with its skin tone, joined ones, flags and keycaps as a whole (Unicode TS 51). For `u` patterns. */
const ONE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?`;
export const EMOJI = String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|${ONE}(?:\u200D${ONE})*(?:[\u{E0020}-\u{E007E}]+\u{E007F})?`;

/** Text signs that are emoji only where a selector says so. */
const SIGNS = new Set(['©', '®', '™', '‼', '⁉', 'ℹ', '↔', '↕', '↩', '↪', '〰', '〽', '㊗', '㊙', 'Ⓜ']);
const SELECTOR = /\uFE0F/g;
const TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;

/** The emoji without its skin tone and selectors: what compares. Null for a sign of plain text. */
export function plainEmoji(emoji: string): string | null {
  if (SIGNS.has(emoji)) return null;
  return emoji.replace(SELECTOR, '').replace(TONES, '') || emoji;
}
