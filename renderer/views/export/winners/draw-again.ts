/** What a draw came out of, and what came out. */
export interface DrawAccount {
  /** Of all entries. */
  readonly ids: readonly string[];
  readonly seed: string;
  readonly entriesSha256: string;
  /** Winners, then backups. */
  readonly drawn: readonly string[];
}

/**
 * Draws once more, by docs/winners.md. True where the same comes out. Its own text goes into certificates (`certificate-file.ts`): it uses
 * nothing from outside, not even the browser's digests, which pages from a disk may not have everywhere.
 */
export function drawAgain({ ids, seed, entriesSha256, drawn }: DrawAccount): boolean {
  const ROUNDS = 64;
  const WORD = 2 ** 32;
  const primes: number[] = [];
  for (let number = 2; primes.length < ROUNDS; number += 1) if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * WORD) | 0;
  const keys = primes.map((prime) => fraction(Math.cbrt(prime)));
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

  const mixed = (state: readonly number[], block: DataView, at: number): readonly number[] => {
    const words = Array.from({ length: 16 }, (_, index) => block.getInt32(at + 4 * index));
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round >= 16) {
        const near = words[round - 2] as number;
        const far = words[round - 15] as number;
        const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
        const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
        words.push(((words[round - 16] as number) + small + (words[round - 7] as number) + large) | 0);
      }
      const first =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (keys[round] as number) + (words[round] as number)) |
        0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] as number)) | 0);
  };
  /** SHA-256 as FIPS 180-4 has it. */
  const sha256 = (text: string): string => {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / WORD));
    view.setUint32(padded.length - 4, (bytes.length * 8) % WORD);
    let state: readonly number[] = start;
    for (let at = 0; at < padded.length; at += 64) state = mixed(state, view, at);
    return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };

  const digest = sha256(
    [...ids]
      .sort()
      .map((id) => `${id}\n`)
      .join(''),
  );
  const ranked = ids.map((id) => [sha256(`${seed}\n${digest}\n${id}`), id] as const).sort(([one], [other]) => (one < other ? -1 : 1));
  const again = ranked.slice(0, drawn.length).map(([, id]) => id);
  return digest === entriesSha256 && again.length === drawn.length && again.every((id, at) => id === drawn[at]);
}
