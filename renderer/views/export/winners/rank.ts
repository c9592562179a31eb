/** What decides the order of the entries, as docs/winners.md has it: SHA-256 of seed, digest of all entries, and id. */
export function rankOf(proof: { readonly seed: string; readonly entries_sha256: string }, id: string): Promise<string> {
  return sha256(`${proof.seed}\n${proof.entries_sha256}\n${id}`);
}

/** In lower-case hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
