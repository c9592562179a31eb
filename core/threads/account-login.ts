import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { renewalCommand } from '#core/contract/saved-account.ts';
import { hasExpired, savedCookiesSchema } from '#core/contract/saved-cookie.ts';
import { takesAccount } from '#core/engine/login.ts';
import type { AccountPort } from '#core/engine/ports.ts';
import { accountSecretName, type AccountRecord, type AccountStore } from '#core/logins/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';

/** Accounts as exports use them: what the store knows of them, with their cookies of this moment. */
export function accountLogin(parts: {
  readonly accounts: AccountStore;
  readonly vault: SecretVault;
  readonly now: () => number;
}): AccountPort {
  const { accounts, vault, now } = parts;
  const open = ({ uuid, name, expiresAtMs, userAgent }: AccountRecord) => {
    const kept = z.parse(savedCookiesSchema, JSON.parse(vault.get(accountSecretName(uuid)) ?? '[]'));
    const expired = expiresAtMs !== null && expiresAtMs <= now();
    if (expired) accounts.markNeedsLogin(uuid, expiresAtMs);
    return { uuid, name, userAgent, cookies: kept.filter((cookie) => !hasExpired(cookie, now())), hasExpired: expired };
  };
  return {
    forJob(job) {
      if (!takesAccount(job)) return null;
      const { account: wanted } = job.options;
      const known = accounts.ofPlatform(job.platform, job.memberUuid ?? null);
      const found = typeof wanted === 'string' ? known.find(({ name }) => name === wanted) : known[0];
      if (found !== undefined) return open(found);
      if (typeof wanted !== 'string') return null;
      throw new CommentdockError(
        'LOGIN_REQUIRED',
        `The account "${wanted}" that this export names was removed. Save it again with \`${renewalCommand(job.platform, wanted)}\`, then retry the export.`,
      );
    },
    needsLogin: ({ uuid }) => accounts.markNeedsLogin(uuid, now()),
  };
}
