import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { DailyUpdates } from '#core/installed-packs/daily.ts';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { MAKER, madePack } from '#test/installed-packs/made-pack.ts';
import { ownFolder } from '#test/own.ts';

const ADDRESS = 'https://packs.example/platforms.pack';
const HOUR_MS = 3_600_000;

let dataDir: string;
let nowMs: number;
let asked: string[];
let said: string[];
let answer: () => Promise<Uint8Array>;

beforeEach(() => {
  dataDir = ownFolder('daily');
  nowMs = Date.UTC(2026, 10, 26);
  [asked, said] = [[], []];
  answer = () => madePack({ version: '2099.1.1.1' });
});

function opened(env: Readonly<Record<string, string>> = {}) {
  const parts = { warn: (words: string) => void said.push(words), now: () => nowMs };
  const packs = new InstalledPacks({ ...parts, dataDir, builtIn: new Set(['steam']), expectLaws: async () => undefined });
  packs.trust(MAKER.publicKey);
  const downloadPack = (address: string): Promise<Uint8Array> => {
    asked.push(address);
    return answer();
  };
  const updates = new DailyUpdates({ ...parts, packs, downloadPack, config: readConfig(env) });
  /** Looks, and waits for what comes of it. */
  const look = async (): Promise<void> => {
    updates.tick();
    await updates.idle();
  };
  return { packs, look };
}

describe('the daily look', () => {
  it('asks nobody unless the owner wants it, and then once a day, over restarts too', async () => {
    const { packs, look } = opened();
    packs.chooseUpdates({ address: ADDRESS });
    await look();
    expect(asked).toEqual([]);
    packs.chooseUpdates({ daily: true });
    await look();
    expect(asked).toEqual([ADDRESS]);
    expect(packs.inUse('steam')).toMatchObject({ version: '2099.1.1.1' });
    nowMs += 23 * HOUR_MS;
    await look();
    await opened().look();
    expect(asked).toHaveLength(1);
    nowMs += HOUR_MS;
    await opened().look();
    expect(asked).toHaveLength(2);
  });

  it('is what the environment says, whatever was chosen', async () => {
    const { packs, look } = opened({ COMMENTDOCK_PACK_UPDATES: 'off', COMMENTDOCK_PACK_ADDRESS: ADDRESS });
    packs.chooseUpdates({ daily: true });
    await look();
    expect(asked).toEqual([]);
    await opened({ COMMENTDOCK_PACK_UPDATES: 'daily', COMMENTDOCK_PACK_ADDRESS: ADDRESS }).look();
    expect(asked).toEqual([ADDRESS]);
  });

  it('says why it came to nothing, and asks no sooner for that', async () => {
    answer = () => Promise.reject(new CommentdockError('NETWORK', 'nobody is there'));
    const { packs, look } = opened();
    packs.chooseUpdates({ daily: true, address: ADDRESS });
    await look();
    await look();
    expect(asked).toHaveLength(1);
    expect(packs.state.updates.failure).toBe('nobody is there');
    expect(said).toEqual(['The daily look for a pack came to nothing: nobody is there']);
  });

  it('takes no pack that is older, and brings back none that the owner went back from', async () => {
    const { packs, look } = opened();
    packs.chooseUpdates({ daily: true, address: ADDRESS });
    await look();
    packs.rollBack('steam');
    nowMs += 24 * HOUR_MS;
    await look();
    expect([asked.length, packs.inUse('steam'), said]).toEqual([2, null, []]);
    answer = () => madePack({ version: '2025.1.1.1' });
    nowMs += 24 * HOUR_MS;
    await look();
    expect(packs.inUse('steam')).toBeNull();
    expect(packs.state.updates.failure).toMatch(/^The pack is older/);
  });
});
