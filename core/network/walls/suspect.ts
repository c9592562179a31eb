/** What of an answer tells whether it is a wall. */
export interface Suspect {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered. */
  readonly url: string;
  /** Length of the body in bytes, unpacked. Long pages are not decoded for this. */
  readonly bytes: number;
  /** Decoded when it is read, which happens only where it is worth it. */
  readonly text: string;
}
