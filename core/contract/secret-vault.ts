/** Where token values are kept readable for the owner: the vault. */
export interface SecretVault {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}
