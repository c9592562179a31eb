import { expect, it } from 'vitest';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { type AccountRecord, accountSecretName } from '#core/logins/ports.ts';
import { openEngineStore } from '#core/store/store.ts';
import { accountLogin } from '#core/threads/account-login.ts';
import { memoryAccounts } from '#test/logins/memory-accounts.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';

function accountOf(uuid: string, name: string, memberUuid: string | null): AccountRecord {
  const instants = { expiresAtMs: null, needsLoginSinceMs: null, createdAtMs: 1, savedAtMs: 1 };
  return { uuid, platform: 'forum', name, cookieNames: ['sid'], source: 'given', userAgent: null, memberUuid, ...instants };
}

it('goes to a site with the accounts of whose export it is, and with none of others', () => {
  const accounts = memoryAccounts();
  const secrets = new Map<string, string>();
  const vault: SecretVault = {
    get: (name) => secrets.get(name) ?? null,
    set: (name, value) => void secrets.set(name, value),
    remove: (name) => void secrets.delete(name),
  };
  for (const account of [accountOf('1', 'main', null), accountOf('2', 'main', ANN)]) {
    accounts.insert(account);
    vault.set(accountSecretName(account.uuid), '[]');
  }
  accounts.insert(accountOf('3', 'of the owner', null));
  const store = openEngineStore(inFolder(ownFolder('account-login')));
  try {
    const login = accountLogin({ accounts, vault, now: () => 0 });
    const ofAnn = insertJob(store, { memberUuid: ANN });
    expect([login.forJob(insertJob(store))?.uuid, login.forJob(ofAnn)?.uuid]).toEqual(['1', '2']);
    accounts.remove('2');
    expect(login.forJob(ofAnn)).toBeNull();
    const naming = insertJob(store, { memberUuid: ANN, options: { account: 'of the owner' } });
    expect(() => login.forJob(naming)).toThrow(expect.objectContaining({ code: 'LOGIN_REQUIRED' }));
  } finally {
    store.close();
  }
});
