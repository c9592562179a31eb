import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { missingForSecretService, runBesideSecretService } from '#test/vault/secret-service.ts';

const missing = missingForSecretService();
if (missing !== null) console.log(`The vault is not tried with a real Secret Service: ${missing}`);
const dataDir = ownFolder('real-keychain');

it.skipIf(missing !== null)('keeps the key of the vault in a real Secret Service, and moves it there and back', () => {
  const script = fileURLToPath(import.meta.resolve('#test/vault/real-keychain.ts'));
  const secret = 'a secret as long as a jar of cookies '.repeat(2_000);
  const inKeychain = { secret, file: ['keychain', 'check'], kind: 'keychain', why: 'the key is in the Secret Service' };
  const inFile = { secret, file: ['key'], kind: 'file' };
  const { seen, warnings } = JSON.parse(runBesideSecretService(script, [dataDir])) as { seen: object[]; warnings: string[] };
  expect(seen).toMatchObject([inKeychain, inKeychain, inFile, inFile, inKeychain]);
  expect(warnings).toEqual([]);
});
