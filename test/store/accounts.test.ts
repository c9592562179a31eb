import { expect, it } from 'vitest';
import type { AccountRecord } from '#core/logins/ports.ts';
import { openApiStore, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

const dataDir = ownFolder('accounts');

function account(uuid: string, platform: string, name: string): AccountRecord {
  const instants = { expiresAtMs: null, needsLoginSinceMs: null, createdAtMs: 1, savedAtMs: 1 };
  return { uuid, platform, name, cookieNames: ['a', 'b'], source: 'given', userAgent: null, memberUuid: null, ...instants };
}

it('keeps accounts in the order in which they were saved, marked by the engine and seen by the API', () => {
  const api = openApiStore(inFolder(dataDir), null);
  const engine = openEngineStore(inFolder(dataDir));
  try {
    const [second, first, other] = [account('2', 'reddit', 'z'), account('1', 'reddit', 'a'), account('3', 'bluesky', 'a')];
    for (const each of [second, first, other]) api.accounts.insert(each);
    expect(api.accounts.list()).toEqual([other, second, first]);
    expect(engine.accounts.ofPlatform('reddit', null)).toEqual([second, first]);
    expect(() => api.accounts.insert(account('4', 'reddit', 'z'))).toThrow(/unique/i);
    engine.accounts.markNeedsLogin('2', 7);
    engine.accounts.markNeedsLogin('2', 9);
    expect(api.accounts.find('2')).toEqual({ ...second, needsLoginSinceMs: 7 });
    const renewed = {
      ...second,
      cookieNames: ['c'],
      source: 'login',
      userAgent: 'Mozilla/5.0 (made up)',
      expiresAtMs: 99,
      savedAtMs: 10,
    } as const;
    api.accounts.update(renewed);
    expect(engine.accounts.ofPlatform('reddit', null)[0]).toEqual(renewed);
    api.accounts.remove('2');
    expect([api.accounts.find('2'), engine.accounts.ofPlatform('reddit', null)]).toEqual([null, [first]]);
  } finally {
    engine.close();
    api.close();
  }
});
