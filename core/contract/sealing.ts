/** Closes texts so that nobody reads them without the key of the vault. For what has its place elsewhere: in a table, in a folder. */
export interface Sealing {
  /** @param name what the text is; it opens under the same name alone */
  seal(name: string, text: string): Uint8Array;
  /** Null where it is another's, or was changed. */
  open(name: string, sealed: Uint8Array): string | null;
  /** As `seal`, of what is in gzip already. */
  sealPacked(name: string, packed: Uint8Array): Uint8Array;
  /** As `open`, in gzip. */
  openPacked(name: string, sealed: Uint8Array): Uint8Array | null;
}
