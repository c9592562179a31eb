// The numbers of posts of Instagram and Threads, and the codes in their addresses: the same in another alphabet, with the date in it.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Codes of private posts carry a key behind the first so many letters. */
const CODE_LENGTH = 11;
/** The first millisecond that the numbers know. */
const EPOCH_MS = 1_314_220_021_721n;
const BITS_BELOW_TIME = 23n;

/** The letters that name the post; what stands behind them in the code of a private one is left out. */
export function shortCode(code: string): string {
  return code.slice(0, CODE_LENGTH);
}

/** Null for what is no code. */
export function mediaIdOf(code: string): string | null {
  let id = 0n;
  for (const letter of shortCode(code)) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    id = id * 64n + BigInt(value);
  }
  return code === '' ? null : id.toString();
}

/** Null for what is no number. */
export function codeOf(mediaId: string): string | null {
  if (!/^\d{1,25}$/.test(mediaId)) return null;
  let code = '';
  for (let rest = BigInt(mediaId); rest > 0n; rest /= 64n) code = (ALPHABET[Number(rest % 64n)] ?? '') + code;
  return code === '' ? null : code;
}

/** When a post came into being, in milliseconds since 1970; null for what is no number. */
export function createdMsOf(mediaId: string): number | null {
  return /^\d{1,25}$/.test(mediaId) ? Number((BigInt(mediaId) >> BITS_BELOW_TIME) + EPOCH_MS) : null;
}
