import { CommentdockError } from '#core/contract/error.ts';
import type { SecretStore } from '#core/contract/secret-store.ts';
import { type KeyPlace, newKey, readKeyFile, replaceKeyFile } from '#core/vault/key-file.ts';
import { KEYCHAIN_SERVICE } from '#core/vault/keychain.ts';
import { outsideKeys } from '#core/vault/outside-key.ts';
import { idOf, openedBy, sealedUnder } from '#core/vault/vault.ts';
import { keyAt, type KeyGround, ownPlace } from '#core/vault/vault-key.ts';

/** A new key that is known already, beside the one before. Until `finish` both open: whatever happens meanwhile, nothing is lost. */
export interface Rotation {
  readonly keys: readonly [Uint8Array, Uint8Array];
  /** What of the former key is left to be taken out by hand; null: nothing. Called once nothing is sealed under it any more. */
  finish(): Promise<string | null>;
}

/**
 * Goes on with a rotation that was interrupted, or begins one: from a key of our own to another one, to one from outside where the settings
 * give one, or back where they give the former one alone.
 * @throws CommentdockError INVALID_REQUEST where there is nothing to change from or to; what `openVaultKeys` throws
 */
export async function beginRotation(ground: KeyGround): Promise<Rotation> {
  const { folder } = ground;
  const given = await outsideKeys(ground.settings);
  const file = readKeyFile(folder);
  if (file === null) throw new CommentdockError('INVALID_REQUEST', `There is no vault in ${folder} yet.`);
  const { former, ...place } = file;
  if (former !== undefined) {
    const keys = [await keyAt(place, ground, given.current), await keyAt(former, ground, given.former)] as const;
    return { keys, finish: () => finish(ground, place, former) };
  }
  if ('outside' in place && given.current !== null) {
    if (given.former === null || given.former.equals(given.current)) throw nothingToChange();
    return { keys: [given.current, given.former], finish: async () => TAKE_OUT };
  }
  const formerKey = await keyAt(place, ground, given.former);
  const key = given.current ?? newKey();
  const next: KeyPlace = given.current === null ? await ownPlace(key, ground) : { outside: true };
  replaceKeyFile(folder, { ...next, former: place });
  return { keys: [key, formerKey], finish: () => finish(ground, next, place) };
}

const TAKE_OUT = 'Everything is sealed under the new key. Take COMMENTDOCK_VAULT_FORMER_KEY out of the settings of every machine.';

async function finish({ folder, keychain }: KeyGround, place: KeyPlace, former: KeyPlace): Promise<string | null> {
  replaceKeyFile(folder, place);
  if ('keychain' in former) await keychain.remove(KEYCHAIN_SERVICE, former.keychain).catch(() => {});
  return 'outside' in former ? TAKE_OUT : null;
}

function nothingToChange(): CommentdockError {
  return new CommentdockError(
    'INVALID_REQUEST',
    'The key is kept outside: set COMMENTDOCK_VAULT_KEY (or what its command gives) to the new one, and COMMENTDOCK_VAULT_FORMER_KEY to the one so far.',
  );
}

/**
 * Seals every secret under the first key that the second one opens. `names`: of those that earlier versions bound to their names. Secrets of
 * those versions that nothing leads to any more are removed. Returns how many it sealed anew.
 * @throws CommentdockError DISK where neither key opens one: both stay in use
 */
export function resealSecrets(secrets: SecretStore, keys: Rotation['keys'], names: Iterable<string>): number {
  const [key] = keys;
  const known = new Map([...names].map((name) => [idOf(name), name] as const));
  let resealed = 0;
  for (const id of secrets.ids()) {
    const kept = secrets.read(id);
    // Removed meanwhile, or new.
    if (kept === null || openedBy([key], kept, id, null) !== null) continue;
    const value = openedBy(keys, kept, id, known.get(id) ?? null);
    if (value !== null) {
      secrets.swap(id, kept, sealedUnder(Buffer.from(key), value, id));
      resealed += 1;
    } else if (isNameless(kept) && !known.has(id)) secrets.remove(id);
    else
      throw new CommentdockError(
        'DISK',
        `Neither the new key nor the former one opens ${secrets.placeOf(id)}. Both stay in use; remove it or restore it, then go on.`,
      );
  }
  return resealed;
}

/** Of an earlier version, which bound a secret to its name. */
function isNameless(kept: string): boolean {
  try {
    return !('by' in (JSON.parse(kept) as object));
  } catch {
    return false;
  }
}
