import type { Item } from '#core/contract/item.ts';

/** A file that was fetched of an address. */
export interface FetchedFile {
  readonly url: string;
  /** Its name below the folder of exports. */
  readonly file: string;
  readonly bytes: number;
}

/** Files of the rows of one export. */
export interface MediaStore {
  /** Its rows as its files have them, in chunks. */
  rows(choice: { readonly limit: number; readonly order: 'tree' | 'served' }): Generator<readonly Item[]>;
  fetched(): readonly FetchedFile[];
  add(fetched: FetchedFile): void;
}

/** Files of all exports. */
export interface MediaNames {
  /** Whether any export that is still there names it. */
  isNamed(file: string): boolean;
  all(): ReadonlySet<string>;
}

/** Bytes of files, where machines share them. */
export interface MediaBytes {
  has(file: string): boolean;
  /** Takes them in, unless it has them. In the transaction that names the file. */
  put(file: string, parts: Iterable<Uint8Array>): void;
  /** None, where it has none of the file. */
  partsOf(file: string): Iterable<Uint8Array>;
  /** Removes a file, unless an export that is still there names it. */
  dropUnnamed(file: string): void;
  dropAllUnnamed(): void;
}

/** Takes the bytes of a file as they come. */
export interface FileSink {
  /** What the file may have at most. */
  readonly mostBytes: number;
  /** Before the first bytes of each try: those of a former one count no more. */
  begin(): void;
  /** What it throws ends the exchange. @throws CommentdockError */
  write(bytes: Uint8Array): void;
}

/** A file that a row names. */
export interface FileWish {
  readonly url: string;
  readonly into: FileSink;
  readonly signal: AbortSignal;
}
