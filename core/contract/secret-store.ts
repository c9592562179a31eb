/**
 * Where sealed secrets lie. `id`: tells nothing of what the secret is. Several threads and machines may have it: each call is whole or not at
 * all.
 */
export interface SecretStore {
  read(id: string): string | null;
  write(id: string, sealed: string): void;
  /** Puts `to` in the place of `from`, and does nothing where it is another by now. */
  swap(id: string, from: string, to: string): void;
  remove(id: string): void;
  ids(): readonly string[];
  /** Where it lies, as people are told of one that is damaged. */
  placeOf(id: string): string;
}
