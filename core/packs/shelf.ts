/** A platform that is used from elsewhere than the program itself. */
export interface PackInUse {
  /** folder: of the owner's own, for development, which nobody signed. */
  readonly origin: 'pack' | 'folder';
  readonly id: string;
  /** The file: absolute, and never changed once it stands there. */
  readonly path: string;
  /** Of the file, as it was when it was taken: what differs is not loaded. */
  readonly sha256: string;
}

/**
 * Which platforms are used from elsewhere. Asked anew for every address and every run, by each thread for itself, so that what is taken or goes
 * meanwhile counts from the next export on.
 */
export interface PackShelf {
  /** At most one for each id. What cannot be read counts as not there: the built-in platform goes on. */
  inUse(): Promise<readonly PackInUse[]>;
}
