import { vi } from 'vitest';
import type * as FakeElectron from '#test/electron/fake-electron.ts';

/** A fresh app: modules of the shell that are imported after this see a fake Electron of their own. */
export async function freshElectron(): Promise<typeof FakeElectron> {
  vi.resetModules();
  const electron = await import('#test/electron/fake-electron.ts');
  vi.doMock('electron', () => electron);
  return electron;
}

/** Lets everything happen that waits for nothing outside. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
}
