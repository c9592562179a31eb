/** A file of a package. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** As the container says it. */
interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc: number;
}

/** What a look at a package found. */
export interface Verified {
  readonly isIntact: boolean;
  /** In words, each naming the file or the place. */
  readonly faults: readonly string[];
  /** Of the files as they are, in hexadecimal digits. */
  readonly root: string;
  readonly files: number;
  /** `facts.json`; null where it cannot be read. */
  readonly facts: unknown;
  /** Whether the time stamp is of this root; null where there is none. */
  readonly stamp: 'of this root' | 'of another' | null;
}

export const MANIFEST: string;
/** Of a whole package. */
export const MOST_BYTES: number;
export const MOST_ENTRIES: number;
export function headerOf(entry: ZipEntry, offset?: number | null): Buffer;
export function endOf(directory: { readonly entries: number; readonly bytes: number; readonly offset: number }): Buffer;
export function isBelowRoot(name: string): boolean;
export function merkleRoot(files: readonly PackedFile[]): string;
export function manifestOf(entries: readonly PackedFile[]): { readonly root: string; readonly text: string };
/** @throws the system's error where the file cannot be read */
export function verifyPackage(path: string): Verified;
export function wordsOf(verified: Verified): readonly string[];
