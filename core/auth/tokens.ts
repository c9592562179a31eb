import { randomInt, randomUUID } from 'node:crypto';
import { sameText, sha256Hex } from '#core/auth/secret.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { Member, TokenRecord, TokenStore } from '#core/auth/ports.ts';

const TOKEN_LENGTH = 120;
const DAY_MS = 86_400_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FIRST_TOKEN_NAME = 'First token';

interface TokenKeeping {
  readonly tokens: TokenStore;
  readonly vault: SecretVault;
  now(): number;
}

/** Who a credential belongs to. */
type Identity =
  | { readonly kind: 'owner'; readonly tokenUuid: null }
  | { readonly kind: 'token'; readonly tokenUuid: string; readonly member?: Member };

/** Under this name the vault keeps the value of a token. */
export function tokenSecretName(uuid: string): string {
  return `token:${uuid}`;
}

/** Makes and stores a token: its hash with the tokens, its value in the vault. Valid for one year, or for `days`. The owner's, or of `member`. */
export function issueToken(
  name: string,
  { tokens, vault, now }: TokenKeeping,
  { days, member }: { readonly days?: number | undefined; readonly member?: Member | undefined } = {},
): { readonly record: TokenRecord; readonly value: string } {
  const value = newTokenValue();
  const createdAtMs = now();
  const expiresAtMs = days === undefined ? oneYearAfter(createdAtMs) : createdAtMs + days * DAY_MS;
  const whose = member === undefined ? {} : { member };
  const record = { uuid: randomUUID(), name, sha256: sha256Hex(value), createdAtMs, expiresAtMs, ...whose };
  vault.set(tokenSecretName(record.uuid), value);
  tokens.insert(record);
  return { record, value };
}

/** The owner's first token, made at the first start. */
export function ensureFirstToken(keeping: TokenKeeping): void {
  if (keeping.tokens.list(null).length === 0) issueToken(FIRST_TOKEN_NAME, keeping);
}

/**
 * Who sends this credential: the secret of run.json is the owner, a stored token its token.
 * @throws CommentdockError AUTH_HEADER_TOKEN, TOKEN_EXPIRED
 */
export function identify(
  credential: string,
  parts: { readonly tokens: TokenStore; readonly ownerSecret: string | null; now(): number },
): Identity {
  if (parts.ownerSecret !== null && sameText(credential, parts.ownerSecret)) return { kind: 'owner', tokenUuid: null };
  const record = parts.tokens.findBySha256(sha256Hex(credential));
  if (record === null) {
    throw new CommentdockError(
      'AUTH_HEADER_TOKEN',
      'This API token is not known or was revoked; one of another data folder is not known here. `commentdock token` prints a valid one.',
    );
  }
  if (record.expiresAtMs <= parts.now()) throw new CommentdockError('TOKEN_EXPIRED');
  const { uuid, member } = record;
  return { kind: 'token', tokenUuid: uuid, ...(member === undefined ? {} : { member }) };
}

/** A secret of the length and alphabet of a token, for run.json. */
export function newTokenValue(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function oneYearAfter(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.getTime();
}
