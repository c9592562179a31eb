/** What decides the order of the entries, as docs/winners.md has it: SHA-256 of seed, digest of all entries, and id. */
export async function rankOf(proof: { readonly seed: string; readonly entries_sha256: string }, id: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${proof.seed}\n${proof.entries_sha256}\n${id}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
