import { keyName } from '#core/analysis/sentiment-providers/providers.ts';
import { tokenSecretName } from '#core/auth/tokens.ts';
import type { Config } from '#core/config/config.ts';
import { PROVIDER_IDS } from '#core/contract/sentiment.ts';
import { accountSecretName } from '#core/logins/ports.ts';
import { platformIds } from '#core/platforms/registry.ts';
import { poolSecretName, routeSecretName } from '#core/routes/ports.ts';
import { scheduleCookiesSecret } from '#core/schedules/scheduled-export.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { createSealedExchanges } from '#core/store/kept-exchanges.ts';
import { lockDataDir } from '#core/store/lock.ts';
import { openWriting, storePlace } from '#core/store/place.ts';
import { createSecretStore } from '#core/store/secrets.ts';
import { cookiesSecret } from '#core/threads/cookies-secret.ts';
import { passesSecret } from '#core/threads/saved-passes.ts';
import { systemKeychain } from '#core/vault/keychain.ts';
import { beginRotation, resealSecrets, type Rotation } from '#core/vault/rotation.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';
import { vaultFolder } from '#core/vault/vault.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';
import { exchangeOf } from '#core/contract/kept-exchange.ts';

/** What a rotation did. `advice`: what is left to be done by hand; null: nothing. */
interface RotatedVault {
  readonly secrets: number;
  readonly exchanges: number;
  readonly advice: string | null;
}

/**
 * Gives the vault of a data folder another key and seals everything anew. One that is interrupted goes on where it was when it is called again;
 * until then both keys open.
 * @throws CommentdockError DATA_DIR_IN_USE, INVALID_REQUEST, DISK
 */
export async function rotateVault(config: Config, onWarning: (words: string) => void): Promise<RotatedVault> {
  const folder = vaultFolder(config.dataDir);
  using _lock = lockDataDir(config.dataDir);
  const connection = openWriting(storePlace(config));
  try {
    const rotation = await beginRotation({ folder, settings: config, keychain: systemKeychain(), onWarning });
    const secrets = resealSecrets(
      isFile(connection) ? secretFiles(folder) : createSecretStore(connection),
      rotation.keys,
      await namesOf(connection),
    );
    const exchanges = resealExchanges(connection, rotation.keys);
    return { secrets, exchanges, advice: await rotation.finish() };
  } finally {
    connection.close();
  }
}

function resealExchanges(connection: Connection, keys: Rotation['keys']): number {
  const sealing = sealingWithKeys(keys);
  const [key] = keys;
  const current = sealingWithKeys([key]);
  let resealed = 0;
  createSealedExchanges(connection).replaceEach((guid, sealed) => {
    const name = exchangeOf(guid);
    if (current.openPacked(name, sealed) !== null) return null;
    const packed = sealing.openPacked(name, sealed);
    if (packed === null) return null;
    resealed += 1;
    return sealing.sealPacked(name, packed);
  });
  return resealed;
}

/** Names of all secrets that earlier versions can have kept: they bound each to its name. */
async function namesOf(connection: Connection): Promise<readonly string[]> {
  const all = (table: string, column: string): readonly string[] =>
    connection
      .prepare<[], { id: string }>(`SELECT ${column} AS id FROM ${table}`)
      .all()
      .map(({ id }) => id);
  const pools = connection.prepare<[], { uuid: string; proxies: string }>('SELECT uuid, proxies FROM pools').all();
  const routes = all('routes', 'uuid');
  const ways = [
    '',
    ...routes,
    ...pools.flatMap(({ uuid, proxies }) => (JSON.parse(proxies) as unknown[]).map((_proxy, place) => `${uuid}/${place}`)),
  ];
  return [
    'realtime:key',
    'oauth:access-token-key',
    ...PROVIDER_IDS.map(keyName),
    ...all('tokens', 'uuid').map(tokenSecretName),
    ...all('webhooks', 'uuid').map(webhookSecretName),
    ...all('accounts', 'uuid').map(accountSecretName),
    ...all('schedules', 'uuid').map(scheduleCookiesSecret),
    ...all('jobs', 'guid').map(cookiesSecret),
    ...routes.map(routeSecretName),
    ...pools.map(({ uuid }) => poolSecretName(uuid)),
    ...(await platformIds()).flatMap((id) => ways.map((way) => passesSecret(id, way))),
  ];
}
